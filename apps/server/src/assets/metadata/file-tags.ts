import type { TagType } from '@media-library/contract'
import { v7 as uuidv7 } from 'uuid'
import { ask, type Queryable } from '../../database/ask.js'
import { inTurns } from '../../database/in-turn.js'
import { Prisma } from '../../generated/prisma/client.js'

/** The number of tags that a user may have. */
export const MOST_TAGS = 100_000

/** The tags on an asset, as stored. */
type AssignedTags = { tagId: string; fromFile: boolean }[]

/** An asset with the keywords of its file, without duplicates. Keywords that do not count assign no tags. */
export interface TaggedFile {
  id: string
  ownerId: string
  tags: AssignedTags
  keywords: string[]
  hiddenKeywords: string[]
}

/** A tag by its name. `type` is that of a new one. */
type TagName = { userId: string; name: string; type?: TagType }
type TagOnAsset = { tagId: string; assetId: string }

/**
 * Assigns to assets the tags that their files name, except those that people removed, and removes the tags that only an earlier version
 * of the file named. Tags that people assigned stay. Returns the ids of the assets whose tags changed.
 */
export async function writeFileTags(database: Queryable, files: TaggedFile[]): Promise<string[]> {
  const ids = await findOrCreateTags(
    database,
    files.flatMap(({ ownerId, keywords }) => keywords.map((name) => ({ userId: ownerId, name }))),
  )
  const added: TagOnAsset[] = []
  const removed: TagOnAsset[] = []
  for (const { id: assetId, ownerId, tags, keywords } of files) {
    const wanted = new Set(keywords.flatMap((name) => ids.get(toTagKey({ userId: ownerId, name })) ?? []))
    for (const { tagId, fromFile } of tags) {
      if (!wanted.delete(tagId) && fromFile) removed.push({ tagId, assetId })
    }
    for (const tagId of wanted) added.push({ tagId, assetId })
  }
  const assigned = added.length > 0 ? await assign(database, added) : []
  if (removed.length > 0) await unassign(database, removed)
  await forgetRefusals(database, files)
  return [...assigned, ...removed].map(({ assetId }) => assetId)
}

/** Returns the ids of the users' tags with these names, by their keys. Creates missing tags of users who may have more. */
export async function findOrCreateTags(database: Queryable, names: TagName[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const wanted = new Map(names.map((name) => [toTagKey(name), name]))
  const toMap = (tags: (TagName & { id: string })[]) => new Map(tags.map((tag) => [toTagKey(tag), tag.id]))
  const found = toMap(await listTags(database, [...wanted.values()]))
  if (found.size === wanted.size) return found
  // The order is the same for all workers, because two with the same new tags could deadlock otherwise.
  const missing = [...wanted].filter(([key]) => !found.has(key)).sort(([left], [right]) => (left < right ? -1 : 1))
  const added = missing.map(([, name]) => name)
  const userIds = added.map(({ userId }) => userId)
  await inTurns(database, { what: 'tags', userIds }, (turn) => addTags(turn, added))
  return toMap(await listTags(database, [...wanted.values()]))
}

/** Adds tags. The tags of a user are counted once, not for each name. */
function addTags(database: Queryable, names: TagName[]) {
  return ask(
    database,
    Prisma.sql`
      WITH incoming AS MATERIALIZED (
        SELECT *, row_number() OVER (PARTITION BY user_id ORDER BY position) AS number
        FROM unnest(
          ${names.map(() => uuidv7())}::uuid[], ${names.map(({ userId }) => userId)}::uuid[],
          ${names.map(({ name }) => name)}::text[], ${names.map(({ type = 'CUSTOM' }) => type)}::text[]
        ) WITH ORDINALITY AS entry (id, user_id, name, type, position)
        WHERE NOT EXISTS (SELECT FROM tag WHERE tag.user_id = entry.user_id AND tag.name = entry.name)
      ), held AS MATERIALIZED (
        SELECT user_id, count(*) AS tags FROM tag WHERE user_id IN (SELECT user_id FROM incoming) GROUP BY user_id
      )
      INSERT INTO tag (id, user_id, name, type)
      SELECT id, incoming.user_id, name, type::tag_type FROM incoming LEFT JOIN held USING (user_id)
      WHERE number + coalesce(tags, 0) <= ${MOST_TAGS}::int
      ORDER BY position
      ON CONFLICT DO NOTHING`,
  )
}

/** Returns the key of a tag by its name. */
export function toTagKey({ userId, name }: TagName) {
  return `${userId} ${name}`
}

function listTags(database: Queryable, names: TagName[]) {
  return ask<TagName & { id: string }>(
    database,
    Prisma.sql`
      SELECT id, user_id AS "userId", name FROM tag
      WHERE (user_id, name) IN (
        SELECT * FROM unnest(${names.map(({ userId }) => userId)}::uuid[], ${names.map(({ name }) => name)}::text[])
      )`,
  )
}

function assign(database: Queryable, assignments: TagOnAsset[]) {
  return ask<{ assetId: string }>(
    database,
    Prisma.sql`
      INSERT INTO tag_asset (tag_id, asset_id, from_file)
      SELECT *, true FROM unnest(
        ${assignments.map(({ tagId }) => tagId)}::uuid[], ${assignments.map(({ assetId }) => assetId)}::uuid[]
      ) AS incoming (tag_id, asset_id)
      WHERE NOT EXISTS (
        SELECT FROM refused_tag WHERE refused_tag.tag_id = incoming.tag_id AND refused_tag.asset_id = incoming.asset_id
      )
      ON CONFLICT DO NOTHING RETURNING asset_id AS "assetId"`,
  )
}

/** Forgets that a person removed a tag once the file no longer names it: a later version of the file may name it again. */
function forgetRefusals(database: Queryable, files: TaggedFile[]) {
  const named = files.flatMap(({ id: assetId, keywords, hiddenKeywords }) =>
    [...keywords, ...hiddenKeywords].map((name) => ({ assetId, name })),
  )
  return ask(
    database,
    Prisma.sql`
      DELETE FROM refused_tag USING tag
      WHERE tag.id = tag_id AND asset_id = ANY (${files.map(({ id }) => id)}::uuid[]) AND NOT EXISTS (
        SELECT FROM unnest(
          ${named.map(({ assetId }) => assetId)}::uuid[], ${named.map(({ name }) => name)}::text[]
        ) AS named (asset_id, name)
        WHERE named.asset_id = refused_tag.asset_id AND named.name = tag.name
      )`,
  )
}

function unassign(database: Queryable, assignments: TagOnAsset[]) {
  return ask(
    database,
    Prisma.sql`
      DELETE FROM tag_asset
      USING unnest(
        ${assignments.map(({ tagId }) => tagId)}::uuid[], ${assignments.map(({ assetId }) => assetId)}::uuid[]
      ) AS incoming (tag_id, asset_id)
      WHERE tag_asset.tag_id = incoming.tag_id AND tag_asset.asset_id = incoming.asset_id AND from_file`,
  )
}
