import { setTimeout } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import pLimit from 'p-limit'
import { ProblemError } from './errors.js'
import { Prisma, PrismaClient } from './generated/prisma/client.js'

/** The pool of connections through which repositories query. */
export type Database = PrismaClient

/** A Database, or the transaction that is open on one. */
export type Queryable = Prisma.TransactionClient

const SECOND = 1_000

/** Connects lazily to a PostgreSQL address; no query, lock or wait for a connection lasts for ever. */
export const connect = (url: string): Database =>
  new PrismaClient({
    adapter: new PrismaPg({
      connectionString: url,
      application_name: 'media-library',
      max: 10,
      connectionTimeoutMillis: 1.5 * SECOND,
      statement_timeout: 60 * SECOND,
      lock_timeout: 2 * SECOND,
      idle_in_transaction_session_timeout: 10 * SECOND,
    }),
  })

/** Deadlock, serialization failure, and a row that went away: as Prisma's code, or as SQLSTATE of a raw query. */
const transient = new Set(['P2034', '40P01', '40001', 'P2003', '23503'])

const isTransient = (error: unknown): boolean => {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false
  const { cause } = (error.meta?.['driverAdapterError'] ?? {}) as { cause?: { originalCode?: string } }
  return transient.has(error.code) || transient.has(cause?.originalCode ?? '')
}

/**
 * Runs work in one transaction: all of it or nothing. Work lost to a deadlock, or to a row that went away under it,
 * is tried again, up to three times.
 */
export const inTransaction = async <T>(
  database: Database,
  work: (transaction: Queryable) => Promise<T>,
  attempts = 3,
): Promise<T> => {
  try {
    return await database.$transaction(work, { maxWait: 1.5 * SECOND, timeout: 30 * SECOND })
  } catch (error) {
    if (attempts <= 1 || !isTransient(error)) throw error
    await setTimeout(Math.random() * 50)
    return inTransaction(database, work, attempts - 1)
  }
}

/** What the database held at one moment, however long it is read. */
export interface Snapshot {
  queryable: Queryable
  /** Gives the connection back; more than once does no harm. */
  close(): void
}

// Each holds a connection of the pool for as long as its reader takes; the rest of the pool is for short work.
const snapshots = pLimit(4)
const MOST_WAITING = 100
const SNAPSHOT_LIMIT = 600 * SECOND
const READER_LIMIT = 60 * SECOND

/** Opens a snapshot when one of few is free. It ends by itself when nobody reads from it for a minute. */
export const openSnapshot = (database: Database): Promise<Snapshot> =>
  new Promise((resolve, reject) => {
    const hold = async (queryable: Queryable) => {
      await queryable.$executeRaw`SELECT set_config('idle_in_transaction_session_timeout', ${String(READER_LIMIT)}, true)`
      await new Promise<void>((close) => resolve({ queryable, close }))
    }
    if (snapshots.pendingCount >= MOST_WAITING) {
      throw new ProblemError('unavailable', 'Too many long lists are asked for.', { headers: { 'Retry-After': '5' } })
    }
    snapshots(() =>
      database.$transaction(hold, { isolationLevel: 'RepeatableRead', maxWait: 1.5 * SECOND, timeout: SNAPSHOT_LIMIT }),
    ).catch(reject)
  })
