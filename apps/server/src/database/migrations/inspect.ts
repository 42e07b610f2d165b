import { Pool } from 'pg'
import { findMissing, readHistory } from './migrate.js'
import { migrationsFolder, readMigrations } from './migrations.js'

/** The properties of a database. */
export interface DatabaseReport {
  /** The version of PostgreSQL as text, and as a number such as 150004. */
  version: string
  number: number
  /** The milliseconds by which its clock is ahead of ours. */
  skewMs: number
  /** The number of unapplied migrations, or the reason why the database cannot be migrated to this version. */
  migrations: { missing: number; known: number } | { fault: string }
}

const LIMIT_MS = 2_500

/** Inspects a database and changes nothing. Throws the driver's error when it cannot be reached in time. */
export async function inspectDatabase(url: string, folder = migrationsFolder): Promise<DatabaseReport> {
  const pool = new Pool({
    connectionString: url,
    application_name: 'media-library doctor',
    max: 1,
    connectionTimeoutMillis: LIMIT_MS,
    query_timeout: LIMIT_MS,
  })
  pool.on('error', () => {})
  try {
    await pool.query('SELECT')
    const askedAt = Date.now()
    const { rows } = await pool.query<{ version: string; number: number; now: number }>(
      `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
              extract(epoch FROM clock_timestamp())::float * 1000 AS now`,
    )
    const [row] = rows
    if (!row) throw new Error('the database returned no row')
    const skewMs = Math.round(row.now - (askedAt + Date.now()) / 2)
    return {
      version: row.version,
      number: row.number,
      skewMs,
      migrations: await readMigrationState(pool, folder),
    }
  } finally {
    await pool.end()
  }
}

async function readMigrationState(pool: Pool, folder: string): Promise<DatabaseReport['migrations']> {
  try {
    const migrations = await readMigrations(folder)
    return { missing: findMissing(migrations, await readHistory(pool)).length, known: migrations.length }
  } catch (error) {
    return { fault: (error as Error).message }
  }
}
