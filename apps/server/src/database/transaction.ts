import pRetry from 'p-retry'
import type { Pool, PoolClient } from 'pg'
import { Prisma } from '../generated/prisma/client.js'
import { ask, type Connection, type Database, isConnection, measure, type Queryable, toQuery, twice } from './ask.js'
import { LONG_STATEMENT } from './connect.js'
import { type Failure, findFailure } from './failure.js'

/** The number of attempts for a transaction that the database rolls back. */
const attempts: Record<Failure, number> = { 'lost race': 3, 'lost connection': 2, unavailable: 1 }

/**
 * Runs work in one transaction: all of it or nothing. Work that fails because of a deadlock, or of a row that was deleted at the same
 * moment, is retried, up to three times in all; work that fails because its connection is lost, once.
 */
export function inTransaction<T>(database: Database, work: (transaction: Connection) => Promise<T>): Promise<T> {
  return retry((attempt) =>
    transact(database, async (transaction) => {
      const result = await work(transaction)
      attempt.workDone = true
      return result
    }),
  )
}

/**
 * Runs work that is a single statement, and so all or nothing without a transaction around it. Work that fails because of a deadlock,
 * or of a row that was deleted at the same moment, is retried, up to three times in all.
 */
export function inStatement<T>(database: Database, work: (database: Queryable) => Promise<T>): Promise<T> {
  return retry((attempt) => {
    attempt.workDone = true
    return work(database)
  })
}

/** How many ids a statement takes well within the usual limit, on a slow and busy machine. */
const MANY_IDS = 1_000

/** The time that many ids add to the usual limit of 5 s: 100,000 of them reach LONG_STATEMENT. */
const MS_AN_ID = 0.25

/** Runs a statement over ids. With many ids it runs in a transaction, with a limit that grows with their number. */
export async function withTimeFor<T>(
  queryable: Queryable,
  ids: string[],
  run: (queryable: Queryable) => Promise<T>,
): Promise<T> {
  if (ids.length <= MANY_IDS) return run(queryable)
  if (!isConnection(queryable)) {
    return inTransaction(queryable, (transaction) => withTimeFor(transaction, ids, run))
  }
  const limit = Math.min(LONG_STATEMENT, 5_000 + ids.length * MS_AN_ID)
  await ask(
    queryable,
    Prisma.sql`
      SELECT set_config('statement_timeout', greatest(extract(epoch FROM current_setting('statement_timeout')::interval) * 1000, ${limit})::bigint::text, true)`,
  )
  return run(queryable)
}

/** Changes the time limit of each further statement of an open transaction. */
export async function limitStatements(transaction: Connection, limit: '2s' | '30s'): Promise<void> {
  await ask(transaction, Prisma.sql`SELECT set_config('statement_timeout', ${limit}, true)`)
}

interface TransactionAttempt {
  /** Whether the work is done. If the connection is lost from then on, nobody knows whether the database kept it. */
  workDone: boolean
}

/** Retries work that the database has certainly rolled back, after a random 25 to 100 ms. */
function retry<T>(run: (attempt: TransactionAttempt) => Promise<T>): Promise<T> {
  let attempt: TransactionAttempt
  return pRetry(
    () => {
      attempt = { workDone: false }
      return run(attempt)
    },
    {
      retries: 2,
      minTimeout: 25,
      randomize: true,
      shouldRetry: ({ error, attemptNumber }) => {
        const failure = findFailure(error)
        if (failure === null || attemptNumber >= attempts[failure]) return false
        return !(attempt.workDone && failure === 'lost connection')
      },
    },
  )
}

/**
 * Runs work over one connection, and commits its changes; rolls them back when the work throws, or takes longer than the limit of
 * transactions. Work that has ended cannot use the connection.
 */
export async function transact<T>(
  { driver }: Database,
  work: (transaction: Connection) => Promise<T>,
  limitMs = LONG_STATEMENT,
): Promise<T> {
  const client = await begin(driver.pool, 'BEGIN')
  const limit = startLimit(client, limitMs)
  let isOpen = true
  const transaction: Connection = {
    ask: async (statement) => {
      if (!isOpen) throw new Error('The transaction has ended.')
      const query = toQuery(statement, driver.preparedStatements)
      return (await measure(driver, query.text, () => client.query(query))).rows
    },
  }
  try {
    const result = await work(transaction)
    isOpen = false
    await commit(client)
    limit.end()
    release(client, false)
    return result
  } catch (error) {
    isOpen = false
    const isRolledBack = await rollBack(client)
    const late = limit.end()
    release(client, !isRolledBack)
    throw late ?? error
  }
}

/** Closes the connection when the time is over. `end` returns the reason, if that happened. */
function startLimit(client: PoolClient, limitMs: number) {
  let late: Error | null = null
  const timer = setTimeout(() => {
    late = Object.assign(new Error(`The transaction took longer than ${limitMs} ms.`), { code: 'ETIMEDOUT' })
    client.connection.stream.destroy(late)
  }, limitMs)
  return {
    end: () => {
      clearTimeout(timer)
      return late
    },
  }
}

/**
 * Throws when the transaction was rolled back: PostgreSQL answers the COMMIT of a transaction in which a statement failed with a
 * ROLLBACK.
 */
async function commit(client: PoolClient): Promise<void> {
  const { command } = await client.query('COMMIT')
  if (command === 'ROLLBACK') throw new Error('A statement of the transaction failed, so it was rolled back.')
}

/**
 * Takes a connection from the pool and begins a transaction over it. A connection that turns out to be lost is replaced once.
 * The caller who begins a transaction ends it, and then calls `release`.
 */
export function begin(pool: Pool, statement: string): Promise<PoolClient> {
  return twice(async () => {
    const client = await pool.connect()
    client.on('error', ignore)
    try {
      await client.query(statement)
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  })
}

/** Rolls a transaction back. Returns false when the connection is lost. */
export function rollBack(client: PoolClient): Promise<boolean> {
  return client.query('ROLLBACK').then(
    () => true,
    () => false,
  )
}

/** Returns a connection to its pool, or closes it when its transaction may still be open. */
export function release(client: PoolClient, mayBeOpen: boolean): void {
  client.release(mayBeOpen)
  // A connection that is closed may still report why.
  if (!mayBeOpen) client.off('error', ignore)
}

/** Ignores the error of a connection that is lost while it is idle. Its next query fails. */
function ignore() {}
