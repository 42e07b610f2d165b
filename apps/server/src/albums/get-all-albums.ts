import { setImmediate } from 'node:timers/promises'
import type { Album, AlbumCount, AlbumFilter } from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import { nextLink, type Page, type Position, readCursor } from '../answers/pages.js'
import { type JsonItems, type JsonList, jsonList } from '../answers/sent-body.js'
import { isVisible } from '../assets/asset.js'
import { constant } from '../assets/asset-pieces.js'
import { visibleAlbumIds } from '../assets/visibility.js'
import { ask, askOne, type Database, type Queryable } from '../database/ask.js'
import { readSnapshot } from '../database/snapshot.js'
import { Prisma } from '../generated/prisma/client.js'
import { type AlbumPiece, copyAlbums, inAlbumOrder, selectAlbumPieces, toText } from './album-texts.js'

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

/**
 * Reads a page of the matching albums that the user may see, newest `updatedAt` first, then by id, from one snapshot, as JSON without
 * brackets. `last` is null at the end of the list.
 */
async function readAlbums(
  database: Database,
  filter: Filter,
  { after, limit, endTurn }: Page & { endTurn: () => void },
): Promise<{ albums: JsonList<Album>; last: Position | null }> {
  const rows = await readPage(database, filter, { after, limit })
  const { size, lastId, lastAt } = rows[0] as PageRow
  if (limit !== null || size <= SHORT) {
    return { albums: await toTexts(rows, filter), last: lastId && lastAt ? { id: lastId, at: lastAt } : null }
  }
  const albums = await readSnapshot(database, { readerId: filter.userId, isLong: true, endTurn }, (snapshot) =>
    copyAlbums(snapshot, selectFound(filter, after), filter.userId),
  )
  return { albums, last: null }
}

interface PageRow {
  /** The number of albums that were found, at most one more than the page has. */
  size: number
  lastId: string | null
  lastAt: Date | null
  /** Null, as the users are, when the page is empty. */
  text: AlbumPiece['text'] | null
  users: AlbumPiece['users'] | null
}

/** Reads a page as rows with pieces. A whole list that is not short has no pieces. */
function readPage(database: Database, filter: Filter, { after, limit }: Page): Promise<PageRow[]> {
  const most = limit === null ? constant(SHORT) : Prisma.sql`(SELECT ${limit}::int)`
  const ids = limit === null ? Prisma.sql`CASE WHEN size <= ${most} THEN all_ids END` : Prisma.sql`all_ids[:${most}]`
  return ask(
    database,
    Prisma.sql`
      SELECT size, "lastId", "lastAt", text, users
      FROM (
        SELECT size, CASE WHEN size > ${most} THEN all_ids[${most}] END AS "lastId", moments[${most}] AS "lastAt", ${ids} AS ids
        FROM (
          SELECT count(*)::int AS size, array_agg(id) AS all_ids, array_agg(updated_at) AS moments
          FROM (${selectFound(filter, after)} ${inAlbumOrder} LIMIT ${most} + 1) AS found
        ) AS counted
        OFFSET 0
      ) AS page
      LEFT JOIN LATERAL (${selectAlbumPieces()}) AS pieces ON true`,
  )
}

/** Converts pieces to texts, between other requests. */
async function toTexts(rows: PageRow[], { userId }: Filter): Promise<JsonItems<Album>[]> {
  const texts: JsonItems<Album>[] = []
  for (const { text, users } of rows) {
    if (texts.length > 0) await setImmediate()
    if (text !== null && users !== null) texts.push(toText({ text, users }, userId))
  }
  return texts
}

function selectFound(filter: Filter, after: Position | null): Prisma.Sql {
  return Prisma.sql`SELECT id, updated_at FROM album WHERE ${isWanted(filter)} ${after ? isAfter(after) : Prisma.empty}`
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
  if (assetId !== undefined) return Prisma.sql`${isVisibleToUser} ${holds}`
  // The planner, which does not look into the parenthesis, makes one plan for all users.
  return Prisma.sql`album.owner_id = (SELECT ${userId}::uuid)`
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
