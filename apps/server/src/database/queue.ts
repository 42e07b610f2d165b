import { runMigrations } from 'graphile-worker'
import { Pool } from 'pg'

/** Where graphile-worker keeps its tables. */
export const QUEUE_SCHEMA = 'graphile_worker'

/** Brings the queue's own tables up to date; one query when they are. Any number of processes may call it at once. */
export const prepareQueue = (pool: Pool): Promise<void> => runMigrations({ pgPool: pool, schema: QUEUE_SCHEMA })

/** The connections through which a worker listens for jobs and takes them. */
export const openQueuePool = (url: string, max: number): Pool => {
  const pool = new Pool({
    connectionString: url,
    application_name: 'media-library queue',
    max,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 60_000,
  })
  // A connection that breaks while idle is replaced at the next query.
  pool.on('error', () => {})
  return pool
}
