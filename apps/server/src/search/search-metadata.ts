import type { SearchMetadata } from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import type { Position } from '../answers/pages.js'
import { jsonSearch } from '../answers/sent-body.js'
import { isListed, isOnTimeline } from '../assets/asset.js'
import { readAssetList } from '../assets/asset-list.js'
import { ask, type Queryable, uuids } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'
import { pageStarts } from './page-starts.js'

/** The size of a page of Immich. */
const PAGE = 250

export const searchMetadata: Handler<'searchMetadata'> = async ({ body, caller: { user }, endTurn }, { database }) => {
  const { page = 1, size = PAGE, withDeleted = false, id } = body
  const of = (number: number) => [user.id, id, withDeleted, size, number].join()
  const asked = { ownerId: user.id, id, withDeleted, size, after: pageStarts.get(of(page)), skipped: (page - 1) * size }
  const found = await findPage(database, asked)
  const ids = found.slice(0, size).map((each) => each.id)
  const last = found[size - 1]
  const hasNext = found.length > size && last !== undefined
  if (hasNext) pageStarts.set(of(page + 1), last)

  const { assets } = await readAssetList(
    database,
    {
      select: Prisma.sql`SELECT id AS asset_id, file_created_at FROM asset WHERE id = ANY (${uuids(ids)}::uuid[])`,
      version: Prisma.sql`'found'`,
      order: 'desc',
      readerId: user.id,
      isOwn: true,
      shown: withDeleted ? 'both' : 'listed',
      endTurn,
    },
    { after: null, limit: null },
  )
  return { status: 200, body: jsonSearch({ count: ids.length, nextPage: hasNext ? String(page + 1) : null }, assets) }
}

type Asked = Pick<SearchMetadata, 'id'> & {
  ownerId: string
  withDeleted: boolean
  size: number
  after: Position | undefined
  skipped: number
}

/** Finds the assets of a page, and one more if there is one. */
function findPage(
  queryable: Queryable,
  { ownerId, id, withDeleted, size, after, skipped }: Asked,
): Promise<Position[]> {
  return ask<Position>(
    queryable,
    Prisma.sql`
      SELECT id, file_created_at AS at FROM asset
      WHERE owner_id = ${ownerId}::uuid AND ${withDeleted ? isOnTimeline : isListed}
        ${id === undefined ? Prisma.empty : Prisma.sql`AND id = ${id}::uuid`}
        ${after ? Prisma.sql`AND (file_created_at, id) < (${after.at}, ${after.id}::uuid)` : Prisma.empty}
      ORDER BY file_created_at DESC, id DESC
      ${after ? Prisma.empty : Prisma.sql`OFFSET ${skipped}::bigint`} LIMIT ${size}::int + 1`,
  )
}
