import type { SearchMetadata } from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import { jsonSearch } from '../answers/sent-body.js'
import { isOnTimeline, isVisible } from '../assets/asset.js'
import { readAssetList } from '../assets/asset-list.js'
import { ask, type Queryable, uuids } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'

/** The size of a page of Immich. */
const PAGE = 250

export const searchMetadata: Handler<'searchMetadata'> = async ({ body, caller: { user }, endTurn }, { database }) => {
  const { page = 1, size = PAGE, withDeleted = false, id } = body
  const found = await findPage(database, { ownerId: user.id, id, withDeleted, size, page })
  const ids = found.slice(0, size)
  const nextPage = found.length > size ? String(page + 1) : null

  const { assets } = await readAssetList(
    database,
    {
      select: Prisma.sql`SELECT id AS asset_id, file_created_at FROM asset WHERE id = ANY (${uuids(ids)}::uuid[])`,
      version: Prisma.sql`'found'`,
      order: 'desc',
      readerId: user.id,
      isOwn: true,
      contents: withDeleted ? 'both' : 'visible',
      endTurn,
    },
    { after: null, limit: null },
  )
  return { status: 200, body: jsonSearch({ count: ids.length, nextPage }, assets) }
}

interface Asked {
  ownerId: string
  id: SearchMetadata['id']
  withDeleted: boolean
  size: number
  page: number
}

/** Finds the assets of a page, and one more if there is one. */
async function findPage(queryable: Queryable, { ownerId, id, withDeleted, size, page }: Asked): Promise<string[]> {
  const rows = await ask<{ id: string }>(
    queryable,
    Prisma.sql`
      SELECT id FROM asset
      WHERE owner_id = ${ownerId}::uuid AND ${withDeleted ? isOnTimeline : isVisible}
        ${id === undefined ? Prisma.empty : Prisma.sql`AND id = ${id}::uuid`}
      ORDER BY file_created_at DESC, id DESC
      OFFSET ${(page - 1) * size}::bigint LIMIT ${size}::int + 1`,
  )
  return rows.map((row) => row.id)
}
