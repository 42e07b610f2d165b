import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { diagnoseHistory } from '../../../scripts/schema-engine.js'
import { migrate } from '../../../src/database/migrations/migrate.js'
import { migrationsFolder, readMigrations } from '../../../src/database/migrations/migrations.js'
import { makeFolder } from '../../fixtures/folder.js'
import { createEmptyDatabase, createTestDatabase } from '../../support/database/database.js'
import { query } from '../../support/database/query.js'
import { startProgram } from '../../support/processes/program.js'
import { until } from '../../support/until.js'

const program = fileURLToPath(new URL('../../support/database/migrate-once.ts', import.meta.url))

/** Migrates in a process of its own, which can be killed. */
function startMigrating(url: string, folder: string) {
  const child = startProgram([program, url, folder])
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
    ([[code], stdout, errors]) => ({ code: code as number | null, stdout, errors }),
  )
  return { child, ended }
}

async function writeMigrations(migrations: Record<string, string>): Promise<string> {
  return makeFolder(Object.fromEntries(Object.entries(migrations).map(([name, sql]) => [`${name}/migration.sql`, sql])))
}

function readHistory(url: string) {
  return query(
    url,
    `SELECT migration_name AS name, finished_at IS NOT NULL AS finished, rolled_back_at IS NOT NULL AS "rolledBack"
     FROM _prisma_migrations ORDER BY started_at`,
  )
}

const GATE = 34

/** A migration that waits in its middle for the gate. */
const GATED = { '1_gated': `CREATE TABLE early (); SELECT pg_advisory_xact_lock(${GATE}); CREATE TABLE late ();` }

/** Closes the gate of a database; what it returns opens that. */
async function closeGate(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`SELECT pg_advisory_lock(${GATE})`)
  return () => client.end()
}

/** The process of PostgreSQL that waits for the gate, once there is one. */
async function untilGated(url: string) {
  const waiting = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`
  const [row] = await until(async () => {
    const rows = await query<{ pid: number }>(url, waiting)
    return rows.length > 0 && rows
  })
  return row?.pid
}

test('an empty database gets every migration, and a second call applies none', async () => {
  const { url } = await createEmptyDatabase()

  const first = await migrate(url)
  const second = await migrate(url)

  expect(first).toEqual((await readMigrations(migrationsFolder)).map(({ name }) => name))
  expect(second).toEqual([])
})

test('the history is in the form that Prisma writes and reads', async () => {
  const { url } = await createTestDatabase()
  const migrations = await readMigrations(migrationsFolder)

  const diagnosis = await diagnoseHistory(url, migrationsFolder)

  expect(diagnosis).toMatchObject({ history: null, editedMigrationNames: [], failedMigrationNames: [] })
  const rows = await query(
    url,
    'SELECT migration_name AS name, checksum, applied_steps_count AS steps FROM _prisma_migrations',
  )
  const texts = await Promise.all(migrations.map(({ name }) => readFile(join(migrationsFolder, name, 'migration.sql'))))
  expect(rows).toEqual(
    migrations.map(({ name }, index) => {
      const text = texts[index] as Buffer
      return { name, checksum: createHash('sha256').update(text).digest('hex'), steps: 1 }
    }),
  )
})

test('processes that migrate at once apply each migration once', async () => {
  const { url } = await createEmptyDatabase()

  const results = await Promise.all(Array.from({ length: 2 }, () => startMigrating(url, migrationsFolder).ended))

  const applied = results.flatMap(({ stdout }) => JSON.parse(stdout))
  expect(applied).toEqual((await readMigrations(migrationsFolder)).map(({ name }) => name))
})

test('a migration whose process is killed midway is completed by the next call', async () => {
  const { url } = await createEmptyDatabase()
  const folder = await writeMigrations(GATED)
  const open = await closeGate(url)
  const { child, ended } = startMigrating(url, folder)
  await untilGated(url)
  child.kill('SIGKILL')
  await ended
  await open()

  await migrate(url, folder)

  expect(await readHistory(url)).toEqual([{ name: '1_gated', finished: true, rolledBack: false }])
  expect(await query(url, 'SELECT FROM early, late')).toEqual([])
})

test('a migration whose session is cut leaves nothing, and the next call applies it', async () => {
  const { url } = await createEmptyDatabase()
  const folder = await writeMigrations(GATED)
  const open = await closeGate(url)
  const cut = expect(migrate(url, folder)).rejects.toThrow()
  await query(url, 'SELECT pg_terminate_backend($1)', [await untilGated(url)])
  await cut
  await open()

  const applied = await migrate(url, folder)

  expect(applied).toEqual(['1_gated'])
  expect(await readHistory(url)).toEqual([{ name: '1_gated', finished: true, rolledBack: false }])
})

test('a migration that fails is named and leaves nothing, and is applied once it is corrected', async () => {
  const { url } = await createEmptyDatabase()
  const broken = await writeMigrations({ '1_broken': 'CREATE TABLE half (); SELECT 1 / 0;' })
  const mended = await writeMigrations({ '1_broken': 'CREATE TABLE half ();' })

  await expect(migrate(url, broken)).rejects.toThrow(/1_broken[\s\S]*division by zero/)

  expect(await query(url, `SELECT to_regclass('half') AS half`)).toEqual([{ half: null }])
  expect(await migrate(url, mended)).toEqual(['1_broken'])
})

test('the limits that a database sets for statements do not end a migration', async () => {
  const { url } = await createEmptyDatabase()
  const unlimited = new URL(url)
  unlimited.searchParams.set('options', '-c statement_timeout=0')
  const database = unlimited.pathname.slice(1)
  await query(url, `ALTER DATABASE ${database} SET statement_timeout = '10ms'`)
  await query(unlimited.href, `ALTER DATABASE ${database} SET lock_timeout = '10ms'`)
  const folder = await writeMigrations({ '0_slow': 'SELECT pg_sleep(0.1)', ...GATED })
  const open = await closeGate(unlimited.href)

  const migrated = migrate(url, folder)
  await Promise.race([untilGated(unlimited.href), migrated])
  await query(unlimited.href, 'SELECT pg_sleep(0.1)')
  await open()

  expect(await migrated).toEqual(['0_slow', '1_gated'])
})

test('semicolons in texts and functions do not separate statements', async () => {
  const { url } = await createEmptyDatabase()
  const folder = await writeMigrations({
    '1_texts': `CREATE TABLE kept AS SELECT 'a;b' AS text; DO $$ BEGIN NULL; END $$;`,
  })

  await migrate(url, folder)

  expect(await query(url, 'SELECT text FROM kept')).toEqual([{ text: 'a;b' }])
})

test('a database whose encoding lacks letters is refused, and is not changed', async () => {
  const { url } = await createEmptyDatabase()
  const latin = new URL(url)
  latin.pathname += '_latin'
  const name = latin.pathname.slice(1)
  await query(url, `CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`)
  onTestFinished(async () => void (await query(url, `DROP DATABASE ${name} WITH (FORCE)`)))

  await expect(migrate(latin.href, migrationsFolder)).rejects.toThrow(
    /keeps texts as LATIN1, but .* needs UTF8\. Create/,
  )
  expect(await query(latin.href, `SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace`)).toEqual([])
})

test('a database of a newer version is refused', async () => {
  const { url } = await createEmptyDatabase()
  const old = { '1_old': 'SELECT 1;' }
  const newer = { ...old, '2_new': 'SELECT 2;' }
  await migrate(url, await writeMigrations(newer))
  await expect(migrate(url, await writeMigrations(old))).rejects.toThrow(
    /newer than.*does not know the migration 2_new\./,
  )

  await migrate(url, await writeMigrations({ ...newer, '3_newest': 'SELECT 3;' }))
  await expect(migrate(url, await writeMigrations(old))).rejects.toThrow(/ the migrations 2_new, 3_newest\. Start/)
})

test('a migration that was edited after it was applied is refused', async () => {
  const { url } = await createEmptyDatabase()
  await migrate(url, await writeMigrations({ '1_init': 'SELECT 1;' }))

  const migrated = migrate(url, await writeMigrations({ '1_init': 'SELECT 2;' }))

  await expect(migrated).rejects.toThrow(/1_init was edited/)
})
