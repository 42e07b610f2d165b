import type { Tag, TagType } from '@media-library/contract'
import { v7 as uuidv7 } from 'uuid'
import { shown } from '../assets/asset.js'
import { hasRoomForTag } from '../assets/metadata/file-tags.js'
import { ask, askOne } from '../database/ask.js'
import type { PrismaDatabase, Queryable } from '../database/connect.js'
import { Prisma } from '../generated/prisma/client.js'

const counts = { assets: { where: { asset: shown } } } satisfies Prisma.TagCountOutputTypeSelect

/** A tag with the number of assets that carry it. */
export type ListedTagRow = Prisma.TagGetPayload<{ include: { _count: { select: typeof counts } } }>

/** Finds a tag by its id, or null. */
export async function findTag(database: Queryable, id: string): Promise<Tag | null> {
  const [row] = await ask<Tag>(
    database,
    Prisma.sql`SELECT id, name, type, user_id AS "userId" FROM tag WHERE id = ${id}::uuid`,
  )
  return row ?? null
}

/** Finds a tag of a user by its name, or null. */
export async function findTagByName(database: Queryable, userId: string, name: string): Promise<Tag | null> {
  const [row] = await ask<Tag>(
    database,
    Prisma.sql`
      SELECT id, name, type, user_id AS "userId" FROM tag WHERE user_id = ${userId}::uuid AND name = ${name}`,
  )
  return row ?? null
}

/** Adds a tag, unless the user has one with this name, which is `taken`. Returns null when the user has 100,000. */
export async function createTag(
  database: Queryable,
  { userId, name, type }: { userId: string; name: string; type: TagType },
): Promise<Tag | 'taken' | null> {
  const [row] = await ask<Tag>(
    database,
    Prisma.sql`
      INSERT INTO tag (id, user_id, name, type)
      SELECT ${uuidv7()}::uuid, ${userId}::uuid, ${name}, ${type}::tag_type WHERE ${hasRoomForTag(Prisma.sql`${userId}::uuid`)}
      ON CONFLICT DO NOTHING RETURNING id, name, type, user_id AS "userId"`,
  )
  return row ?? ((await findTagByName(database, userId, name)) ? 'taken' : null)
}

/** Lists the tags of a user, in no particular order. */
export function listTags(database: PrismaDatabase, userId: string): Promise<ListedTagRow[]> {
  return database.tag.findMany({ where: { userId }, include: { _count: { select: counts } } })
}

/** The result of an assignment: `assigned` assets got the tag, and `alreadyTagged` ones already had it. */
export interface TagAssignment {
  assigned: number
  alreadyTagged: number
}

/** A tag of a user that is assigned. `isNoted` says whether the change is noted for side-cars. */
interface AssignedTag {
  tagId: string
  ownerId: string
  isNoted: boolean
}

/**
 * Assigns a tag to the given assets, or to none when an id is not usable: `unusable` lists the ids that are trashed or not assets
 * of the owner. The tag remains assigned even when the asset's file no longer names it.
 */
export function assignTag(
  database: Queryable,
  { tagId, ownerId, isNoted }: AssignedTag,
  ids: string[],
): Promise<TagAssignment & { unusable: string[] }> {
  return askOne<TagAssignment & { unusable: string[] }>(
    database,
    Prisma.sql`
      WITH given AS (
        SELECT DISTINCT id FROM unnest(${ids}::uuid[]) AS given (id)
      ), unusable AS (
        SELECT id FROM given
        WHERE NOT EXISTS (
          SELECT FROM asset WHERE asset.id = given.id AND owner_id = ${ownerId}::uuid AND deleted_at IS NULL
        )
      ), assigned AS (
        INSERT INTO tag_asset (tag_id, asset_id)
        SELECT ${tagId}::uuid, id FROM given WHERE NOT EXISTS (SELECT FROM unusable) ORDER BY id
        ON CONFLICT DO NOTHING RETURNING asset_id
      ), kept AS (
        UPDATE tag_asset SET from_file = false FROM given
        WHERE tag_id = ${tagId}::uuid AND asset_id = given.id AND from_file AND NOT EXISTS (SELECT FROM unusable)
      ), noted AS (
        INSERT INTO sidecar_change (asset_id, name, is_added)
        SELECT asset_id, name, true FROM assigned, tag WHERE tag.id = ${tagId}::uuid AND ${isNoted}::boolean
      )
      SELECT
        (SELECT count(*) FROM assigned)::int AS "assigned",
        ((SELECT count(*) FROM given) - (SELECT count(*) FROM assigned))::int AS "alreadyTagged",
        ARRAY (SELECT id::text FROM unusable ORDER BY id) AS "unusable"`,
  )
}

/** Assigns a tag to every listed asset whose path starts with `prefix`. The empty prefix means all assets of the owner. */
export function assignTagByPath(
  database: Queryable,
  { tagId, ownerId, isNoted }: AssignedTag,
  prefix: string,
): Promise<TagAssignment> {
  return askOne<TagAssignment>(
    database,
    Prisma.sql`
      WITH given AS (
        SELECT id FROM asset
        WHERE owner_id = ${ownerId}::uuid AND is_visible AND deleted_at IS NULL AND starts_with(original_path, ${prefix})
      ), assigned AS (
        INSERT INTO tag_asset (tag_id, asset_id)
        SELECT ${tagId}::uuid, id FROM given ORDER BY id
        ON CONFLICT DO NOTHING RETURNING asset_id
      ), kept AS (
        UPDATE tag_asset SET from_file = false FROM given
        WHERE tag_id = ${tagId}::uuid AND asset_id = given.id AND from_file
      ), noted AS (
        INSERT INTO sidecar_change (asset_id, name, is_added)
        SELECT asset_id, name, true FROM assigned, tag WHERE tag.id = ${tagId}::uuid AND ${isNoted}::boolean
      )
      SELECT
        (SELECT count(*) FROM assigned)::int AS "assigned",
        ((SELECT count(*) FROM given) - (SELECT count(*) FROM assigned))::int AS "alreadyTagged"`,
  )
}
