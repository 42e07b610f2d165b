import type { Queryable } from '../database.js'

const listTagIds = async (database: Queryable, userId: string, names: string[]) =>
  database.tag.findMany({ where: { userId, name: { in: names } }, select: { id: true, name: true } })

/** The ids of a user's tags of these names; those that are missing are made. */
const findOrCreateTags = async (database: Queryable, userId: string, names: string[]): Promise<string[]> => {
  const found = await listTagIds(database, userId, names)
  if (found.length === names.length) return found.map(({ id }) => id)
  const known = new Set(found.map(({ name }) => name))
  // In one order for everybody, or two jobs with the same new tags wait for each other.
  const missing = names.filter((name) => !known.has(name)).sort()
  await database.tag.createMany({ data: missing.map((name) => ({ userId, name })), skipDuplicates: true })
  return (await listTagIds(database, userId, names)).map(({ id }) => id)
}

/** The tags on an asset, as stored. */
export type AssignedTags = { tagId: string; fromFile: boolean }[]

/**
 * Puts on an asset the tags that its file names (each once), and takes off those that it named before; what people
 * assigned stays. Tells whether anything changed.
 */
export const writeFileTags = async (
  database: Queryable,
  { id: assetId, ownerId, tags: assigned }: { id: string; ownerId: string; tags: AssignedTags },
  names: string[],
): Promise<boolean> => {
  const wanted = names.length > 0 ? await findOrCreateTags(database, ownerId, names) : []
  const added = wanted.filter((tagId) => !assigned.some((tag) => tag.tagId === tagId))
  const removed = assigned
    .filter(({ tagId, fromFile }) => fromFile && !wanted.includes(tagId))
    .map(({ tagId }) => tagId)
  if (added.length > 0) {
    const data = added.map((tagId) => ({ tagId, assetId, fromFile: true }))
    await database.tagAsset.createMany({ data, skipDuplicates: true })
  }
  if (removed.length > 0) {
    await database.tagAsset.deleteMany({ where: { assetId, tagId: { in: removed }, fromFile: true } })
  }
  return added.length + removed.length > 0
}
