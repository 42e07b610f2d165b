import { setTimeout as setLimit } from 'node:timers'
import { escapeLiteral } from 'pg'
import { admission } from '../admission/admission.js'
import type { Prisma } from '../generated/prisma/client.js'
import { type Connection, type Database, measure, toQuery } from './ask.js'
import { bytesAhead, copyOut, isAllAhead, readTexts } from './copy.js'
import { grantTime } from './dead-connections.js'
import { watchReader } from './reader-pace.js'
import { begin, release, rollBack } from './transaction.js'

const SECOND = 1_000

/** A consistent view of the database, however long it is read. */
export interface Snapshot extends Connection {
  /**
   * Streams the texts of a statement's only column, in UTF-8 and one after the other. A chunk is valid until the next one is requested.
   * It has to be the last statement of a snapshot: its connection is released as soon as all data has arrived, even if the reader is
   * slower.
   */
  copy(statement: Prisma.Sql): Promise<AsyncIterable<Buffer>>
  /** Returns the approximate number of bytes of the copy that wait in memory for their reader. */
  ahead(): number
  /** Releases the connection. May be called more than once. */
  close(): void
  /** Aborts when the reader was too slow. */
  signal: AbortSignal
}

/** A slot, of which there are few, for a snapshot that a client reads at its own pace. */
export interface StreamSlot {
  /** The user who reads. */
  readerId: string
  /** Releases the slot. May be called more than once. */
  end(): void
}

/** The reader of a snapshot, who sets the pace. */
export interface SnapshotReader {
  readerId: string
  /** Whether the list may be longer than what is read ahead of its reader, who then needs a slot. */
  isLong: boolean
  /** The slot that was acquired for this reader before. */
  slot?: StreamSlot | null
  /** Ends the turn of the request. */
  endTurn(): void
}

/**
 * Waits for a slot. Ends the turn of the request before that, because slots are held at the pace of their readers. Throws `unavailable`
 * when none is free in time.
 */
export async function acquireStreamSlot(readerId: string, endTurn: () => void): Promise<StreamSlot> {
  return { readerId, end: await admission.longList.acquire(readerId, { onWait: endTurn }) }
}

const SNAPSHOT_LIMIT = 600 * SECOND
/** The milliseconds to wait for a slot: longer than a reader may stall. */
const IDLE_LIMIT = 90 * SECOND

const BEGIN = `
  BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SET LOCAL idle_in_transaction_session_timeout = ${IDLE_LIMIT};
  SET LOCAL statement_timeout = ${SNAPSHOT_LIMIT}`

/** Thrown when a list without a slot turns out to be longer than what is read ahead. */
class NeedsSlot extends Error {}

/**
 * Reads from a snapshot of a database. A snapshot that a client reads at its own pace needs a slot, which it then owns. It is
 * closed by `read` or by the result of `read`, when `read` fails, or when the reader is too slow. Without a slot, `read` may be
 * called again with one: the number of assets does not tell how long their texts are.
 */
export async function readSnapshot<T>(
  database: Database,
  { readerId, isLong, slot = null, endTurn }: SnapshotReader,
  read: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const first = slot ?? (isLong ? await acquireStreamSlot(readerId, endTurn) : null)
  try {
    return await readOnce(database, first, read)
  } catch (error) {
    if (!(error instanceof NeedsSlot)) throw error
    return readOnce(database, await acquireStreamSlot(readerId, endTurn), read)
  }
}

async function readOnce<T>(
  database: Database,
  slot: StreamSlot | null,
  read: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const snapshot = await openSnapshot(database, slot)
  try {
    return await read(snapshot)
  } catch (error) {
    snapshot.close()
    throw error
  }
}

function openSnapshot(database: Database, slot: StreamSlot | null): Promise<Snapshot> {
  return new Promise((resolve, reject) => {
    holdSnapshot(database, slot, resolve)
      .catch(reject)
      .finally(() => slot?.end())
  })
}

async function holdSnapshot(
  database: Database,
  slot: StreamSlot | null,
  give: (snapshot: Snapshot) => void,
): Promise<void> {
  const { driver } = database
  const client = await begin(driver.pool, BEGIN)
  grantTime(client, SNAPSHOT_LIMIT)
  let isOpen = true
  let isBusy = false
  let limit: NodeJS.Timeout | undefined
  let ahead = () => 0
  const slow = new AbortController()
  const requireOpen = () => {
    if (!isOpen) throw new Error('The snapshot is closed.')
  }
  await new Promise<void>((close) => {
    const giveUp = () => {
      slow.abort(new Error('The list was read too slowly.'))
      close()
    }
    limit = setLimit(giveUp, SNAPSHOT_LIMIT)
    const watch = { isWanted: () => slot !== null && admission.longList.isWanted(slot.readerId), giveUp }
    give({
      ask: async (statement) => {
        requireOpen()
        const query = toQuery(statement, driver.preparedStatements)
        return (await measure(driver, query.text, () => client.query(query))).rows
      },
      copy: async (statement) => {
        requireOpen()
        isBusy = true
        client.once('drain', () => {
          isBusy = false
          close()
        })
        const copied = await measure(driver, statement.text, () => copyOut(client, withLiterals(statement)))
        if (slot === null && isBusy && !(await isAllAhead(copied, client))) throw new NeedsSlot()
        ahead = () => bytesAhead(copied)
        return readTexts(watchReader(copied, watch))
      },
      ahead: () => ahead(),
      close,
      signal: slow.signal,
    })
  })
  isOpen = false
  clearTimeout(limit)
  const mayBeOpen = isBusy || !(await rollBack(client))
  grantTime(client, null)
  release(client, mayBeOpen)
}

/** Writes a statement with its parameters as literals, because COPY accepts no parameters. */
function withLiterals({ strings, values }: Prisma.Sql): string {
  return String.raw({ raw: strings }, ...values.map(toLiteral))
}

function toLiteral(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (value instanceof Date) return `(timestamptz 'epoch' + ${value.getTime()} * interval '1 millisecond')`
  return escapeLiteral(String(value))
}
