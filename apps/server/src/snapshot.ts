import { setTimeout as setLimit } from 'node:timers'
import pLimit from 'p-limit'
import { escapeLiteral, type Pool, type PoolClient } from 'pg'
import { copyOut, readTexts } from './database/copy.js'
import { twice } from './database/resend.js'
import { grantTime } from './database/watch.js'
import { type Database, openPool, type Reader, toQuery } from './database.js'
import { ProblemError } from './errors.js'
import type { Prisma } from './generated/prisma/client.js'

const SECOND = 1_000

/** What the database held at one moment, however long it is read. */
export interface Snapshot extends Reader {
  /**
   * The texts of a statement's only column, in UTF-8 and one after the other, as they come. It is the last that a snapshot
   * is asked: its connection is given back as soon as all has come, though the reader may be slower.
   */
  copy(statement: Prisma.Sql): Promise<AsyncIterable<Buffer>>
  /** Gives the connection back; more than once does no harm. */
  close(): void
}

const toLiteral = (value: unknown): string => {
  if (typeof value === 'number') return String(value)
  if (value instanceof Date) return `(timestamptz 'epoch' + ${value.getTime()} * interval '1 millisecond')`
  return escapeLiteral(String(value))
}

/** COPY takes no parameters. */
const withLiterals = ({ strings, values }: Prisma.Sql): string => String.raw({ raw: strings }, ...values.map(toLiteral))

// Each may hold a connection of the pool for as long as its reader takes; the rest of the pool is for short work.
const longSnapshots = pLimit(4)
const MOST_WAITING = 100
const SNAPSHOT_LIMIT = 600 * SECOND
const READER_LIMIT = 60 * SECOND

/** A connection that is lost while nobody asks is found by who asks next. */
const ignore = () => {}

const begin = async (pool: Pool): Promise<PoolClient> => {
  const client = await pool.connect()
  client.on('error', ignore)
  grantTime(client, SNAPSHOT_LIMIT)
  try {
    await client.query(`
      BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
      SET LOCAL idle_in_transaction_session_timeout = ${READER_LIMIT};
      SET LOCAL statement_timeout = ${SNAPSHOT_LIMIT}`)
    return client
  } catch (error) {
    client.release(true)
    throw error
  }
}

const end = async (client: PoolClient, isBusy: boolean): Promise<void> => {
  const isLost =
    isBusy ||
    (await client.query('ROLLBACK').then(
      () => false,
      () => true,
    ))
  grantTime(client, null)
  client.release(isLost)
  if (!isLost) client.off('error', ignore)
}

/** Chunks, until the reader of one does not come back for another one in time. */
async function* readInTime(chunks: AsyncIterable<Buffer>, giveUp: () => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    const limit = setLimit(giveUp, READER_LIMIT)
    try {
      yield chunk
    } finally {
      clearTimeout(limit)
    }
  }
}

const holdSnapshot = async (database: Database, give: (snapshot: Snapshot) => void): Promise<void> => {
  const { pool, preparedStatements } = await openPool(database)
  const client = await twice(() => begin(pool))
  let isOpen = true
  let isBusy = false
  let limit: NodeJS.Timeout | undefined
  const requireOpen = () => {
    if (!isOpen) throw new Error('The snapshot has ended.')
  }
  await new Promise<void>((close) => {
    limit = setLimit(close, SNAPSHOT_LIMIT)
    give({
      ask: async (statement) => {
        requireOpen()
        return (await client.query(toQuery(statement, preparedStatements))).rows
      },
      copy: async (statement) => {
        requireOpen()
        isBusy = true
        client.once('drain', () => {
          isBusy = false
          close()
        })
        return readTexts(readInTime(await copyOut(client, withLiterals(statement)), close))
      },
      close,
    })
  })
  isOpen = false
  clearTimeout(limit)
  await end(client, isBusy)
}

const openSnapshot = (database: Database, { mayLast }: { mayLast: boolean }): Promise<Snapshot> =>
  new Promise((resolve, reject) => {
    const hold = () => holdSnapshot(database, resolve)
    if (mayLast && longSnapshots.pendingCount >= MOST_WAITING) {
      throw new ProblemError('unavailable', 'Too many long lists are asked for.', { headers: { 'Retry-After': '5' } })
    }
    const held = mayLast ? longSnapshots(hold) : hold()
    held.catch(reject)
  })

/**
 * Reads from a snapshot of a database. One that `mayLast`, since it is read at the pace of a client, opens only when one of
 * few is free. It is closed by `read` or what that gives, when `read` fails, or when nobody reads from it for a minute.
 */
export const readSnapshot = async <T>(
  database: Database,
  { mayLast }: { mayLast: boolean },
  read: (snapshot: Snapshot) => Promise<T>,
): Promise<T> => {
  const snapshot = await openSnapshot(database, { mayLast })
  try {
    return await read(snapshot)
  } catch (error) {
    snapshot.close()
    throw error
  }
}
