import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../../src/database/migrations/migrate.js'
import { migrationsFolder, readMigrations } from '../../../src/database/migrations/migrations.js'
import { cloneDatabase, createEmptyDatabase } from '../../support/database/database.js'
import { growLibrary, grown } from '../../support/database/grown-library.js'
import { query } from '../../support/database/query.js'

const NAME = '20261125010000_enforced_references'

const { album, asset } = grown
const former = await createEmptyDatabase()
const migrations = await readMigrations(migrationsFolder)
await growLibrary(
  former.url,
  migrations.findIndex(({ name }) => name === NAME),
)
afterAll(former.drop)
let url: string

beforeEach(async () => {
  const database = await cloneDatabase(former.url)
  url = database.url
  return database.drop
})

/** What a database has that came from PostgreSQL 15 to 17, which never had the triggers. */
const asOlder = `
  DO $$
  DECLARE
    found record;
  BEGIN
    FOR found IN SELECT tgname, tgrelid::regclass AS name FROM pg_trigger WHERE tgname LIKE 'references_on_%' LOOP
      EXECUTE format('DROP TRIGGER %I ON %s', found.tgname, found.name);
    END LOOP;
    FOR found IN SELECT conname, conrelid::regclass AS name FROM pg_constraint WHERE pg_get_constraintdef(oid) LIKE '%NOT ENFORCED' LOOP
      EXECUTE format('ALTER TABLE %s ALTER CONSTRAINT %I ENFORCED', found.name, found.conname);
    END LOOP;
  END
  $$`

test.each([
  ['as this PostgreSQL made it', 'SELECT'],
  ['that came from an older PostgreSQL', asOlder],
])('a library %s loses what refers to nothing, and nothing else', async (_, change) => {
  await query(url, change)
  const held = await query(url, 'SELECT album_id, asset_id FROM album_asset ORDER BY album_id, asset_id')
  const jobs = await query(url, 'SELECT * FROM asset_job ORDER BY asset_id, name')
  await query(
    url,
    `SET session_replication_role = replica;
     INSERT INTO album_asset VALUES ('${album}', '${randomUUID()}'), ('${randomUUID()}', '${asset.photo}')`,
  )

  await migrate(url)

  expect(await query(url, 'SELECT album_id, asset_id FROM album_asset ORDER BY album_id, asset_id')).toEqual(held)
  expect(await query(url, 'SELECT * FROM asset_job ORDER BY asset_id, name')).toEqual(jobs)
  const added = query(url, `INSERT INTO album_asset VALUES ('${album}', '${randomUUID()}')`)
  await expect(added).rejects.toMatchObject({ code: '23503' })
})

test('says how many rows it removed', async () => {
  await query(
    url,
    `SET session_replication_role = replica; INSERT INTO album_asset VALUES ('${album}', '${randomUUID()}')`,
  )
  const client = new Client({ connectionString: url })
  const notices: (string | undefined)[] = []
  client.on('notice', ({ message, severity }) => severity === 'WARNING' && notices.push(message))

  await client.connect()
  await client.query(migrations.find(({ name }) => name === NAME)?.sql ?? '').finally(() => client.end())

  expect(notices).toEqual(['1 rows of album_asset were removed, because their album or asset did not exist'])
})
