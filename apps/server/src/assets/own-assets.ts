import type { Page } from '../answers/pages.js'
import { askOne } from '../database/ask.js'
import type { Database, Queryable } from '../database/connect.js'
import { Prisma } from '../generated/prisma/client.js'
import { type AssetList, readAssetList } from './asset-list.js'
import { versionOf } from './list-version.js'

/** The filters of an owner's assets; undefined ones do not apply. */
export interface OwnAssets {
  ownerId: string
  isArchived?: boolean | undefined
  isFavorite?: boolean | undefined
  updatedAfter?: Date | undefined
  updatedBefore?: Date | undefined
  /** How many of the newest assets to skip, and how many to list. */
  skip?: number | undefined
  take?: number | undefined
}

/** Neither in the trash nor the video half of a live photo, in the words of the index `asset_timeline_idx`. */
export const isListed = Prisma.sql`(asset.is_visible AND asset.deleted_at IS NULL) IS TRUE`

/** In the trash, and not yet deleted for good. */
export const isInTrash = Prisma.sql`(asset.is_visible AND asset.deleted_at IS NOT NULL AND asset.removed_at IS NULL)`

/** Reads a part of an owner's listed assets, newest first. */
export function readOwnAssets(database: Database, filter: OwnAssets, page: Page): Promise<AssetList> {
  const readerId = filter.ownerId
  const version = versionOf(Prisma.sql`${readerId}::uuid`)
  return readAssetList(database, { listed: listedOf(filter), version, order: 'desc', readerId, isOwn: true }, page)
}

/** Returns the version of the list of an owner's assets, which is also the version of each part of it. */
export async function findOwnVersion(queryable: Queryable, ownerId: string): Promise<string> {
  const { version } = await askOne<{ version: string }>(
    queryable,
    Prisma.sql`SELECT ${versionOf(Prisma.sql`${ownerId}::uuid`)} AS version`,
  )
  return version
}

/** The condition that a column or expression has a value; none without a value. */
export function isValue(flag: Prisma.Sql, value: boolean | undefined): Prisma.Sql {
  if (value === undefined) return Prisma.empty
  return value ? Prisma.sql`AND ${flag}` : Prisma.sql`AND NOT ${flag}`
}

function listedOf({ ownerId, updatedAfter, updatedBefore, skip, take, ...flags }: OwnAssets): Prisma.Sql {
  return Prisma.sql`
  SELECT id AS asset_id, file_created_at FROM asset
  WHERE owner_id = ${ownerId}::uuid ${isPart(skip, take) ? Prisma.sql`AND ${isListed}` : Prisma.empty}
    ${isValue(Prisma.sql`is_archived`, flags.isArchived)} ${isValue(Prisma.sql`is_favorite`, flags.isFavorite)}
    ${updatedAfter ? Prisma.sql`AND updated_at >= ${updatedAfter}` : Prisma.empty}
    ${updatedBefore ? Prisma.sql`AND updated_at <= ${updatedBefore}` : Prisma.empty}
  ${isPart(skip, take) ? partOf(skip, take) : Prisma.empty}`
}

function partOf(skip = 0, take?: number): Prisma.Sql {
  return Prisma.sql`
  ORDER BY file_created_at DESC, id DESC OFFSET ${skip}::bigint
  ${take === undefined ? Prisma.empty : Prisma.sql`LIMIT ${take}::bigint`}`
}

/** Assets that are not listed have no text, so only a part by numbers has to leave them out; the rest is read from the index. */
function isPart(skip: number | undefined, take: number | undefined): boolean {
  return skip !== undefined || take !== undefined
}
