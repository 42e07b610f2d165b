import type { Queryable } from '../database.js'
import type { AssetFace } from '../generated/prisma/client.js'

type Box = Pick<
  AssetFace,
  'boundingBoxX1' | 'boundingBoxY1' | 'boundingBoxX2' | 'boundingBoxY2' | 'imageWidth' | 'imageHeight'
>

/** A face that a file marks, and the name of the person, if it says. */
export type MarkedFace = Box & { name: string | null }

type PeopleByName = Map<string, string>

/** Of several people of one name the first, as people made them. */
const listPeople = async (database: Queryable, ownerId: string, names: string[]): Promise<PeopleByName> => {
  const people = await database.person.findMany({
    where: { ownerId, name: { in: names } },
    select: { id: true, name: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  return new Map(people.map(({ id, name }) => [name, id]))
}

const findOrCreatePeople = async (database: Queryable, ownerId: string, names: string[]): Promise<PeopleByName> => {
  const found = await listPeople(database, ownerId, names)
  if (names.every((name) => found.has(name))) return found
  // Two people may have one name, so that no constraint keeps two jobs from making the same person at once.
  await database.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`people of ${ownerId}`}, 0))`
  const known = await listPeople(database, ownerId, names)
  const missing = names.filter((name) => !known.has(name))
  await database.person.createMany({ data: missing.map((name) => ({ ownerId, name })) })
  return listPeople(database, ownerId, names)
}

const keyOf = (face: Box & { personId: string | null }) =>
  [
    face.personId,
    ...[face.boundingBoxX1, face.boundingBoxY1, face.boundingBoxX2, face.boundingBoxY2],
    ...[face.imageWidth, face.imageHeight],
  ].join()

/**
 * Gives an asset the faces that its file marks, each once, of people who are found by name or made, and removes those
 * that it marked before; `faces` are those of the file as stored. Tells whether anything changed.
 */
export const writeFileFaces = async (
  database: Queryable,
  { id: assetId, ownerId, faces: stored }: { id: string; ownerId: string; faces: AssetFace[] },
  marked: MarkedFace[],
): Promise<boolean> => {
  const names = [...new Set(marked.flatMap(({ name }) => name ?? []))]
  const people: PeopleByName = names.length > 0 ? await findOrCreatePeople(database, ownerId, names) : new Map()
  const wanted = marked.map(({ name, ...box }) => ({ ...box, personId: (name && people.get(name)) ?? null }))
  const storedKeys = new Set(stored.map(keyOf))
  const wantedKeys = new Set(wanted.map(keyOf))
  const added = wanted.filter((face) => !storedKeys.has(keyOf(face)))
  const removed = stored.filter((face) => !wantedKeys.has(keyOf(face))).map(({ id }) => id)
  if (added.length > 0) {
    await database.assetFace.createMany({ data: added.map((face) => ({ ...face, assetId, fromFile: true })) })
  }
  if (removed.length > 0) await database.assetFace.deleteMany({ where: { id: { in: removed } } })
  return added.length + removed.length > 0
}
