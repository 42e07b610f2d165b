import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError, Pool, type PoolClient } from 'pg'
import { watchPool } from './watch.js'

/** The connections through which a worker listens for jobs and takes them. */
export type QueueConnections = Pool

/** Where graphile-worker keeps its tables. */
export const QUEUE_SCHEMA = 'graphile_worker'

/** The last migration of graphile-worker 0.18.0. */
const REVISION = 20
const UNDEFINED_TABLE = '42P01'

const readRevision = async (pool: Pool): Promise<number> => {
  try {
    const { rows } = await pool.query<{ id: number }>(`SELECT max(id) AS id FROM ${QUEUE_SCHEMA}.migrations`)
    return rows[0]?.id ?? 0
  } catch (error) {
    if (error instanceof DatabaseError && error.code === UNDEFINED_TABLE) return 0
    throw error
  }
}

/** Brings the queue's own tables up to date; one query when they are. Any number of processes may call it at once. */
export const prepareQueue = async (pool: Pool): Promise<void> => {
  if ((await readRevision(pool)) === REVISION) return
  // Loaded here, so that most commands start without it.
  const { Logger, runMigrations } = await import('graphile-worker')
  await runMigrations({ pgPool: pool, schema: QUEUE_SCHEMA, logger: new Logger(() => () => {}) })
}

const STATEMENT_LIMIT_MS = 60_000

/** Opens at most this many connections, each when it is first needed. */
export const openQueueConnections = (url: string, max: number): QueueConnections => {
  const pool = new Pool({
    connectionString: url,
    application_name: 'media-library queue',
    max,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    statement_timeout: STATEMENT_LIMIT_MS,
    // What the queue notes of a job need not reach the disk before the job starts: asset_job settles who runs it.
    options: '-c synchronous_commit=off',
  })
  // A connection that breaks is replaced at the next query, which fails if it breaks meanwhile.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  watchPool(pool, url, STATEMENT_LIMIT_MS + 5_000)
  return pool
}

const RECONNECT_MS = 500

/** A connection, once the database can be reached; the queue itself gives up, and with it the jobs that it has taken. */
const connectPatiently = async (connections: QueueConnections, signal: AbortSignal): Promise<PoolClient> => {
  try {
    return await connections.connect()
  } catch (error) {
    if (signal.aborted) throw error
    await sleep(RECONNECT_MS)
    return connectPatiently(connections, signal)
  }
}

/**
 * The same connections, of which none takes a job before a promise is fulfilled; they may listen. They wait for a
 * database that is down until `signal` aborts.
 */
export const connectAfter = (
  before: Promise<void>,
  connections: QueueConnections,
  signal: AbortSignal,
): QueueConnections => {
  const connect = (listen?: Parameters<QueueConnections['connect']>[0]) =>
    listen ? connections.connect(listen) : before.then(() => connectPatiently(connections, signal))
  return Object.create(connections, { connect: { value: connect } })
}
