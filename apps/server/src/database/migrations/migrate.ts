import { randomUUID } from 'node:crypto'
import { escapeLiteral, Pool } from 'pg'
import { UserError } from '../../errors.js'
import { watchPool } from '../dead-connections.js'
import { installAssetAnswer } from './asset-answer.js'
import { deleteFormer, INIT, isFormer, toCurrentHistory } from './former-migrations.js'
import {
  type HistoryRow,
  MIGRATION_LOCK,
  type Migration,
  migrationsFolder,
  nameMigrations,
  readMigrations,
} from './migrations.js'

/** Lists the migrations that a database has applied or begun; empty when there is no table of migrations. */
export async function readHistory(pool: Pool): Promise<HistoryRow[]> {
  // A failed query would close the connection, and release the lock with it.
  const { rows: tables } = await pool.query(`SELECT to_regclass('_prisma_migrations') AS name`)
  if (tables[0]?.name === null) return []
  const { rows } = await pool.query<HistoryRow>(
    `SELECT migration_name, checksum, finished_at IS NOT NULL AS is_finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  )
  return rows
}

/**
 * Lists the migrations that the history lacks. Throws when it contains unknown migrations, or other texts of known ones.
 */
export function findMissing(migrations: Migration[], stored: HistoryRow[]): Migration[] {
  const history = toCurrentHistory(stored, migrations)
  const finished = new Map(
    history.filter((row) => row.is_finished).map((row) => [row.migration_name, row.checksum] as const),
  )
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = history.map((row) => row.migration_name).filter((name) => !known.has(name))
  if (unknown.length > 0) {
    throw new UserError(
      `the database is newer than this version of media-library, which does not know ${nameMigrations(unknown)}. ` +
        'Start the version that migrated it or a later one, or restore an earlier backup.',
    )
  }
  const edited = migrations.filter(({ name, checksum }) => (finished.get(name) ?? checksum) !== checksum)
  if (edited.length > 0) {
    const [verb, object] = edited.length === 1 ? ['was', 'it'] : ['were', 'them']
    throw new UserError(
      `${nameMigrations(edited.map(({ name }) => name))} ${verb} edited after the database had applied ${object}. ` +
        'Restore the text of prisma/migrations, and put the change into a new migration.',
    )
  }
  return migrations.filter(({ name }) => !finished.has(name))
}

/** The oldest supported PostgreSQL, as its `server_version_num`. */
export const OLDEST_SERVER = 150_000

const createHistory = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id varchar(36) PRIMARY KEY NOT NULL,
    checksum varchar(64) NOT NULL,
    finished_at timestamptz,
    migration_name varchar(255) NOT NULL,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(),
    applied_steps_count integer NOT NULL DEFAULT 0
  )`

/** The milliseconds to wait for a connection, short enough for a person who waits for the start. */
const CONNECTION_LIMIT_MS = 4_000
const MIGRATION_LIMIT_MS = 3_600_000

/**
 * Migrates the database to this version, or to the migration `last`, and returns the names of the applied migrations. Also
 * installs the current definition of an asset's answer, unless `last` is given. Any number of processes may call it at once.
 * Throws a UserError when the database is newer or was altered, or when its server is older than PostgreSQL 15.
 */
export async function migrate(url: string, folder = migrationsFolder, last?: string): Promise<string[]> {
  const migrations = (await readMigrations(folder)).filter(({ name }) => last === undefined || name <= last)
  // A single connection, because the lock belongs to the session in which the migrations run.
  const pool = new Pool({
    connectionString: url,
    application_name: 'media-library migrate',
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECTION_LIMIT_MS,
    keepAlive: true,
    // In the place of what the database or its user sets for others.
    statement_timeout: MIGRATION_LIMIT_MS,
    lock_timeout: MIGRATION_LIMIT_MS,
  })
  watchPool(pool, url, MIGRATION_LIMIT_MS)
  // A lost connection also fails the current query, which reports it.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await checkServer(pool)
    // From now on, this limits the wait for the single connection, which a migration may hold.
    pool.options.connectionTimeoutMillis = MIGRATION_LIMIT_MS
    const history = await readHistory(pool)
    const isCurrent = findMissing(migrations, history).length === 0 && !hasFormer(history)
    const applied = isCurrent ? [] : await applyAll(pool, migrations)
    if (last === undefined) await installAssetAnswer(pool)
    return applied
  } finally {
    await pool.end()
  }
}

async function checkServer(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ version: string; number: number; encoding: string }>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
       current_setting('server_encoding') AS encoding`,
  )
  if (rows[0] && rows[0].number < OLDEST_SERVER) {
    throw new UserError(
      `the server of DATABASE_URL is PostgreSQL ${rows[0].version}, but media-library needs 15 or later. Upgrade it, or set DATABASE_URL to another one.`,
    )
  }
  if (rows[0] && rows[0].encoding !== 'UTF8') {
    throw new UserError(
      `the database of DATABASE_URL keeps texts as ${rows[0].encoding}, but media-library needs UTF8. Create one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.`,
    )
  }
}

async function applyAll(pool: Pool, migrations: Migration[]): Promise<string[]> {
  await pool.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
  await pool.query(createHistory)
  // An unfinished row of Prisma belongs to a migration whose transaction was rolled back.
  await pool.query(
    'UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL',
  )
  const history = await readHistory(pool)
  const missing = findMissing(migrations, history)
  if (hasFormer(history)) await takeOver(pool, migrations)
  for (const migration of missing) await apply(pool, migration)
  return missing.map(({ name }) => name)
}

function hasFormer(history: HistoryRow[]): boolean {
  return history.some((row) => isFormer(row.migration_name))
}

/** Records `init` as applied, in place of the migrations that created the same tables. */
async function takeOver(pool: Pool, migrations: Migration[]): Promise<void> {
  const init = migrations.find(({ name }) => name === INIT)
  if (init) await pool.query(`${deleteFormer}; ${insertApplied(init)}`)
}

/**
 * Applies a migration. PostgreSQL runs a script in one transaction, so a migration and its row of the history are written together or
 * not at all.
 */
async function apply(pool: Pool, migration: Migration): Promise<void> {
  try {
    await pool.query(`${migration.sql}\n;${insertApplied(migration)}`)
  } catch (error) {
    const reason = (error as Error).message
    throw new UserError(
      `the migration ${migration.name} failed and was rolled back: ${reason}\nFix the cause, and start again.`,
    )
  }
}

function insertApplied({ name, checksum }: Migration): string {
  const values = [randomUUID(), checksum, name].map(escapeLiteral)
  return `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
VALUES (${values.join(', ')}, clock_timestamp(), 1)`
}
