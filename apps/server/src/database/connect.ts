import { setTimeout } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import type { Pool } from 'pg'
import { type Prisma, PrismaClient } from '../generated/prisma/client.js'
import { resending } from './resend.js'
import { statementNameOf } from './statement-name.js'
import { watchPool } from './watch.js'

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

/** The pool behind a database; undefined for a transaction. */
export function linkOf(queryable: Queryable): Link | undefined {
  return links.get(queryable)
}

/** The state of a database's pool; null before its first query. */
export function poolStateOf(database: Database): PoolState | null {
  const pool = links.get(database)?.pool
  return pool ? { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount } : null
}

/**
 * Connects lazily to a PostgreSQL address. No query, lock or wait for a connection lasts for ever, and a connection that died
 * without a word is replaced.
 */
export function connect(url: string, limits: DatabaseLimits = bulk): Database {
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
 * Opens all connections of the pool at once, which the first requests would have to wait for. Those that cannot be opened are
 * left to whoever needs them.
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
