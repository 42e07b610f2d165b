import type { AlbumCount } from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import { nextLink, type Page, type Position, readCursor } from '../answers/pages.js'
import { jsonText } from '../answers/sent-body.js'
import { visibleAlbumIds } from '../assets/visibility.js'
import { ask, askOne } from '../database/ask.js'
import type { Connection, Database, Queryable } from '../database/connect.js'
import { acquireStreamSlot, readSnapshot } from '../database/snapshot.js'
import { Prisma } from '../generated/prisma/client.js'
import { type AlbumAnswer, type AlbumRow, answerOf, toAlbumRow } from './album.js'
import { toAlbum } from './to-album.js'

export const getAllAlbums: Handler<'getAllAlbums'> =
  ({ database }) =>
  async ({ query, caller, req, res }) => {
    const { limit = null, cursor, ...filter } = query
    const input = { ...filter, userId: caller.user.id }
    const { albums, last } = await readAlbums(database, input, { after: readCursor(cursor), limit })
    if (last) res.set('Link', nextLink(req.path, query, last))
    const textOf = (rows: AlbumRow[]) =>
      rows.map((row) => JSON.stringify({ ...toAlbum(row, caller.user.id), assets: [] })).join(',')
    return { status: 200, body: jsonText('[', Array.isArray(albums) ? textOf(albums) : piecesOf(albums, textOf), ']') }
  }

function piecesOf({ close, signal, ...batches }: AlbumBatches, textOf: (rows: AlbumRow[]) => string) {
  return {
    close,
    signal,
    async *[Symbol.asyncIterator]() {
      let separator = ''
      for await (const rows of batches) {
        yield Buffer.from(separator + textOf(rows))
        separator = ','
      }
    },
  }
}

/** The filters of a list of albums; undefined ones do not apply. */
export interface AlbumFilter {
  userId: string
  shared?: boolean | undefined
  /** An asset that the albums contain. */
  assetId?: string | undefined
}

/** Albums in batches. It holds a connection until it is closed or has been read completely. */
export interface AlbumBatches extends AsyncIterable<AlbumRow[]> {
  close(): void
  /** Aborts when its reader was too slow. */
  signal: AbortSignal
}

/** A part of a list of albums. */
export interface AlbumList {
  albums: AlbumRow[] | AlbumBatches
  /** null at the end of the list. */
  last: Position | null
}

/** A list of up to this many albums is read at once; a longer one at the pace of its reader. */
const SHORT = 1_000

/** Reads a page of the matching albums that the user may see, newest `updatedAt` first, then by id, from one snapshot. */
export async function readAlbums(database: Database, filter: AlbumFilter, page: Page): Promise<AlbumList> {
  const { after, limit } = page
  const most = limit ?? SHORT
  const rows = await readPart(database, filter, { after, limit: most + 1 })
  if (rows.length <= most) return { albums: rows, last: null }
  if (limit !== null) return { albums: rows.slice(0, limit), last: positionOf(rows[limit - 1] as AlbumRow) }
  const slot = await acquireStreamSlot(filter.userId)
  return readSnapshot(database, slot, async (snapshot) => {
    const { close, signal } = snapshot
    const batches = readBatches(snapshot, filter, after)
    return { albums: { close, signal, [Symbol.asyncIterator]: () => batches }, last: null }
  })
}

function positionOf({ updatedAt, id }: AlbumRow): Position {
  return { at: updatedAt, id }
}

async function* readBatches(source: Connection, filter: AlbumFilter, start: Position | null) {
  for (let after = start; ; ) {
    const rows = await readPart(source, filter, { after, limit: SHORT })
    const last = rows.at(-1)
    if (last) yield rows
    if (!last || rows.length < SHORT) return
    after = positionOf(last)
  }
}

async function readPart(
  source: Queryable,
  filter: AlbumFilter,
  { after, limit }: { after: Position | null; limit: number },
): Promise<AlbumRow[]> {
  const albums = Prisma.sql`(
    SELECT * FROM album
    WHERE ${isWanted(filter)} ${after ? isAfter(after) : Prisma.empty}
    ORDER BY updated_at DESC, id LIMIT ${limit}::int
  ) AS album`
  const rows = await ask<AlbumAnswer>(source, Prisma.sql`${answerOf(albums)} ORDER BY album.updated_at DESC, album.id`)
  return rows.map(toAlbumRow)
}

function isAfter({ at, id }: Position) {
  return Prisma.sql`AND updated_at <= ${at} AND (updated_at < ${at} OR id > ${id}::uuid)`
}

/** The condition that a row of `album` is shared with an active user. */
export const isShared = Prisma.sql`EXISTS (
  SELECT FROM album_user JOIN "user" ON "user".id = user_id WHERE album_id = album.id AND "user".deleted_at IS NULL
)`

function isWanted({ userId, shared, assetId }: AlbumFilter): Prisma.Sql {
  const isOwn = Prisma.sql`album.owner_id = ${userId}::uuid`
  const isVisible = Prisma.sql`album.id IN (${visibleAlbumIds(userId)})`
  const holds =
    assetId === undefined
      ? Prisma.empty
      : Prisma.sql`AND album.id IN (
          SELECT album_id FROM album_asset JOIN asset_text USING (asset_id) WHERE asset_id = ${assetId}::uuid
        )`
  if (shared === true) return Prisma.sql`${isVisible} AND (NOT ${isOwn} OR ${isShared}) ${holds}`
  if (shared === false) return Prisma.sql`${isOwn} AND NOT ${isShared} ${holds}`
  return Prisma.sql`${assetId === undefined ? isOwn : isVisible} ${holds}`
}

export const getAlbumCount: Handler<'getAlbumCount'> =
  ({ database }) =>
  async ({ caller: { user } }) => ({ status: 200, body: await countAlbums(database, user.id) })

/** Counts the albums that a user may see, as the filters of a list of albums name them. */
export function countAlbums(queryable: Queryable, userId: string): Promise<AlbumCount> {
  const isOwn = Prisma.sql`owner_id = ${userId}::uuid`
  return askOne<AlbumCount>(
    queryable,
    Prisma.sql`
      SELECT count(*) FILTER (WHERE ${isOwn})::int AS owned,
        count(*) FILTER (WHERE NOT ${isOwn} OR ${isShared})::int AS shared,
        count(*) FILTER (WHERE ${isOwn} AND NOT ${isShared})::int AS "notShared"
      FROM album WHERE id IN (${visibleAlbumIds(userId)})`,
  )
}
