import { Client } from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { dumpSchema } from '../../../scripts/schema-dump.js'
import { diagnoseHistory } from '../../../scripts/schema-engine.js'
import { INIT } from '../../../src/database/migrations/former-migrations.js'
import { inspectDatabase } from '../../../src/database/migrations/inspect.js'
import { migrate } from '../../../src/database/migrations/migrate.js'
import { MIGRATION_LOCK, migrationsFolder, readMigrations } from '../../../src/database/migrations/migrations.js'
import { giveFormerHistory } from '../../fixtures/former-history.js'
import { cloneDatabase, createEmptyDatabase } from '../../support/database/database.js'
import { growLibrary, readTables } from '../../support/database/grown-library.js'
import { query } from '../../support/database/query.js'
import { until } from '../../support/until.js'

const LIST_HISTORY = 'SELECT * FROM _prisma_migrations ORDER BY migration_name'
const LIST_NAMES = 'SELECT migration_name AS name FROM _prisma_migrations ORDER BY started_at'
const REFUSED = /from before 0\.1\.0.*Nothing was changed\. Start the commit e921c05f once/

const names = (await readMigrations(migrationsFolder)).map(({ name }) => name)
const library = await createEmptyDatabase()
await growLibrary(library.url, 1)
afterAll(library.drop)
let url: string

beforeEach(async () => {
  const database = await cloneDatabase(library.url)
  url = database.url
  return database.drop
})

/** Everything that a database holds, its history apart. */
async function read(from: string) {
  return { schema: await dumpSchema(from), tables: await readTables(from) }
}

test('a library from before 0.1.0 is taken over with its tables and rows, and Prisma agrees', async () => {
  await giveFormerHistory(url)
  const before = await read(url)

  expect(await migrate(url, migrationsFolder, INIT)).toEqual([])
  expect(await read(url)).toEqual(before)
  expect(await query(url, LIST_NAMES)).toEqual([{ name: INIT }])
  expect(await migrate(url)).toEqual(names.slice(1))
  expect(await diagnoseHistory(url, migrationsFolder)).toMatchObject({
    history: null,
    editedMigrationNames: [],
    failedMigrationNames: [],
  })
})

test('two servers that start at once take a library over once', async () => {
  await giveFormerHistory(url)
  const other = new Client({ connectionString: url })
  await other.connect()
  await other.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])

  const starts = Promise.all([migrate(url), migrate(url)])
  await until(async () => {
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`
    return (await query(url, waiting)).length === 2
  })
  await other.end()

  expect((await starts).flat()).toEqual(names.slice(1))
  expect(await query(url, LIST_NAMES)).toEqual(names.map((name) => ({ name })))
})

test.each([
  ['lacks the last of its migrations', { count: 30 }],
  ['has the first of its migrations alone', { count: 1 }],
  ['has another text of one of its migrations', { edited: 'f'.repeat(64) }],
])('a library from before 0.1.0 that %s is told what to start first, and is not changed', async (_, former) => {
  await giveFormerHistory(url, former)
  const before = { ...(await read(url)), history: await query(url, LIST_HISTORY) }

  await expect(migrate(url)).rejects.toThrow(REFUSED)

  expect({ ...(await read(url)), history: await query(url, LIST_HISTORY) }).toEqual(before)
  expect((await inspectDatabase(url)).migrations).toEqual({ fault: expect.stringMatching(REFUSED) })
})

test('a library from before 0.1.0 with a migration that this version does not know is refused as newer', async () => {
  await giveFormerHistory(url)
  await query(
    url,
    `INSERT INTO _prisma_migrations (id, migration_name, checksum, finished_at) VALUES ('later', '29991231000000_later', '', now())`,
  )
  const history = await query(url, LIST_HISTORY)

  await expect(migrate(url)).rejects.toThrow(/newer than.*does not know the migration 29991231000000_later\./)

  expect(await query(url, LIST_HISTORY)).toEqual(history)
})

test('an inspection of a library from before 0.1.0 counts what it lacks, and changes nothing', async () => {
  await giveFormerHistory(url)
  const history = await query(url, LIST_HISTORY)

  const report = await inspectDatabase(url)

  expect(report.migrations).toEqual({ missing: names.length - 1, known: names.length })
  expect(await query(url, LIST_HISTORY)).toEqual(history)
})
