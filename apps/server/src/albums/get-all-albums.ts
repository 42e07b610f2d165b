import { setImmediate } from 'node:timers/promises'
import type { Album, AlbumCount, AlbumFilter } from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import { nextLink, type Page, type Position, readCursor } from '../answers/pages.js'
import { type JsonItems, type JsonList, jsonItems, jsonList, toBytes } from '../answers/sent-body.js'
import { isVisible } from '../assets/asset.js'
import { visibleAlbumIds } from '../assets/visibility.js'
import { ask, askOne, type Connection, type Database, type Queryable, uuids } from '../database/ask.js'
import { readSnapshot } from '../database/snapshot.js'
import { Prisma } from '../generated/prisma/client.js'
import { type AlbumAnswer, type AlbumRow, selectAnswer, toAlbumRow } from './album.js'
import { toAlbum } from './to-album.js'

export const getAllAlbums: Handler<'getAllAlbums'> = async ({ query, caller, endTurn, req, res }, { database }) => {
  const { limit = null, cursor, ...filter } = query
  const input = { ...filter, userId: caller.user.id }
  const { albums, last } = await readAlbums(database, input, { after: readCursor(cursor), limit, endTurn })
  if (last) res.set('Link', nextLink(req.path, query, last))
  return { status: 200, body: jsonList(albums) }
}

type Filter = Pick<AlbumFilter, 'shared' | 'assetId'> & { userId: string }

/** The number of albums up to which a list is read at once; a longer one is read at the pace of its reader. */
const SHORT = 1_000

/** How many albums are converted between other requests, in a millisecond or two. */
const AT_ONCE = 100

/**
 * Reads a page of the matching albums that the user may see, newest `updatedAt` first, then by id, from one snapshot, as JSON without
 * brackets. `last` is null at the end of the list.
 */
async function readAlbums(
  database: Database,
  filter: Filter,
  { after, limit, endTurn }: Page & { endTurn: () => void },
): Promise<{ albums: JsonList<Album>; last: Position | null }> {
  const most = limit ?? SHORT
  const rows = await readRows(database, selectFound(filter, { after, limit: most + 1 }))
  if (rows.length <= most) return { albums: await toTexts(rows, filter), last: null }
  if (limit !== null) {
    return { albums: await toTexts(rows.slice(0, limit), filter), last: toPosition(rows[limit - 1] as AlbumRow) }
  }
  return readSnapshot(database, { readerId: filter.userId, isLong: true, endTurn }, async (snapshot) => {
    const { ahead, close, signal } = snapshot
    const texts = readTexts(snapshot, await readIds(snapshot, filter, after), filter)
    return { albums: { ahead, close, signal, [Symbol.asyncIterator]: () => texts }, last: null }
  })
}

/** Reads the albums with these ids in small parts: a thousand objects at once would keep other requests waiting. */
async function* readTexts(source: Connection, ids: string[], { userId }: Filter) {
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const part = uuids(ids.slice(start, start + AT_ONCE))
    const rows = await readRows(source, Prisma.sql`SELECT * FROM album WHERE id = ANY (${part}::uuid[])`)
    yield toBytes(toText(rows, userId), start === 0 ? '' : ',')
  }
}

async function toTexts(rows: AlbumRow[], { userId }: Filter): Promise<JsonItems<Album>[]> {
  const texts: JsonItems<Album>[] = []
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    if (start > 0) await setImmediate()
    texts.push(toText(rows.slice(start, start + AT_ONCE), userId))
  }
  return texts
}

function toText(rows: AlbumRow[], userId: string): JsonItems<Album> {
  return jsonItems(rows.map((row) => ({ ...toAlbum(row, userId), assets: [] })))
}

function toPosition({ updatedAt, id }: AlbumRow): Position {
  return { at: updatedAt, id }
}

async function readRows(source: Queryable, albums: Prisma.Sql): Promise<AlbumRow[]> {
  const rows = await ask<AlbumAnswer>(
    source,
    Prisma.sql`${selectAnswer(Prisma.sql`(${albums}) AS album`)} ORDER BY album.updated_at DESC, album.id`,
  )
  return rows.map(toAlbumRow)
}

/** Reads the ids of all found albums after a position, in their order. */
async function readIds(source: Queryable, filter: Filter, after: Position | null): Promise<string[]> {
  const found = selectFound(filter, { after, limit: null })
  const { ids } = await askOne<{ ids: string[] }>(
    source,
    Prisma.sql`SELECT ARRAY (SELECT id::text FROM (${found}) AS album ORDER BY updated_at DESC, id) AS ids`,
  )
  return ids
}

function selectFound(filter: Filter, { after, limit }: Page): Prisma.Sql {
  return Prisma.sql`
    SELECT * FROM album WHERE ${isWanted(filter)} ${after ? isAfter(after) : Prisma.empty}
    ORDER BY updated_at DESC, id ${limit === null ? Prisma.empty : Prisma.sql`LIMIT ${limit}::int`}`
}

function isAfter({ at, id }: Position) {
  return Prisma.sql`AND updated_at <= ${at} AND (updated_at < ${at} OR id > ${id}::uuid)`
}

/** The condition that a row of `album` is shared with an active user. */
const isShared = Prisma.sql`EXISTS (
  SELECT FROM album_user JOIN "user" ON "user".id = user_id WHERE album_id = album.id AND "user".deleted_at IS NULL
)`

function isWanted({ userId, shared, assetId }: Filter): Prisma.Sql {
  const isOwn = Prisma.sql`album.owner_id = ${userId}::uuid`
  const isVisibleToUser = Prisma.sql`album.id IN (${visibleAlbumIds(userId)})`
  const holds =
    assetId === undefined
      ? Prisma.empty
      : Prisma.sql`AND album.id IN (
          SELECT album_id FROM album_asset JOIN asset ON asset.id = asset_id WHERE asset_id = ${assetId}::uuid AND ${isVisible}
        )`
  if (shared === true) return Prisma.sql`${isVisibleToUser} AND (NOT ${isOwn} OR ${isShared}) ${holds}`
  if (shared === false) return Prisma.sql`${isOwn} AND NOT ${isShared} ${holds}`
  return Prisma.sql`${assetId === undefined ? isOwn : isVisibleToUser} ${holds}`
}

export const getAlbumCount: Handler<'getAlbumCount'> = async ({ caller: { user } }, { database }) => ({
  status: 200,
  body: await countAlbums(database, user.id),
})

/** Counts the albums that a user may see, as the filters of a list of albums name them. */
function countAlbums(queryable: Queryable, userId: string): Promise<AlbumCount> {
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
