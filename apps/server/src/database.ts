import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import type { Pool } from 'pg'
import { type Failure, failureOf } from './database/failure.js'
import { resending, sendPatiently } from './database/resend.js'
import { watchPool } from './database/watch.js'
import { type Prisma, PrismaClient } from './generated/prisma/client.js'

/** The pool of connections through which repositories query. */
export type Database = PrismaClient

/** A Database, or the transaction that is open on one. */
export type Queryable = Prisma.TransactionClient

const SECOND = 1_000

/** The limits of a pool. */
export interface DatabaseLimits {
  connections: number
  /** How long to wait for a free connection. */
  waitMs: number
  statementMs: number
  /** Whether statements are prepared by name: faster, but impossible behind a pooler that works by transaction. */
  preparedStatements: boolean
}

/** The limits for commands and jobs, which may work on a whole library at once. */
const bulk: DatabaseLimits = {
  connections: 10,
  waitMs: 1.5 * SECOND,
  statementMs: 60 * SECOND,
  preparedStatements: false,
}

/** A plan for few ids is slow for many, so long lists get their own plan. */
const LONG_LIST = 1_000

const UUID_LENGTH = 36

/** Ids as a parameter of type uuid[]. The driver would escape each id of an array, which takes ten times the memory. */
export const uuids = (ids: string[]): string => `{${ids.join(',')}}`

/** The ids of a text that array_to_string made; the driver takes ten times as long over an array. */
export const idsOf = (text: string): string[] => (text === '' ? [] : text.split(','))

const isLong = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > LONG_LIST : typeof value === 'string' && value.length > LONG_LIST * UUID_LENGTH

/** By text: there is one for each statement in the code. */
const names = new Map<string, string>()

const nameFor = (sql: string): string => {
  const name = names.get(sql) ?? createHash('sha1').update(sql).digest('base64')
  names.set(sql, name)
  return name
}

/** Without a name the statement is planned for its parameters. */
const nameOf = ({ sql, args }: { sql: string; args: unknown[] }) => (args.some(isLong) ? '' : nameFor(sql))

/** The connections of a pool, and how many queries wait for one. */
export interface PoolState {
  total: number
  idle: number
  waiting: number
}

/** The longest that `withTimeFor` allows a statement of a transaction. */
const LONG_STATEMENT = 30 * SECOND

interface Link {
  preparedStatements: boolean
  /** null before the first query. */
  pool: Pool | null
}

const links = new WeakMap<Queryable, Link>()

/** The state of a database's pool; null before its first query. */
export const poolStateOf = (database: Database): PoolState | null => {
  const pool = links.get(database)?.pool
  return pool ? { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount } : null
}

/**
 * Connects lazily to a PostgreSQL address. No query, lock or wait for a connection lasts for ever, and a connection that died
 * without a word is replaced.
 */
export const connect = (url: string, limits: DatabaseLimits = bulk): Database => {
  const config = {
    connectionString: url,
    application_name: 'media-library',
    max: limits.connections,
    connectionTimeoutMillis: limits.waitMs,
    statement_timeout: limits.statementMs,
    lock_timeout: 2 * SECOND,
    idle_in_transaction_session_timeout: 10 * SECOND,
    keepAlive: true,
  }
  const options = limits.preparedStatements ? { statementNameGenerator: nameOf } : {}
  const adapter = new PrismaPg(config, options)
  const link: Link = { preparedStatements: limits.preparedStatements, pool: null }
  const open = adapter.connect.bind(adapter)
  adapter.connect = async () => {
    const opened = await open()
    link.pool = opened.underlyingDriver()
    watchPool(link.pool, url, Math.max(limits.statementMs, LONG_STATEMENT) + 5 * SECOND)
    return opened
  }
  const database = new PrismaClient({
    adapter: resending(adapter),
    transactionOptions: { maxWait: limits.waitMs, timeout: LONG_STATEMENT },
  })
  links.set(database, link)
  return database
}

/** Returns the pool of a database, for queries that Prisma cannot run. */
export const openPool = async (database: Database): Promise<Link & { pool: Pool }> => {
  await database.$connect()
  return links.get(database) as Link & { pool: Pool }
}

/**
 * Opens all connections of the pool at once, which the first requests would have to wait for. Those that cannot be opened are
 * left to whoever needs them.
 */
export const warmUp = async (database: Database): Promise<void> => {
  const { pool } = await openPool(database)
  const opening = Array.from({ length: pool.options.max }, () => pool.connect())
  for (const opened of await Promise.allSettled(opening)) if (opened.status === 'fulfilled') opened.value.release()
}

/** A single statement. */
export interface Reader {
  ask<Row extends object>(statement: Prisma.Sql): Promise<Row[]>
}

export const toQuery = ({ text, values }: Prisma.Sql, preparedStatements: boolean) => ({
  text,
  values,
  ...(preparedStatements && { name: nameOf({ sql: text, args: values }) }),
})

/**
 * The rows of a statement. Outside of a transaction it goes to the pool as it is, for a quarter of what it costs by way of
 * Prisma, so its columns must be of types that both read alike: no bigint.
 */
export const ask = async <Row extends object>(source: Queryable | Reader, statement: Prisma.Sql): Promise<Row[]> => {
  const { pool = null, preparedStatements = false } = links.get(source as Queryable) ?? {}
  if (pool === null || pool.ending) return 'ask' in source ? source.ask(statement) : source.$queryRaw<Row[]>(statement)
  const { rows } = await sendPatiently(statement.text, () => pool.query(toQuery(statement, preparedStatements)))
  return rows
}

const DISCONNECT_LIMIT = 3 * SECOND

/** Closes the connections, without waiting for a database that does not answer. */
export const disconnect = async (database: Database): Promise<void> => {
  await Promise.race([database.$disconnect(), setTimeout(DISCONNECT_LIMIT, undefined, { ref: false })])
}

/** How often a transaction is tried when the database rolled it back. */
const attempts: Record<Failure, number> = { 'lost race': 3, 'lost connection': 2, unavailable: 1, missing: 1 }

const mayTryAgain = (failure: Failure | null, attempt: number, workDone: boolean): boolean => {
  if (failure === null || attempt >= attempts[failure]) return false
  // When a connection is lost during a commit, nobody knows whether it succeeded.
  return !(workDone && failure === 'lost connection')
}

/**
 * Runs work in one transaction: all of it or nothing. Work lost to a deadlock, or to a row that went away under it, is
 * tried again, up to three times in all; work lost with its connection once more.
 */
export const inTransaction = async <T>(
  database: Database,
  work: (transaction: Queryable) => Promise<T>,
  attempt = 1,
): Promise<T> => {
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
export const inStatement = async <T>(
  database: Database,
  work: (database: Queryable) => Promise<T>,
  attempt = 1,
): Promise<T> => {
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
export const withTimeFor = async <T>(
  queryable: Queryable,
  ids: string[],
  run: (queryable: Queryable) => Promise<T>,
): Promise<T> => {
  if (ids.length <= MANY_IDS) return run(queryable)
  if (links.has(queryable)) {
    return inTransaction(queryable as Database, (transaction) => withTimeFor(transaction, ids, run))
  }
  await queryable.$queryRaw`SELECT set_config('statement_timeout', '30s', true)`
  return run(queryable)
}
