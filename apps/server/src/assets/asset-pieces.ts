import type { Asset } from '@media-library/contract'
import { copyItems } from '../answers/copied-items.js'
import type { JsonItems, JsonList, Pieces } from '../answers/sent-body.js'
import { ask, type Queryable } from '../database/ask.js'
import type { Snapshot } from '../database/snapshot.js'
import { Prisma } from '../generated/prisma/client.js'

/** The number of assets (about 300 kB) up to which a list is read at once; a longer one is streamed. */
export const SHORT_LIST = 200

/** The number of assets up to which a list is read ahead of its reader. The reader of a longer list needs a slot. */
export const MIDDLE_LIST = 1_000

/** The number of assets in one text of a copy. A few long texts cost less than many short ones. */
const LONG_PIECE = 100

/** The number of assets in one row: about 30 kB, because the database allocates memory several times for a longer one. */
const SHORT_PIECE = 20

/** Writes a number as a part of the statement, because a parameter could require a new plan each time. */
export function constant(value: number): Prisma.Sql {
  return Prisma.raw(String(value))
}

/** The order of a list; `desc` is newest first. */
export type Order = 'asc' | 'desc'

/** The SQL that sorts assets by file_created_at and asset_id. */
export const sortedBy: Record<Order, Prisma.Sql> = {
  asc: Prisma.raw('ORDER BY file_created_at, asset_id'),
  desc: Prisma.raw('ORDER BY file_created_at DESC, asset_id DESC'),
}

/** Visitors of a link of a user, and whether it shows them metadata. */
export interface VisitingReader {
  userId: string
  showMetadata: boolean
}

/** The user who reads a list; null when all of its assets are their own. */
export type Reader = string | VisitingReader | null

/** What a list of the assets of a query contains: visible ones, those in the trash, which are their reader's own, or both. */
export type Contents = 'visible' | 'trashed' | 'both'

/** Selects the visible assets of a query, newest first, with several assets per row, as a Piece. */
export function selectShortPieces(selection: Prisma.Sql, reader: Reader): Prisma.Sql {
  return Prisma.sql`SELECT text FROM (${selectIds(selection, 'desc')}) AS list, LATERAL (${shortPieces(reader)}) AS pieces`
}

/** Some assets of a list. */
export interface Piece {
  /** The assets as JSON; null when none of them is visible. */
  text: JsonItems<Asset> | null
}

/** Selects the assets of an array `ids`, with several assets per row, as a Piece. */
export function shortPieces(reader: Reader, contents: Contents = 'visible'): Prisma.Sql {
  return selectPieces(SHORT_PIECE, reader, contents)
}

/** Returns the texts of pieces. They are not joined, because that would need another copy in memory. */
export function toTexts(pieces: Piece[]): JsonItems<Asset>[] {
  return pieces.flatMap(({ text }) => text ?? [])
}

/** Reads the assets that a query selects by asset_id and file_created_at, newest first, as JSON without brackets. */
export async function readShort(source: Queryable, selection: Prisma.Sql, reader: Reader): Promise<JsonList<Asset>> {
  return toTexts(await ask<Piece>(source, selectShortPieces(selection, reader)))
}

/** Streams a list of any length in the same form. */
export async function readPieces(
  snapshot: Snapshot,
  selection: Prisma.Sql,
  { reader, order = 'desc', contents = 'visible' }: { reader: Reader; order?: Order; contents?: Contents },
): Promise<Pieces<Asset>> {
  const pieces = selectPieces(LONG_PIECE, reader, contents)
  return copyItems(
    snapshot,
    Prisma.sql`SELECT text FROM (${selectIds(selection, order)}) AS list, LATERAL (${pieces}) AS pieces`,
  )
}

/** Selects the ids of the assets that a query selects by asset_id and file_created_at. */
function selectIds(selection: Prisma.Sql, order: Order) {
  return Prisma.sql`
  SELECT array_agg(asset_id ${sortedBy[order]}) AS ids FROM (${selection}) AS selected`
}

function selectPieces(size: number, reader: Reader, contents: Contents) {
  const piece = Prisma.sql`ids[first : first + ${constant(size - 1)}]`
  return Prisma.sql`
  SELECT (
    SELECT string_agg(${contents === 'trashed' ? jsonNow(reader) : usualJson(piece, reader, contents)}, ',' ORDER BY position)
    FROM unnest(${piece}) WITH ORDINALITY AS piece (asset_id, position) JOIN asset_text AS text USING (asset_id)
  ) AS text
  FROM generate_series(1, cardinality(ids), ${constant(size)}) AS first`
}

/**
 * The JSON of a row of `text`, which is usually as it is stored; null in the trash, if the list does not contain that. Looking at each row of `asset`
 * takes as long as all else.
 */
function usualJson(piece: Prisma.Sql, reader: Reader, contents: 'visible' | 'both') {
  if (isVisiting(reader)) return jsonNow(reader, Prisma.sql`AND deleted_at IS NULL`)
  const condition = contents === 'both' ? Prisma.empty : Prisma.sql`AND deleted_at IS NULL`
  return Prisma.sql`
  CASE WHEN asset_id <> ALL (ARRAY (SELECT asset_id FROM stale_text WHERE asset_id = ANY (${piece})))
    ${reader === null ? Prisma.empty : Prisma.sql`AND is_plain`}
    THEN json ELSE ${jsonNow(reader, condition)} END`
}

function jsonNow(reader: Reader, condition = Prisma.empty) {
  const isOwn = reader === null ? Prisma.sql`true` : Prisma.sql`owner_id = ${reader}::uuid`
  const json = isVisiting(reader) ? visitorJson(reader) : Prisma.sql`asset_json(asset, now, ${isOwn})`
  return Prisma.sql`(SELECT ${json} FROM asset, ${textNow} WHERE id = text.asset_id ${condition})`
}

/** The row of `text` as `now`, made anew where its people are stale. */
export const textNow = Prisma.sql`
  LATERAL (
    SELECT CASE WHEN EXISTS (SELECT FROM stale_text WHERE asset_id = text.asset_id AND has_people) THEN fresh_text(text) ELSE text END AS now
    OFFSET 0
  ) AS fresh`

function isVisiting(reader: Reader): reader is VisitingReader {
  return typeof reader === 'object' && reader !== null
}

/** The JSON of a row of `asset` and its text `now` as visitors of a link get it. */
export function visitorJson({ showMetadata }: VisitingReader): Prisma.Sql {
  return Prisma.sql`visitor_json(asset_json(asset, now, false), ${showMetadata}::boolean)`
}
