import { Pool } from 'pg'
import { UserError } from '../errors.js'
import { type Migration, migrationsFolder, readMigrations, toMigrationList } from './migrations.js'
import { prepareQueue } from './queue.js'
import { openSchemaEngine, type RunScript } from './schema-engine.js'

interface HistoryRow {
  migration_name: string
  checksum: string
  is_finished: boolean
}

/** The migrations that a database has applied or begun; none where there is no table of them. */
export const readHistory = async (pool: Pool): Promise<HistoryRow[]> => {
  // A failed query would close the connection, and release the lock with it.
  const { rows: tables } = await pool.query(`SELECT to_regclass('_prisma_migrations') AS name`)
  if (tables[0]?.name === null) return []
  const { rows } = await pool.query<HistoryRow>(
    `SELECT migration_name, checksum, finished_at IS NOT NULL AS is_finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  )
  return rows
}

/** The migrations that the history lacks. Throws when it holds others, or other texts, than this version knows. */
export const findMissing = (migrations: Migration[], history: HistoryRow[]): Migration[] => {
  const finished = new Map(
    history.filter((row) => row.is_finished).map((row) => [row.migration_name, row.checksum] as const),
  )
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = history.map((row) => row.migration_name).filter((name) => !known.has(name))
  if (unknown.length > 0) {
    throw new UserError(
      `The database is newer than this version of media-library, which does not know the migration ${unknown.join(', ')}. ` +
        'Start the version that made it or a later one, or restore a backup from before.',
    )
  }
  const edited = migrations.filter(({ name, checksum }) => (finished.get(name) ?? checksum) !== checksum)
  if (edited.length > 0) {
    throw new UserError(
      `The migration ${edited.map(({ name }) => name).join(', ')} was edited after the database had applied it. ` +
        'Restore the text of prisma/migrations, and put the change into a new migration.',
    )
  }
  return migrations.filter(({ name }) => !finished.has(name))
}

/** The oldest supported PostgreSQL, as its `server_version_num`. */
export const OLDEST_SERVER = 150_000

const checkServer = async (pool: Pool): Promise<void> => {
  const { rows } = await pool.query<{ version: string; number: number }>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number`,
  )
  if (rows[0] && rows[0].number < OLDEST_SERVER) {
    throw new UserError(`The server of DATABASE_URL is PostgreSQL ${rows[0].version}; media-library needs 15 or later.`)
  }
}

/** PostgreSQL runs a script in one transaction; a migration notes there that it is done, so a crash never parts the two. */
const runIn =
  (pool: Pool, migrations: Migration[], failures: string[]): RunScript =>
  async (script) => {
    const migration = migrations.find(({ sql }) => sql === script)
    const note = `UPDATE _prisma_migrations SET finished_at = now()
                  WHERE checksum = '${migration?.checksum}' AND finished_at IS NULL AND rolled_back_at IS NULL`
    try {
      await pool.query(migration ? `${script}\n;${note}` : script)
    } catch (error) {
      // The engine hides the cause of an external error.
      failures.push(`${migration?.name}: ${(error as Error).message}`)
      throw error
    }
  }

/** The advisory lock under which a database is migrated; `prisma migrate deploy` takes the same. */
export const MIGRATION_LOCK = 72_707_369

const applyAll = async (pool: Pool, folder: string, migrations: Migration[]): Promise<string[]> => {
  await pool.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
  const history = await readHistory(pool)
  if (findMissing(migrations, history).length === 0) return []
  if (history.some((row) => !row.is_finished)) {
    // An interrupted or failed migration left nothing behind, so it is applied again.
    await pool.query(
      'UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL',
    )
  }
  const failures: string[] = []
  const engine = await openSchemaEngine(pool, runIn(pool, migrations, failures))
  try {
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: toMigrationList(folder, migrations),
      filters: { externalTables: [], externalEnums: [] },
    })
    return appliedMigrationNames
  } catch (error) {
    const reason = failures[0] ?? (error as Error).message
    throw new UserError(`A migration failed, and left nothing behind. ${reason}\nMend the cause, and start again.`)
  } finally {
    engine.free()
  }
}

/**
 * Brings the database to this version, or to the migration `last`, and gives the names of the migrations that it applied.
 * Any number of processes may call it at once. Throws a UserError when the database is newer, altered, or its server
 * older than PostgreSQL 15.
 */
export const migrate = async (url: string, folder = migrationsFolder, last?: string): Promise<string[]> => {
  const migrations = (await readMigrations(folder)).filter(({ name }) => last === undefined || name <= last)
  // One fixed connection: the lock must last as long as the session in which a migration runs.
  const pool = new Pool({
    connectionString: url,
    application_name: 'media-library migrate',
    max: 1,
    idleTimeoutMillis: 0,
  })
  // A lost connection also fails a query, which reports it.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await checkServer(pool)
    const isCurrent = findMissing(migrations, await readHistory(pool)).length === 0
    const applied = isCurrent ? [] : await applyAll(pool, folder, migrations)
    await prepareQueue(pool)
    return applied
  } finally {
    await pool.end()
  }
}
