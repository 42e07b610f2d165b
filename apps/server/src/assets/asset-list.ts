import type { Asset } from '@media-library/contract'
import { toTurnName } from '../admission/turn-name.js'
import type { Page, Position } from '../answers/pages.js'
import type { JsonList } from '../answers/sent-body.js'
import { ask, askOne, type Database, type Queryable } from '../database/ask.js'
import { readSnapshot } from '../database/snapshot.js'
import { Prisma } from '../generated/prisma/client.js'
import {
  type Contents,
  constant,
  MIDDLE_LIST,
  type Order,
  type Piece,
  type Reader,
  readPieces,
  SHORT_LIST,
  shortPieces,
  sortedBy,
  toTexts,
  type VisitingReader,
} from './asset-pieces.js'

/** A list of assets from a query. */
export interface Listing {
  /** Selects asset_id and file_created_at of the assets, in any order. Assets that are not visible are left out. */
  select: Prisma.Sql
  /** An expression for the version of the list, which is read from the same snapshot; empty when the reader may not see it. */
  version: Prisma.Sql
  order: Order
  readerId: string
  /** Whether all of the assets are the reader's own. */
  isOwn: boolean
  contents?: Contents
  /** The link of a visitor who reads it; users have none. */
  link?: VisitingReader | null
  /** Ends the reader's turn at the database. */
  endTurn(): void
}

/** A part of a list: assets as JSON without brackets. */
export interface AssetList {
  /** The version of the list; empty, as the list is, when the reader may not see it. */
  version: string
  assets: JsonList<Asset>
  /** The position of the last asset; null at the end of the list. */
  last: Position | null
}

/** Reads a part of a list of assets from one snapshot. A long list is read at the pace of its reader. */
export async function readAssetList(database: Database, listing: Listing, page: Page): Promise<AssetList> {
  const rows = await readPage(database, listing, page)
  const { version, size, isStreamed, lastId, lastAt } = rows[0] as PageRow
  if (!isStreamed) {
    return { version, assets: toTexts(rows), last: lastId && lastAt ? { id: lastId, at: lastAt } : null }
  }
  const readerId = toTurnName(listing.readerId, listing.link)
  const reader = { readerId, isLong: size > MIDDLE_LIST, endTurn: listing.endTurn }
  return readSnapshot(database, reader, async (snapshot) => {
    const { version } = await askOne<{ version: string }>(snapshot, Prisma.sql`SELECT ${listing.version} AS version`)
    if (version === '') {
      snapshot.close()
      return { version, assets: [], last: null }
    }
    const assets = await readPieces(snapshot, selectPart(listing, page), {
      reader: toReader(listing),
      order: listing.order,
      ...(listing.contents && { contents: listing.contents }),
    })
    return { version, assets, last: null }
  })
}

function toReader({ readerId, isOwn, link }: Listing): Reader {
  if (link) return link
  return isOwn ? null : readerId
}

interface PageRow extends Piece {
  version: string
  /** The number of assets that were found; for a whole list, at most one more than the limit of a middle list. */
  size: number
  isStreamed: boolean
  lastId: string | null
  lastAt: Date | null
}

function selectPart({ select }: Listing, { after }: Page): Prisma.Sql {
  return after
    ? Prisma.sql`
        SELECT asset_id, file_created_at FROM (${select}) AS whole
        WHERE (file_created_at, asset_id) < (${after.at}, ${after.id}::uuid)`
    : select
}

/** Reads a page as rows with pieces. A whole list that is not short has no pieces. OFFSET 0 makes the list be read only once. */
function readPage(database: Database, listing: Listing, page: Page): Promise<PageRow[]> {
  return ask<PageRow>(
    database,
    Prisma.sql`
      SELECT version, size, ids IS NULL AND size > 0 AS "isStreamed", "lastId", "lastAt", text
      FROM (
        SELECT ${listing.version} AS version, list.*
        FROM (${page.limit === null ? selectWhole(listing, page) : selectPage(listing, page, page.limit)}) AS list
        OFFSET 0
      ) AS page
      LEFT JOIN LATERAL (${shortPieces(toReader(listing), listing.contents)}) AS pieces ON true`,
  )
}

/** Selects the ids of a whole list, or null when it is not short. */
function selectWhole(listing: Listing, page: Page): Prisma.Sql {
  return Prisma.sql`
    SELECT size, NULL::uuid AS "lastId", NULL::timestamptz AS "lastAt",
      CASE WHEN size <= ${constant(SHORT_LIST)} THEN all_ids END AS ids
    FROM (
      SELECT array_agg(asset_id) AS all_ids, count(*)::int AS size
      FROM (
        SELECT asset_id FROM (${selectPart(listing, page)}) AS part
        ${sortedBy[listing.order]}
        LIMIT ${constant(MIDDLE_LIST + 1)}
      ) AS sorted
    ) AS found`
}

/** The bytes of text up to which a page is filled. A usual page of 1,000 assets has some 2 MB. */
const PAGE_BYTES = 8_000_000

/** Selects the ids of a page, which ends early when its texts are long. */
function selectPage(listing: Listing, page: Page, limit: number): Prisma.Sql {
  return Prisma.sql`
    SELECT size, CASE WHEN size > fitting THEN all_ids[fitting] END AS "lastId", moments[fitting] AS "lastAt",
      all_ids[:fitting] AS ids
    FROM (
      SELECT array_agg(asset_id) AS all_ids, array_agg(file_created_at) AS moments, count(*)::int AS size,
        least(${limit}::int, greatest(1, count(*) FILTER (WHERE bytes <= ${constant(PAGE_BYTES)})))::int AS fitting
      FROM (
        SELECT asset_id, file_created_at, sum(bytes) OVER (ROWS UNBOUNDED PRECEDING) AS bytes
        FROM (
          SELECT asset_id, file_created_at, octet_length(json) AS bytes
          FROM (${selectPart(listing, page)}) AS part JOIN asset_text USING (asset_id)
          WHERE ${listing.contents === undefined || listing.contents === 'visible' ? isNotTrashed : Prisma.sql`true`}
          ${sortedBy[listing.order]}
          LIMIT ${limit}::int + 1
        ) AS sorted
      ) AS summed
    ) AS found`
}

/**
 * The condition that an asset is not in the trash. It looks into a table with few rows, which include those in the trash.
 */
const isNotTrashed = Prisma.sql`
  NOT EXISTS (SELECT FROM stale_text JOIN asset ON id = asset_id WHERE asset_id = part.asset_id AND deleted_at IS NOT NULL)`

/**
 * Selects the version of a list of assets by its id: of all that a user owns, of an album or of a tag. It changes with every byte of
 * the list.
 */
export function selectListVersion(listId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`to_hex(coalesce((SELECT bit_xor(mark) FROM list_version WHERE list_id = ${listId}), 0))`
}

/** Combines the many rows of a version into one, so that reading it stays fast. */
export async function foldListVersions(database: Queryable): Promise<void> {
  await ask(
    database,
    Prisma.sql`
      WITH grown AS MATERIALIZED (
        SELECT list_id FROM list_version GROUP BY list_id HAVING count(*) > 1
      ), folded AS (
        DELETE FROM list_version USING grown WHERE list_version.list_id = grown.list_id
        RETURNING list_version.list_id, mark
      )
      INSERT INTO list_version (list_id, mark) SELECT list_id, bit_xor(mark) FROM folded GROUP BY list_id`,
  )
}
