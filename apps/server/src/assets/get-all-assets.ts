import type { AssetFilter } from '@media-library/contract'
import { announceVersion } from '../answers/entity-tags.js'
import type { Handler } from '../answers/handler.js'
import { nextLink, type Page, readCursor } from '../answers/pages.js'
import { jsonList } from '../answers/sent-body.js'
import { askOne, type Database, type Queryable } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'
import { requireSelf } from './access.js'
import { isInTrash, isOnTimeline, isValue, isVisible, joinTrash } from './asset.js'
import { type AssetList, readAssetList, selectListVersion } from './asset-list.js'

export const getAllAssets: Handler<'getAllAssets'> = async (
  { query, headers, caller, endTurn, req, res },
  { database },
) => {
  const { limit = null, cursor, userId, ...filter } = query
  const after = readCursor(cursor)
  requireSelf(caller.user, userId)
  const ownerId = caller.user.id
  if (headers['if-none-match'] !== undefined) {
    const version = await findOwnVersion(database, ownerId, query.isTrashed !== false)
    if (announceVersion(version, headers['if-none-match'], res)) return { status: 304, body: undefined }
  }

  const list = await readOwnAssets(database, { ...filter, ownerId }, { after, limit, endTurn })
  announceVersion(list.version, undefined, res)
  if (list.last) res.set('Link', nextLink(req.path, query, list.last))
  return { status: 200, body: jsonList(list.assets) }
}

type Filter = Omit<AssetFilter, 'limit' | 'cursor' | 'userId'> & { ownerId: string }

/** Reads a part of an owner's assets, newest first. */
function readOwnAssets(
  database: Database,
  filter: Filter,
  { endTurn, ...page }: Page & { endTurn: () => void },
): Promise<AssetList> {
  const readerId = filter.ownerId
  const { isTrashed } = filter
  const contents = isTrashed === undefined ? 'both' : isTrashed ? 'trashed' : 'visible'
  const version = selectOwnVersion(readerId, contents !== 'visible')
  const listing = {
    select: selectAssets(filter),
    version,
    order: 'desc',
    readerId,
    isOwn: true,
    contents,
    endTurn,
  } as const
  return readAssetList(database, listing, page)
}

/** Returns the version of the list of an owner's assets, which is also the version of each part of it. */
export async function findOwnVersion(queryable: Queryable, ownerId: string, withTrash = false): Promise<string> {
  const { version } = await askOne<{ version: string }>(
    queryable,
    Prisma.sql`SELECT ${selectOwnVersion(ownerId, withTrash)} AS version`,
  )
  return version
}

/** What happens to an asset in the trash moves no version of a list: its rows are looked at. */
function selectOwnVersion(ownerId: string, withTrash: boolean): Prisma.Sql {
  const version = selectListVersion(Prisma.sql`${ownerId}::uuid`)
  if (!withTrash) return version
  return Prisma.sql`
  ${version} || '-' || (
    SELECT to_hex(coalesce(bit_xor(hashtextextended(asset.id || ' ' || asset.xmin || ' ' || text.xmin || ' ' || coalesce(stale.xmin::text, ''), 0)), 0))
    FROM ${joinTrash(ownerId)} JOIN asset_text AS text ON text.asset_id = asset.id LEFT JOIN stale_text AS stale ON stale.asset_id = asset.id WHERE ${isInTrash}
  )`
}

function selectAssets({ ownerId, updatedAfter, updatedBefore, skip, take, isTrashed, ...flags }: Filter): Prisma.Sql {
  const isContained = isTrashed === undefined ? isOnTimeline : isTrashed ? isInTrash : isVisible
  return Prisma.sql`
  SELECT asset.id AS asset_id, asset.file_created_at FROM ${isTrashed ? joinTrash(ownerId) : Prisma.sql`asset`}
  WHERE asset.owner_id = ${ownerId}::uuid ${isPart(skip, take) ? Prisma.sql`AND ${isContained}` : Prisma.empty}
    ${isValue(Prisma.sql`asset.is_archived`, flags.isArchived)} ${isValue(Prisma.sql`asset.is_favorite`, flags.isFavorite)}
    ${updatedAfter ? Prisma.sql`AND asset.updated_at >= ${new Date(updatedAfter)}` : Prisma.empty}
    ${updatedBefore ? Prisma.sql`AND asset.updated_at <= ${new Date(updatedBefore)}` : Prisma.empty}
  ${isPart(skip, take) ? selectPart(skip, take) : Prisma.empty}`
}

function selectPart(skip = 0, take?: number): Prisma.Sql {
  return Prisma.sql`
  ORDER BY asset.file_created_at DESC, asset.id DESC OFFSET ${skip}::bigint
  ${take === undefined ? Prisma.empty : Prisma.sql`LIMIT ${take}::bigint`}`
}

/**
 * Returns whether a request asks for a part by numbers, which has to leave out assets without a text, those that are not visible.
 * Everything else is read from the index.
 */
function isPart(skip: number | undefined, take: number | undefined): boolean {
  return skip !== undefined || take !== undefined
}
