import { setTimeout } from 'node:timers/promises'
import { type Database, linkOf, type Queryable } from './connect.js'
import { type Failure, failureOf } from './failure.js'

/** How often a transaction is tried when the database rolled it back. */
const attempts: Record<Failure, number> = { 'lost race': 3, 'lost connection': 2, unavailable: 1, missing: 1 }

/**
 * Runs work in one transaction: all of it or nothing. Work lost to a deadlock, or to a row that went away under it, is
 * tried again, up to three times in all; work lost with its connection once more.
 */
export async function inTransaction<T>(
  database: Database,
  work: (transaction: Queryable) => Promise<T>,
  attempt = 1,
): Promise<T> {
  let workDone = false
  try {
    return await database.$transaction(async (transaction) => {
      const result = await work(transaction)
      workDone = true
      return result
    })
  } catch (error) {
    if (!mayTryAgain(failureOf(error), attempt, workDone)) throw error
    await setTimeout(Math.random() * 50 * attempt)
    return inTransaction(database, work, attempt + 1)
  }
}

/**
 * Runs work that is one statement, so that it is all of it or nothing without a transaction around it. Work lost to a
 * deadlock, or to a row that went away under it, is tried again, up to three times in all.
 */
export async function inStatement<T>(
  database: Database,
  work: (database: Queryable) => Promise<T>,
  attempt = 1,
): Promise<T> {
  try {
    return await work(database)
  } catch (error) {
    if (!mayTryAgain(failureOf(error), attempt, true)) throw error
    await setTimeout(Math.random() * 50 * attempt)
    return inStatement(database, work, attempt + 1)
  }
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
  if (linkOf(queryable)) {
    return inTransaction(queryable as Database, (transaction) => withTimeFor(transaction, ids, run))
  }
  await queryable.$queryRaw`SELECT set_config('statement_timeout', '30s', true)`
  return run(queryable)
}

function mayTryAgain(failure: Failure | null, attempt: number, workDone: boolean): boolean {
  if (failure === null || attempt >= attempts[failure]) return false
  // When a connection is lost during a commit, nobody knows whether it succeeded.
  return !(workDone && failure === 'lost connection')
}
