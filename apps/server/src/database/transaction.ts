import pRetry from 'p-retry'
import { Prisma } from '../generated/prisma/client.js'
import { ask, isConnection } from './ask.js'
import type { Connection, Database, Queryable } from './connect.js'
import { type Failure, failureOf } from './failure.js'
import { transact } from './transact.js'

/** How often a transaction is tried when the database rolled it back. */
const attempts: Record<Failure, number> = { 'lost race': 3, 'lost connection': 2, unavailable: 1 }

/**
 * Runs work in one transaction: all of it or nothing. Work lost to a deadlock, or to a row that went away under it, is
 * tried again, up to three times in all; work lost with its connection once more.
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
 * Runs work that is one statement, so that it is all of it or nothing without a transaction around it. Work lost to a
 * deadlock, or to a row that went away under it, is tried again, up to three times in all.
 */
export function inStatement<T>(database: Database, work: (database: Queryable) => Promise<T>): Promise<T> {
  return retry((attempt) => {
    attempt.workDone = true
    return work(database)
  })
}

/** How many ids a statement can take within the usual limit, on a slow and busy machine. */
const MANY_IDS = 10_000

/** Runs a statement over ids. With many ids it runs in a transaction with a longer limit. */
export async function withTimeFor<T>(
  queryable: Queryable,
  ids: string[],
  run: (queryable: Queryable) => Promise<T>,
): Promise<T> {
  if (ids.length <= MANY_IDS) return run(queryable)
  if (!isConnection(queryable)) {
    return inTransaction(queryable, (transaction) => withTimeFor(transaction, ids, run))
  }
  await limitStatements(queryable, '30s')
  return run(queryable)
}

/** Changes the time limit of each further statement of an open transaction. */
export async function limitStatements(transaction: Connection, limit: '1s' | '30s'): Promise<void> {
  await ask(transaction, Prisma.sql`SELECT set_config('statement_timeout', ${limit}, true)`)
}

interface TransactionAttempt {
  /** When the connection is lost from then on, nobody knows whether the database kept the work. */
  workDone: boolean
}

/** Tries again what the database is known to have rolled back, after 25 to 100 ms at random. */
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
        const failure = failureOf(error)
        if (failure === null || attemptNumber >= attempts[failure]) return false
        return !(attempt.workDone && failure === 'lost connection')
      },
    },
  )
}
