import { isVisible } from '../assets/asset.js'
import { ask, askOne, type Queryable } from '../database/ask.js'
import { createAnnouncer } from '../database/notices.js'
import { Prisma } from '../generated/prisma/client.js'
import { type EventPosition, startAt } from './position.js'

/** The channel that announces events to servers. */
export const EVENT_CHANNEL = 'event'

/** Announces events to the servers; call it after the commit. Without it, servers find the events within a second. */
export const announceEvents = createAnnouncer(EVENT_CHANNEL)

/** An event, and the users who may receive it. */
export interface EventRow {
  xid: number
  id: number
  type: string
  assetId: string | null
  albumId: string | null
  linkId: string | null
  subject: string | null
  state: string | null
  /** The ids of the users who may receive it, separated by commas. */
  readers: string
}

/** The state of the history of events at the moment of a statement. */
interface MomentRow {
  /** The database server that counts the transactions. */
  history: string
  /** The last transaction whose events may have been removed. */
  goneUpTo: number
  /** The running transactions, separated by commas. */
  running: string
  /** The number of events on the page, for all users together. */
  found: number
  /** The last event of the page. */
  lastXid: number | null
  lastId: number | null
}

/** An event; all fields are null in the only row of an empty page. */
type MaybeEventRow = { [Name in keyof EventRow]: EventRow[Name] | null }

/** A page of events in the order of their transactions. */
export interface EventPage {
  history: string
  goneUpTo: number
  running: number[]
  /** The last event of all users; null when there is none. */
  last: { xid: number; id: number } | null
  /** Whether there may be more. */
  isFull: boolean
  rows: EventRow[]
}

/** Finds the present position, after which come the events of transactions that are not yet visible. */
export async function findPresent(database: Queryable): Promise<{ history: string; position: EventPosition }> {
  const row = await askOne<{ history: string; top: number; running: string }>(
    database,
    Prisma.sql`
      SELECT ${history} AS history, ${running} AS running, greatest(
          (SELECT gone_up_to FROM event_history),
          (SELECT xid FROM event WHERE ${isOfThisServer} ORDER BY xid DESC LIMIT 1)
        )::float8 AS top`,
  )
  return { history: row.history, position: startAt(row.top, toNumbers(row.running)) }
}

/** Reads the events after a position, at most `limit`; only those for a user, if one is given. */
export async function readEvents(
  database: Queryable,
  { top, open }: EventPosition,
  { limit, userId = null }: { limit: number; userId?: string | null },
): Promise<EventPage> {
  const xids = `{${open.map(({ xid }) => xid).join(',')}}`
  const starts = `{${open.map(({ upTo }) => upTo).join(',')}}`
  const rows = await ask<MomentRow & MaybeEventRow>(
    database,
    Prisma.sql`
      WITH found AS MATERIALIZED (
        (
          SELECT event.* FROM unnest(${xids}::bigint[], ${starts}::bigint[]) AS begun (xid, up_to),
            LATERAL (
              SELECT * FROM event WHERE xid = begun.xid AND id > begun.up_to ORDER BY xid, id LIMIT ${limit}::int
            ) AS event
        ) UNION ALL (
          SELECT * FROM event WHERE xid > ${top}::bigint AND ${isOfThisServer} ORDER BY xid, id LIMIT ${limit}::int
        )
        ORDER BY xid, id LIMIT ${limit}::int
      ), last AS (
        SELECT xid, id FROM found ORDER BY xid DESC, id DESC LIMIT 1
      )
      SELECT moment.*, announced.*
      FROM (
        SELECT ${history} AS history, ${running} AS running,
          (SELECT gone_up_to FROM event_history)::float8 AS "goneUpTo", (SELECT count(*) FROM found)::int AS found,
          (SELECT xid FROM last)::float8 AS "lastXid", (SELECT id FROM last)::float8 AS "lastId"
      ) AS moment LEFT JOIN (
        SELECT xid::float8, id::float8, type, asset_id AS "assetId", album_id AS "albumId", link_id AS "linkId", subject, state::text,
          array_to_string(readers, ',') AS readers
        FROM found, LATERAL (SELECT ${readersOfEvent} AS readers OFFSET 0) AS audience
        WHERE ${userId === null ? Prisma.sql`readers <> '{}'` : Prisma.sql`${userId}::uuid = ANY (readers)`}
      ) AS announced ON true
      ORDER BY xid, id`,
  )
  const [moment] = rows
  if (!moment) throw new Error('The statement always returns a row.')
  const { lastXid, lastId } = moment
  return {
    history: moment.history,
    goneUpTo: moment.goneUpTo,
    running: toNumbers(moment.running),
    last: lastXid === null || lastId === null ? null : { xid: lastXid, id: lastId },
    isFull: moment.found >= limit,
    rows: rows.filter(isEvent),
  }
}

/**
 * The time for which an event is kept. It is sent again for an hour after its commit, and a transaction may take some minutes.
 */
const KEPT_MINUTES = 65

const AT_ONCE = 10_000

/**
 * Removes old events, and those that are as far in the future because the clock was set back, whole transactions at a time, as long as every
 * earlier transaction has ended. Returns whether there may be more.
 */
export async function pruneEvents(database: Queryable): Promise<boolean> {
  const { isFull } = await askOne<{ isFull: boolean }>(
    database,
    Prisma.sql`
      WITH oldest AS MATERIALIZED (
        SELECT xid, at FROM event ORDER BY xid, id LIMIT ${AT_ONCE}::int
      ), gone AS MATERIALIZED (
        UPDATE event_history SET gone_up_to = greatest(gone_up_to, old.xid)
        FROM (
          SELECT max(xid) AS xid FROM oldest
          WHERE abs(extract(epoch FROM now() - at)) > ${KEPT_MINUTES * 60}::float
            AND xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
        ) AS old
        WHERE old.xid IS NOT NULL
        RETURNING old.xid
      ), removed AS (
        DELETE FROM event USING gone WHERE event.xid <= gone.xid RETURNING 1
      )
      SELECT count(*) >= ${AT_ONCE}::int AS "isFull" FROM removed`,
  )
  return isFull
}

/** The id of the database server that counts the transactions, which a restored backup does not keep. */
const history = Prisma.sql`(SELECT to_hex(system_identifier) FROM pg_control_system())`

const running = Prisma.sql`
  array_to_string(ARRAY (SELECT pg_snapshot_xip(pg_current_snapshot()) ORDER BY 1), ',')`

/**
 * The condition that the transaction has begun here. A row from a copy of another server's tables may have a higher number.
 */
const isOfThisServer = Prisma.sql`xid < pg_snapshot_xmax(pg_current_snapshot())::text::bigint`

/**
 * The users who may receive a row of `found`: for a job, and for an asset that was added, removed or restored, and for a link, the owner; for a changed
 * asset, also those who see it in an album; for an album, its owner, and for a shared or changed one its shared users.
 */
const readersOfEvent = Prisma.sql`
  CASE WHEN found.type IN ('album.deleted', 'asset.trashed', 'asset.restored', 'asset.deleted', 'link.created', 'link.updated', 'link.deleted') THEN ARRAY[found.subject::uuid]
  WHEN found.asset_id IS NULL THEN ARRAY (
    SELECT owner_id FROM album WHERE album.id = found.album_id
    UNION ALL
    SELECT user_id FROM album_user WHERE album_user.album_id = found.album_id AND found.type IN ('album.shared', 'album.updated', 'album.unshared')
    UNION ALL
    SELECT found.subject::uuid WHERE found.type = 'album.unshared'
  ) ELSE ARRAY (
    SELECT owner_id FROM asset WHERE asset.id = found.asset_id AND (found.type = 'asset.updated' OR deleted_at IS NULL)
    UNION
    SELECT reader
    FROM album_asset JOIN album ON album.id = album_asset.album_id, LATERAL (
      SELECT album.owner_id UNION ALL SELECT user_id FROM album_user WHERE album_user.album_id = album.id
    ) AS seen_by (reader)
    WHERE album_asset.asset_id = found.asset_id AND found.type = 'asset.updated'
      AND EXISTS (SELECT FROM asset WHERE asset.id = found.asset_id AND ${isVisible})
  ) END`

function isEvent<Row extends MaybeEventRow>(row: Row): row is Row & EventRow {
  return row.xid !== null
}

function toNumbers(text: string): number[] {
  return text === '' ? [] : text.split(',').map(Number)
}
