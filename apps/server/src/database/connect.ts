import { setTimeout } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import type { Pool } from 'pg'
import { type Prisma, PrismaClient } from '../generated/prisma/client.js'
import { resending } from './resend.js'
import { statementNameOf } from './statement-name.js'
import { watchPool } from './watch.js'

/** The pool of connections through which repositories query. */
export type Database = PrismaClient

/** A Database, or an open transaction. */
export type Queryable = Prisma.TransactionClient

const SECOND = 1_000

/** The limits of a pool. */
export interface DatabaseLimits {
  connections: number
  /** How long to wait for a free connection. */
  waitMs: number
  statementMs: number
  /** Whether statements are prepared by name. This is faster, but impossible behind a pooler in transaction mode. */
  preparedStatements: boolean
}

/** The limits for commands and jobs, whose statements may work on a whole library. */
const bulk: DatabaseLimits = {
  connections: 10,
  waitMs: 1.5 * SECOND,
  statementMs: 60 * SECOND,
  preparedStatements: false,
}

/** The number of connections of a pool, and of queries that wait for one. */
export interface PoolState {
  total: number
  idle: number
  waiting: number
}

/** The longest time that `withTimeFor` allows a statement. */
const LONG_STATEMENT = 30 * SECOND

interface Link {
  preparedStatements: boolean
  /** null before the first query. */
  pool: Pool | null
}

const links = new WeakMap<Queryable, Link>()

/** Returns the pool behind a database; undefined for a transaction. */
export function linkOf(queryable: Queryable): Link | undefined {
  return links.get(queryable)
}

/** Returns the state of a database's pool; null before its first query. */
export function poolStateOf(database: Database): PoolState | null {
  const pool = links.get(database)?.pool
  return pool ? { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount } : null
}

/**
 * Connects lazily to a PostgreSQL address. Every query, lock and wait for a connection has a limit, and a connection that died
 * silently is replaced.
 */
export function connect(url: string, given: Partial<DatabaseLimits> = {}): Database {
  const limits = { ...bulk, ...given }
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
  const options = limits.preparedStatements ? { statementNameGenerator: statementNameOf } : {}
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
export async function openPool(database: Database): Promise<Link & { pool: Pool }> {
  await database.$connect()
  return links.get(database) as Link & { pool: Pool }
}

/**
 * Opens all connections of the pool at once, so that the first requests do not have to wait for them. A connection that cannot
 * be opened is opened again when it is needed.
 */
export async function warmUp(database: Database): Promise<void> {
  const { pool } = await openPool(database)
  const opening = Array.from({ length: pool.options.max }, () => pool.connect())
  for (const opened of await Promise.allSettled(opening)) if (opened.status === 'fulfilled') opened.value.release()
}

const DISCONNECT_LIMIT = 3 * SECOND

/** Closes the connections, without waiting for a database that does not answer. */
export async function disconnect(database: Database): Promise<void> {
  await Promise.race([database.$disconnect(), setTimeout(DISCONNECT_LIMIT, undefined, { ref: false })])
}
