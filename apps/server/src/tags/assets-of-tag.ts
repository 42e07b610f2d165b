import type { Page, Position } from '../answers/pages.js'
import {
  type AssetPieces,
  constant,
  joinPieces,
  MIDDLE_LIST,
  readPieces,
  SHORT_LIST,
  shortPieces,
} from '../assets/asset-pieces.js'
import { versionOf } from '../assets/list-version.js'
import { ask } from '../database/ask.js'
import type { Database, Queryable } from '../database/connect.js'
import { acquireStreamSlot, readSnapshot, type StreamSlot } from '../database/snapshot.js'
import { Prisma } from '../generated/prisma/client.js'

/** The owner of a tag, and the version of its list, which changes with every byte of the list. */
export interface TagVersion {
  userId: string
  version: string
}

/** A tag with a part of its list: the listed assets as JSON without brackets, newest first. */
export interface TagAssets extends TagVersion {
  assets: string | AssetPieces
  /** null at the end of the list. */
  last: Position | null
}

const version = Prisma.sql`${versionOf(Prisma.raw('tag.id'))} AS version`

/** Returns the version of the list of a tag, or null. */
export async function findTagVersion(source: Queryable, id: string): Promise<TagVersion | null> {
  const [row] = await ask<TagVersion>(
    source,
    Prisma.sql`SELECT user_id AS "userId", ${version} FROM tag WHERE id = ${id}::uuid`,
  )
  return row ?? null
}

interface PageRow extends TagVersion {
  /** The number of assets of a whole list; exact up to the limit of a middle list. */
  size: number
  lastId: string | null
  lastCreatedAt: Date | null
  text: string | null
}

const sizeOfAll = Prisma.sql`
  SELECT count(*)::int FROM (SELECT FROM tag_asset WHERE tag_id = tag.id LIMIT ${constant(MIDDLE_LIST + 1)}) AS counted`

/** A page selects only listed assets. For the whole list, unlisted assets are left out when their texts are read. */
const shown = Prisma.sql`JOIN asset_text USING (asset_id)`

/** Reads a tag with a part of its list from one snapshot; null without such a tag. The list of another user's tag is empty. */
export async function readTagAssets(
  database: Database,
  tag: { id: string; userId: string },
  { after, limit }: Page,
): Promise<TagAssets | null> {
  const pieces = await readPage(database, { ...tag, after, limit })
  const page = pieces[0]
  if (!page) return null
  if (page.size > SHORT_LIST && page.userId === tag.userId) {
    const slot = page.size > MIDDLE_LIST ? await acquireStreamSlot(tag.userId) : null
    return readLong(database, tag.id, { after, slot })
  }
  return { userId: page.userId, version: page.version, assets: joinPieces(pieces), last: lastOf(page) }
}

/**
 * Reads a page as rows with pieces. It reads no list of another user's tag, and no whole list that is not short. OFFSET 0 prevents
 * the list from being read again for each piece.
 */
function readPage(
  database: Queryable,
  { id, userId, after, limit }: Page & { id: string; userId: string },
): Promise<PageRow[]> {
  const most = limit === null ? constant(SHORT_LIST) : Prisma.sql`${limit}::int`
  return ask<PageRow>(
    database,
    Prisma.sql`
      SELECT "userId", version, size, "lastId", "lastCreatedAt", text
      FROM (
        SELECT user_id AS "userId", ${version}, size, ids[:${most}] AS ids,
          CASE WHEN cardinality(ids) > ${most} THEN ids[${most}] END AS "lastId", moments[${most}] AS "lastCreatedAt"
        FROM tag
        CROSS JOIN LATERAL (${limit === null ? sizeOfAll : Prisma.sql`SELECT 0`}) AS length (size)
        CROSS JOIN LATERAL (
          SELECT array_agg(asset_id) AS ids, array_agg(file_created_at) AS moments
          FROM (
            SELECT asset_id, tag_asset.file_created_at FROM tag_asset ${limit === null ? Prisma.empty : shown}
            WHERE tag_id = tag.id AND user_id = ${userId}::uuid AND size <= ${constant(SHORT_LIST)}
              ${after ? isAfter(after) : Prisma.empty}
            ORDER BY tag_asset.file_created_at DESC, asset_id DESC
            LIMIT ${most} + 1
          ) AS listed
        ) AS list
        WHERE tag.id = ${id}::uuid
        OFFSET 0
      ) AS page
      LEFT JOIN LATERAL (${shortPieces(null)}) AS pieces ON true`,
  )
}

function isAfter({ at, id }: Position) {
  return Prisma.sql`AND (tag_asset.file_created_at, asset_id) < (${at}, ${id}::uuid)`
}

function readLong(
  database: Database,
  id: string,
  { after, slot }: { after: Position | null; slot: StreamSlot | null },
): Promise<TagAssets | null> {
  return readSnapshot(database, slot, async (snapshot) => {
    const tag = await findTagVersion(snapshot, id)
    if (!tag) {
      snapshot.close()
      return null
    }
    const assets = await readPieces(
      snapshot,
      Prisma.sql`
        SELECT asset_id, file_created_at FROM tag_asset WHERE tag_id = ${id}::uuid ${after ? isAfter(after) : Prisma.empty}`,
      { reader: null },
    )
    return { ...tag, assets, last: null }
  })
}

function lastOf({ lastId, lastCreatedAt }: PageRow): Position | null {
  return lastId && lastCreatedAt ? { id: lastId, at: lastCreatedAt } : null
}
