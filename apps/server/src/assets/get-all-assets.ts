import type { AssetFilter } from '@media-library/contract'
import { announceVersion } from '../answers/entity-tags.js'
import type { Handler } from '../answers/handler.js'
import { nextLink, type Page, readCursor } from '../answers/pages.js'
import { jsonList } from '../answers/sent-body.js'
import { askOne, type Database, type Queryable } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'
import { requireSelf } from './access.js'
import { isListed, isValue } from './asset.js'
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
    const version = await findOwnVersion(database, ownerId)
    if (announceVersion(version, headers['if-none-match'], res)) return { status: 304, body: undefined }
  }

  const list = await readOwnAssets(database, { ...filter, ownerId }, { after, limit, endTurn })
  announceVersion(list.version, undefined, res)
  if (list.last) res.set('Link', nextLink(req.path, query, list.last))
  return { status: 200, body: jsonList(list.assets) }
}

type Filter = Omit<AssetFilter, 'limit' | 'cursor' | 'userId'> & { ownerId: string }

/** Reads a part of an owner's listed assets, newest first. */
function readOwnAssets(
  database: Database,
  filter: Filter,
  { endTurn, ...page }: Page & { endTurn: () => void },
): Promise<AssetList> {
  const readerId = filter.ownerId
  const version = selectListVersion(Prisma.sql`${readerId}::uuid`)
  const listing = { select: selectAssets(filter), version, order: 'desc', readerId, isOwn: true, endTurn } as const
  return readAssetList(database, listing, page)
}

/** Returns the version of the list of an owner's assets, which is also the version of each part of it. */
export async function findOwnVersion(queryable: Queryable, ownerId: string): Promise<string> {
  const { version } = await askOne<{ version: string }>(
    queryable,
    Prisma.sql`SELECT ${selectListVersion(Prisma.sql`${ownerId}::uuid`)} AS version`,
  )
  return version
}

function selectAssets({ ownerId, updatedAfter, updatedBefore, skip, take, ...flags }: Filter): Prisma.Sql {
  return Prisma.sql`
  SELECT id AS asset_id, file_created_at FROM asset
  WHERE owner_id = ${ownerId}::uuid ${isPart(skip, take) ? Prisma.sql`AND ${isListed}` : Prisma.empty}
    ${isValue(Prisma.sql`is_archived`, flags.isArchived)} ${isValue(Prisma.sql`is_favorite`, flags.isFavorite)}
    ${updatedAfter ? Prisma.sql`AND updated_at >= ${new Date(updatedAfter)}` : Prisma.empty}
    ${updatedBefore ? Prisma.sql`AND updated_at <= ${new Date(updatedBefore)}` : Prisma.empty}
  ${isPart(skip, take) ? selectPart(skip, take) : Prisma.empty}`
}

function selectPart(skip = 0, take?: number): Prisma.Sql {
  return Prisma.sql`
  ORDER BY file_created_at DESC, id DESC OFFSET ${skip}::bigint
  ${take === undefined ? Prisma.empty : Prisma.sql`LIMIT ${take}::bigint`}`
}

/** Assets that are not listed have no text, so only a part by numbers has to leave them out; the rest is read from the index. */
function isPart(skip: number | undefined, take: number | undefined): boolean {
  return skip !== undefined || take !== undefined
}
