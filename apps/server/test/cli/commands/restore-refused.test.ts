import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, disconnect } from '../../../src/database/connect.js'
import { makeSharedFolder } from '../../fixtures/folder.js'
import { alterUser, dropLastRow } from '../../support/backup/alter-archive.js'
import { createEmptyDatabase, createTestDatabase, useDatabase } from '../../support/database/database.js'
import { createAsset, createUser } from '../../support/database/factories.js'
import { readTables } from '../../support/database/grown-library.js'
import { query } from '../../support/database/query.js'
import { testPool } from '../../support/long.js'
import { runHere } from '../../support/processes/cli.js'

const folder = await makeSharedFolder()
const library = await createTestDatabase()
const good = join(folder, 'good.zip')

const ADD_USER = `INSERT INTO "user" (id, email, name) VALUES (gen_random_uuid(), $1, '')`

const LIST_KEYS = `SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'f' ORDER BY conname`

beforeAll(async () => {
  const database = connect(library.url, testPool)
  const ada = await createUser(database, { email: 'ada@example.org' })
  const { id: assetId } = await createAsset(database, ada)
  await database.album.create({ data: { ownerId: ada.id, albumName: 'a', assets: { create: { assetId } } } })
  await disconnect(database)
  await runHere(['backup', good], { DATABASE_URL: library.url })
})

afterAll(library.drop)

function restore(url: string, path: string) {
  return runHere(['restore', path], { DATABASE_URL: url })
}

test('a backup that is torn is refused, and nothing is created', async () => {
  const target = join(folder, 'torn.zip')
  await alterUser(good, target)
  const url = await useDatabase(createEmptyDatabase)

  const { stdout, stderr, exitCode } = await restore(url, target)

  expect(stderr).toMatch(/is damaged, or not a backup of a media library.*the table user does not match its checksum/)
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 })
  expect(await query(url, `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`)).toEqual([])
})

test('a database with rows is refused and left unchanged', async () => {
  const url = await useDatabase()
  await query(url, ADD_USER, ['eve@example.org'])
  const before = await readTables(url)

  const { stderr, exitCode } = await restore(url, good)

  expect(stderr).toMatch(/not empty: there are rows in user\. Restore into another DATA_DIR/)
  expect(exitCode).toBe(1)
  expect(await readTables(url)).toEqual(before)
})

test('a backup whose album has an asset that is not in it is refused midway, leaves no row, and the next restore succeeds', async () => {
  const broken = await dropLastRow(good, join(folder, 'broken.zip'), 'asset')
  const url = await useDatabase()

  const failed = await restore(url, broken)
  // Each database has its own row of event_history.
  const { event_history: _own, ...between } = await readTables(url)
  const succeeded = await restore(url, good)

  expect(failed.exitCode).toBe(1)
  expect(failed.stderr).toMatch(/violates foreign key constraint "album_asset_asset_id_fkey"/)
  expect(Object.values(between).flat()).toEqual([])
  expect(succeeded.exitCode, succeeded.stderr).toBe(0)
  expect((await readTables(url))['user']).toEqual((await readTables(library.url))['user'])
})

test('a restored database enforces the same references in the same ways', async () => {
  const url = await useDatabase()
  const { exitCode, stderr } = await restore(url, good)

  expect(exitCode, stderr).toBe(0)
  expect(await query(url, LIST_KEYS)).toEqual(await query(library.url, LIST_KEYS))
})
