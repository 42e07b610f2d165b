import type { Page, Position } from '../answers/pages.js'
import { ask } from '../database/ask.js'
import type { Database } from '../database/connect.js'
import { acquireStreamSlot, readSnapshot } from '../database/snapshot.js'
import { Prisma } from '../generated/prisma/client.js'
import {
  type AssetPieces,
  constant,
  joinPieces,
  MIDDLE_LIST,
  type Order,
  type Piece,
  type Reader,
  readPieces,
  SHORT_LIST,
  shortPieces,
  sortedBy,
  type Texts,
} from './asset-pieces.js'

/** A list of assets from a query. */
export interface Listing {
  /** Selects asset_id and file_created_at of the assets, in any order. Assets without a text are left out. */
  listed: Prisma.Sql
  /** An expression for the version of the list, which is read from the same snapshot. */
  version: Prisma.Sql
  order: Order
  readerId: string
  /** Whether all of the assets are the reader's own. */
  isOwn: boolean
  texts?: Texts
}

/** A part of a list: assets as JSON without brackets. */
export interface AssetList {
  version: string
  assets: string | AssetPieces
  /** null at the end of the list. */
  last: Position | null
}

/** Reads a part of a list of assets from one snapshot. A long list is read at the pace of its reader. */
export async function readAssetList(database: Database, listing: Listing, page: Page): Promise<AssetList> {
  const rows = await readPage(database, listing, page)
  const { version, size, lastId, lastAt } = rows[0] as PageRow
  if (page.limit !== null || size <= SHORT_LIST) {
    return { version, assets: joinPieces(rows), last: lastId && lastAt ? { id: lastId, at: lastAt } : null }
  }
  const slot = size > MIDDLE_LIST ? await acquireStreamSlot(listing.readerId) : null
  return readSnapshot(database, slot, async (snapshot) => {
    const [row] = await snapshot.ask<{ version: string }>(Prisma.sql`SELECT ${listing.version} AS version`)
    const assets = await readPieces(snapshot, partOf(listing, page), {
      reader: readerOf(listing),
      order: listing.order,
      ...(listing.texts && { texts: listing.texts }),
    })
    return { version: (row as { version: string }).version, assets, last: null }
  })
}

function readerOf({ readerId, isOwn }: Listing): Reader {
  return isOwn ? null : readerId
}

interface PageRow extends Piece {
  version: string
  /** The number of assets that were found; for a whole list, at most one more than the limit of a middle list. */
  size: number
  lastId: string | null
  lastAt: Date | null
}

function partOf({ listed }: Listing, { after }: Page): Prisma.Sql {
  return after
    ? Prisma.sql`
        SELECT asset_id, file_created_at FROM (${listed}) AS whole
        WHERE (file_created_at, asset_id) < (${after.at}, ${after.id}::uuid)`
    : listed
}

/** Reads a page as rows with pieces. A whole list that is not short has no pieces. OFFSET 0 makes the list be read only once. */
function readPage(database: Database, listing: Listing, page: Page): Promise<PageRow[]> {
  const whole = page.limit === null
  const most = whole ? constant(SHORT_LIST) : Prisma.sql`${page.limit}::int`
  const listed = whole ? Prisma.empty : Prisma.sql`JOIN ${Prisma.raw(listing.texts ?? 'asset_text')} USING (asset_id)`
  return ask<PageRow>(
    database,
    Prisma.sql`
      SELECT version, size, "lastId", "lastAt", text
      FROM (
        SELECT ${listing.version} AS version, size, moments[${most}] AS "lastAt",
          CASE WHEN size > ${most} THEN all_ids[${most}] END AS "lastId",
          ${whole ? Prisma.sql`CASE WHEN size <= ${most} THEN all_ids END` : Prisma.sql`all_ids[:${most}]`} AS ids
        FROM (
          SELECT array_agg(asset_id) AS all_ids, array_agg(file_created_at) AS moments, count(*)::int AS size
          FROM (
            SELECT asset_id, file_created_at FROM (${partOf(listing, page)}) AS part ${listed}
            ${sortedBy[listing.order]}
            LIMIT ${whole ? constant(MIDDLE_LIST + 1) : Prisma.sql`${most} + 1`}
          ) AS sorted
        ) AS list
        OFFSET 0
      ) AS page
      LEFT JOIN LATERAL (${shortPieces(readerOf(listing), listing.texts)}) AS pieces ON true`,
  )
}
