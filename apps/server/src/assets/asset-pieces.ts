import type { Asset } from '@media-library/contract'
import type { JsonItems, JsonList, Pieces } from '../answers/sent-body.js'
import { ask, type Queryable } from '../database/ask.js'
import type { Snapshot } from '../database/snapshot.js'
import { Prisma } from '../generated/prisma/client.js'

/** A list of up to this many assets (about 300 kB) is read at once; a longer one is streamed. */
export const SHORT_LIST = 200

/** A list of up to this many assets is read ahead of its reader. The reader of a longer list needs a place. */
export const MIDDLE_LIST = 1_000

/** How many assets form one text of a copy. A few long texts cost less than many short ones. */
const LONG_PIECE = 100

/** How many assets form one row: about 30 kB, because the database allocates memory several times for a longer one. */
const SHORT_PIECE = 20

/** A constant is part of the statement, because a parameter could require a new plan each time. */
export function constant(value: number): Prisma.Sql {
  return Prisma.raw(String(value))
}

/** `desc`: newest first. */
export type Order = 'asc' | 'desc'

/** How to sort assets by file_created_at and asset_id. */
export const sortedBy: Record<Order, Prisma.Sql> = {
  asc: Prisma.raw('ORDER BY file_created_at, asset_id'),
  desc: Prisma.raw('ORDER BY file_created_at DESC, asset_id DESC'),
}

/** Where the texts of assets are: of listed ones in a table, of those in the trash in a view that makes them. */
export type Texts = 'asset_text' | 'trashed_asset_text'

/** The user who reads a list; null when all of its assets are their own. */
export type Reader = string | null

/** The JSON of a row of `asset_text`. Whether an asset is a favorite or archived is the business of its owner: for others it is false. */
export function jsonFor(reader: Reader): Prisma.Sql {
  if (reader === null) return Prisma.sql`json`
  return Prisma.sql`
  CASE WHEN json LIKE ${`%"ownerId":"${reader}"%`} THEN json
    ELSE replace(replace(json, '"isFavorite":true', '"isFavorite":false'), '"isArchived":true', '"isArchived":false')
  END`
}

/** Selects the assets that such a query lists, newest first, with several assets per row, as a Piece. */
export function shortPiecesOf(listed: Prisma.Sql, reader: Reader): Prisma.Sql {
  return Prisma.sql`SELECT text FROM (${idsOf(listed, 'desc')}) AS list, LATERAL (${shortPieces(reader)}) AS pieces`
}

/** Some assets of a list. */
export interface Piece {
  /** null when none of its assets is listed. */
  text: JsonItems<Asset> | null
}

/** Selects the assets of an array `ids`, with several assets per row, as a Piece. */
export function shortPieces(reader: Reader, texts: Texts = 'asset_text'): Prisma.Sql {
  return piecesOf(SHORT_PIECE, reader, texts)
}

/** Returns the texts of pieces. Joining them would need another copy in memory. */
export function textsOf(pieces: Piece[]): JsonItems<Asset>[] {
  return pieces.flatMap(({ text }) => text ?? [])
}

/** Reads the assets that a query lists by asset_id and file_created_at, newest first, as JSON without brackets. */
export async function readShort(source: Queryable, listed: Prisma.Sql, reader: Reader): Promise<JsonList<Asset>> {
  return textsOf(await ask<Piece>(source, shortPiecesOf(listed, reader)))
}

/** Streams a list of any length in the same form. */
export async function readPieces(
  snapshot: Snapshot,
  listed: Prisma.Sql,
  { reader, order = 'desc', texts: source = 'asset_text' }: { reader: Reader; order?: Order; texts?: Texts },
): Promise<Pieces<Asset>> {
  const pieces = piecesOf(LONG_PIECE, reader, source)
  const texts = await snapshot.copy(
    Prisma.sql`SELECT ',' || text FROM (${idsOf(listed, order)}) AS list, LATERAL (${pieces}) AS pieces`,
  )
  const { ahead, close, signal } = snapshot
  return { ahead, close, signal, [Symbol.asyncIterator]: () => withoutFirstByte(texts) }
}

/** The ids of the assets that a query lists by asset_id and file_created_at. */
function idsOf(listed: Prisma.Sql, order: Order) {
  return Prisma.sql`
  SELECT array_agg(asset_id ${sortedBy[order]}) AS ids FROM (${listed}) AS listed`
}

function piecesOf(size: number, reader: Reader, texts: Texts) {
  return Prisma.sql`
  SELECT (
    SELECT string_agg(${jsonFor(reader)}, ',' ORDER BY position)
    FROM unnest(ids[first : first + ${constant(size - 1)}]) WITH ORDINALITY AS piece (asset_id, position)
      JOIN ${Prisma.raw(texts)} USING (asset_id)
  ) AS text
  FROM generate_series(1, cardinality(ids), ${constant(size)}) AS first`
}

async function* withoutFirstByte(chunks: AsyncIterable<Buffer>) {
  let skipped = 1
  for await (const chunk of chunks) {
    yield chunk.subarray(skipped) as JsonItems<Asset, Buffer>
    skipped = 0
  }
}
