import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapter, SqlDriverAdapterFactory, SqlQuery } from '@prisma/driver-adapter-utils'
import { Pool } from 'pg'
import { PrismaClient } from '../generated/prisma/client.js'
import type { Measures } from '../measures.js'
import { type Database, type Driver, measure, sendOrResend, toStatementName } from './ask.js'
import { watchPool } from './dead-connections.js'

/**
 * A Database with the queries of Prisma, over the same pool. Outside of commands, each query is one statement. An open transaction has
 * no such queries: it runs SQL.
 */
export type PrismaDatabase = PrismaClient & Database

const SECOND = 1_000

/** The name of the sender until it is known. */
const NO_OPERATION = 'none'

/** The limits of a pool. */
export interface DatabaseLimits {
  connections: number
  /** The milliseconds that a statement may wait for a free connection. */
  waitMs: number
  statementMs: number
  /** Whether statements are prepared by name. This is faster, but impossible behind a pooler in transaction mode. */
  preparedStatements: boolean
  /** Whether the address is that of a pooler in transaction mode. Its sessions belong to nobody, so they take no settings. */
  isPooled: boolean
}

/** The limits for commands and jobs, whose statements may work on a whole library. */
const bulk: DatabaseLimits = {
  connections: 10,
  waitMs: 1.5 * SECOND,
  statementMs: 60 * SECOND,
  preparedStatements: false,
  isPooled: false,
}

/** The milliseconds that a transaction may take, and that `withTimeFor` allows a statement. */
export const LONG_STATEMENT = 30 * SECOND

/**
 * Connects lazily to a PostgreSQL address. Every query, lock and wait for a connection has a limit, and a connection that died
 * silently is replaced.
 */
export function connect(
  url: string,
  overrides: Partial<DatabaseLimits> = {},
  measures: Measures | null = null,
): PrismaDatabase {
  const limits = { ...bulk, ...overrides }
  const config = {
    connectionString: url,
    application_name: 'media-library',
    max: limits.connections,
    connectionTimeoutMillis: limits.waitMs,
    keepAlive: true,
    ...(!limits.isPooled && {
      statement_timeout: limits.statementMs,
      lock_timeout: 2 * SECOND,
      idle_in_transaction_session_timeout: 10 * SECOND,
      // A kept plan may be older than the rows: it would read all of a table that was small. Where there is no other way, older versions
      // estimate a cost for which they would compile.
      ...(limits.preparedStatements && { options: '-c enable_seqscan=off -c jit=off' }),
    }),
  }
  const pool = new Pool(config)
  // The pool replaces a connection that is lost while nobody uses it.
  pool.on('error', () => {})
  watchPool(pool, url, Math.max(limits.statementMs, LONG_STATEMENT) + 5 * SECOND)
  const driver = { pool, preparedStatements: limits.preparedStatements, measures, operation: NO_OPERATION }
  const naming = limits.preparedStatements ? { statementNameGenerator: toStatementName } : {}
  return withDriver(new PrismaClient({ adapter: sendingAsWeDo(new PrismaPg(pool, naming), driver) }), driver)
}

/** The name of the sender of Prisma's statements. */
const sender = new AsyncLocalStorage<string>()

/** Returns the database with the name of the sender of its statements. */
export function sentBy(operation: string, database: PrismaDatabase): PrismaDatabase {
  const named = database.$extends({
    query: { $allOperations: ({ args, query }) => sender.run(operation, async () => await query(args)) },
  })
  return withDriver(named as PrismaClient, { ...database.driver, operation })
}

/**
 * Gives a client the key under which the driver is reached directly. A property of the client would pass through a proxy, with each
 * statement.
 */
function withDriver(client: PrismaClient, driver: Driver): PrismaDatabase {
  return Object.create(client, { driver: { value: driver } }) as PrismaDatabase
}

/**
 * Opens all connections of the pool at once, so that the first requests do not have to wait for them. A connection that cannot
 * be opened is opened again when it is needed.
 */
export async function warmUp({ driver: { pool } }: Database): Promise<void> {
  const opening = Array.from({ length: pool.options.max }, () => pool.connect())
  for (const opened of await Promise.allSettled(opening)) if (opened.status === 'fulfilled') opened.value.release()
}

const DISCONNECT_LIMIT = 3 * SECOND

/** Closes the connections, without waiting for a database that does not answer. */
export async function disconnect({ driver: { pool } }: Database): Promise<void> {
  if (pool.ending) return
  await Promise.race([pool.end(), setTimeout(DISCONNECT_LIMIT, undefined, { ref: false })])
}

/** Wraps the connections of Prisma so that its reads are retried, and its statements measured, as ours are. */
function sendingAsWeDo(factory: SqlDriverAdapterFactory, driver: Driver): SqlDriverAdapterFactory {
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => {
      const adapter = await factory.connect()
      const send = <T>({ sql }: SqlQuery, run: () => Promise<T>) =>
        measure({ ...driver, operation: sender.getStore() ?? driver.operation }, sql, () => sendOrResend(sql, run))
      const wrapped: Pick<SqlDriverAdapter, 'queryRaw' | 'executeRaw'> = {
        queryRaw: (query) => send(query, () => adapter.queryRaw(query)),
        executeRaw: (query) => send(query, () => adapter.executeRaw(query)),
      }
      return Object.assign(Object.create(adapter) as SqlDriverAdapter, wrapped)
    },
  }
}
