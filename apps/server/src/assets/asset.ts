import type { AssetType } from '@media-library/contract'
import { ask, type Queryable } from '../database/ask.js'
import type { PrismaDatabase } from '../database/connect.js'
import { Prisma } from '../generated/prisma/client.js'

/** The filter of Prisma for visible assets: neither trashed nor the video of a live photo. */
export const visible = { isVisible: true, deletedAt: null } satisfies Prisma.AssetWhereInput

/** The condition that an asset is visible or in the trash, in the form of the index `asset_timeline_idx`. */
export const isOnTimeline = Prisma.sql`(asset.is_visible AND asset.removed_at IS NULL) IS TRUE`

/** The condition that an asset is visible: neither in the trash nor the video of a live photo. */
export const isVisible = Prisma.sql`(${isOnTimeline} AND asset.deleted_at IS NULL)`

/** The condition that an asset is in the trash, and not yet deleted for good. */
export const isInTrash = Prisma.sql`(asset.is_visible AND asset.deleted_at IS NOT NULL AND asset.removed_at IS NULL)`

/**
 * Returns the tables for FROM that find the trash of a user or of all users without a search of all assets; add the condition
 * `isInTrash`.
 */
export function joinTrash(ownerId: string | null): Prisma.Sql {
  return Prisma.sql`
  flagged_asset AS trashed JOIN asset ON asset.id = trashed.asset_id AND trashed.deleted_at IS NOT NULL
    ${ownerId === null ? Prisma.empty : Prisma.sql`AND trashed.owner_id = ${ownerId}::uuid`}`
}

/** Selects the ids of a user's assets that are in the trash, of which there are few. */
export function selectTrashedIds(ownerId: string): Prisma.Sql {
  return Prisma.sql`SELECT asset_id FROM flagged_asset WHERE owner_id = ${ownerId}::uuid AND deleted_at IS NOT NULL`
}

/** Returns the condition that a column or expression has a value; it is empty without a value. */
export function isValue(flag: Prisma.Sql, value: boolean | undefined): Prisma.Sql {
  if (value === undefined) return Prisma.empty
  return value ? Prisma.sql`AND ${flag}` : Prisma.sql`AND NOT ${flag}`
}

const newestFirst = [{ fileCreatedAt: 'desc' }, { id: 'desc' }] satisfies Prisma.AssetOrderByWithRelationInput[]

const columns = {
  id: true,
  type: true,
  originalFileName: true,
  originalPath: true,
  fileCreatedAt: true,
  tags: { select: { tag: { select: { name: true } } } },
} satisfies Prisma.AssetSelect

/** An asset as a row of a listing. */
export type AssetColumnsRow = Prisma.AssetGetPayload<{ select: typeof columns }>

/** The filters of a list of an owner's assets. `pathPrefix` is the beginning of their paths. */
export interface AssetFilter {
  ownerId: string
  type?: AssetType | undefined
  ids?: string[]
  pathPrefix?: string | undefined
  /** Whether to list assets in the trash, and imported ones that are deleted for good, instead of the others. */
  isDeleted?: boolean | undefined
}

/** Lists the matching assets, newest first; all of them without a limit. */
export function listAssets(
  database: PrismaDatabase,
  filter: AssetFilter,
  limit: number | null,
): Promise<AssetColumnsRow[]> {
  return database.asset.findMany({
    where: toWhere(filter),
    select: columns,
    orderBy: newestFirst,
    relationLoadStrategy: 'join',
    ...(limit !== null && { take: limit }),
  })
}

/** Counts the matching assets. */
export function countAssets(database: PrismaDatabase, filter: AssetFilter): Promise<number> {
  return database.asset.count({ where: toWhere(filter) })
}

/** Records that the preview and the thumbnail exist. Returns false when the asset was deleted. */
export async function saveThumbnail(
  database: Queryable,
  id: string,
  thumbhash: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const saved = await ask(
    database,
    Prisma.sql`
      UPDATE asset SET thumbhash = ${thumbhash}, resized = true, updated_at = now()
      WHERE id = ${id}::uuid AND removed_at IS NULL
      RETURNING id`,
  )
  return saved.length === 1
}

function toWhere({ ownerId, type, ids, pathPrefix, isDeleted = false }: AssetFilter): Prisma.AssetWhereInput {
  return {
    isVisible: true,
    deletedAt: isDeleted ? { not: null } : null,
    ownerId,
    ...(type && { type }),
    ...(ids && { id: { in: ids } }),
    // Prisma does not escape the wildcards of LIKE.
    ...(pathPrefix && { originalPath: { startsWith: pathPrefix.replace(/[\\%_]/g, '\\$&') } }),
  }
}
