import type { Tag } from '@media-library/contract'
import { visible } from '../assets/asset.js'
import { askOne, type Queryable } from '../database/ask.js'
import type { PrismaDatabase } from '../database/connect.js'
import { Prisma } from '../generated/prisma/client.js'

const counts = { assets: { where: { asset: visible } } } satisfies Prisma.TagCountOutputTypeSelect

/** A tag with the number of assets that carry it. */
export type TagCountRow = Prisma.TagGetPayload<{ include: { _count: { select: typeof counts } } }>

/** The columns of "tag" under the names of a Tag. */
export const tagColumns = Prisma.sql`id, name, type, user_id AS "userId"`

const answered = { id: true, name: true, type: true, userId: true } satisfies Prisma.TagSelect

/** Finds a tag of a user by its id, or null. */
export function findTag(database: PrismaDatabase, userId: string, id: string): Promise<Tag | null> {
  return database.tag.findFirst({ where: { id, userId }, select: answered })
}

/** Finds a tag of a user by its name, or null. */
export function findTagByName(database: PrismaDatabase, userId: string, name: string): Promise<Tag | null> {
  return database.tag.findFirst({ where: { userId, name }, select: answered })
}

/** Lists the tags of a user with the numbers of their assets, in no particular order. */
export function listCountedTags(database: PrismaDatabase, userId: string): Promise<TagCountRow[]> {
  return database.tag.findMany({ where: { userId }, include: { _count: { select: counts } } })
}

/** The result of an assignment: `assigned` assets got the tag, and `alreadyTagged` ones already had it. */
export interface TagAssignment {
  assigned: number
  alreadyTagged: number
  /** The ids that cannot be used; if there is one, the tag was assigned to none. */
  unusable: string[]
}

/** A tag of a user that changes. */
export interface OwnTag {
  id: string
  userId: string
  /** Whether the change is recorded for side-cars. */
  isNoted: boolean
}

/** A tag of a user that is assigned. */
interface AssignedTag {
  tagId: string
  ownerId: string
  isNoted: boolean
}

/**
 * Assigns a tag to the given assets, or to none when an id is not usable: `unusable` lists the ids that are trashed or not assets
 * of the owner. The tag remains assigned even when the asset's file no longer names it.
 */
export function assignTag(database: Queryable, tag: AssignedTag, ids: string[]): Promise<TagAssignment> {
  const selection = Prisma.sql`SELECT DISTINCT id FROM unnest(${ids}::uuid[]) AS entry (id)`
  const isUsable = Prisma.sql`owner_id = ${tag.ownerId}::uuid AND deleted_at IS NULL`
  return assign(database, tag, { selection, isUsable })
}

/** Assigns a tag to every visible asset whose path starts with `prefix`. The empty prefix means all assets of the owner. */
export function assignTagByPath(database: Queryable, tag: AssignedTag, prefix: string): Promise<TagAssignment> {
  const selection = Prisma.sql`
    SELECT id FROM asset
    WHERE owner_id = ${tag.ownerId}::uuid AND is_visible AND deleted_at IS NULL AND starts_with(original_path, ${prefix})`
  return assign(database, tag, { selection, isUsable: Prisma.sql`true` })
}

function assign(
  database: Queryable,
  { tagId, isNoted }: AssignedTag,
  { selection, isUsable }: { selection: Prisma.Sql; isUsable: Prisma.Sql },
): Promise<TagAssignment> {
  return askOne<TagAssignment>(
    database,
    Prisma.sql`
      WITH requested AS MATERIALIZED (${selection}), unusable AS MATERIALIZED (
        SELECT id FROM requested WHERE NOT EXISTS (SELECT FROM asset WHERE asset.id = requested.id AND ${isUsable})
      ), assigned AS (
        INSERT INTO tag_asset (tag_id, asset_id)
        SELECT ${tagId}::uuid, id FROM requested WHERE NOT EXISTS (SELECT FROM unusable) ORDER BY id
        ON CONFLICT DO NOTHING RETURNING asset_id
      ), kept AS (
        UPDATE tag_asset SET from_file = false FROM requested
        WHERE tag_id = ${tagId}::uuid AND asset_id = requested.id AND from_file AND NOT EXISTS (SELECT FROM unusable)
      ), noted AS (
        INSERT INTO sidecar_change (asset_id, name, is_added)
        SELECT asset_id, name, true FROM assigned, tag WHERE tag.id = ${tagId}::uuid AND ${isNoted}::boolean
      )
      SELECT
        (SELECT count(*) FROM assigned)::int AS "assigned",
        ((SELECT count(*) FROM requested) - (SELECT count(*) FROM assigned))::int AS "alreadyTagged",
        ARRAY (SELECT id::text FROM unusable ORDER BY id) AS "unusable"`,
  )
}
