import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../../src/database/migrations/migrate.js'
import { makeSharedFolder } from '../../fixtures/folder.js'
import { giveFormerHistory } from '../../fixtures/former-history.js'
import { createEmptyDatabase, createTestDatabase, useDatabase } from '../../support/database/database.js'
import { createAssets, createUser } from '../../support/database/factories.js'
import { growLibrary, grown, readTables, type Tables } from '../../support/database/grown-library.js'
import { query } from '../../support/database/query.js'
import { createClientFor } from '../../support/http/client.js'
import { startTestServer } from '../../support/http/server.js'
import { runCli, runHere, startCli } from '../../support/processes/cli.js'
import { until } from '../../support/until.js'

const folder = await makeSharedFolder('media library backup ')
const library = await createEmptyDatabase()
await growLibrary(library.url)

afterAll(library.drop)

const LIST_NAMES = 'SELECT migration_name AS name FROM _prisma_migrations ORDER BY migration_name'

/** Runs a command that succeeds, and reads what it prints as JSON. What opens an embedded database is a process of its own. */
async function run(env: Record<string, string>, ...args: string[]) {
  const command = [...args, '--json']
  const { stdout, stderr, exitCode } = await (env['DATA_DIR'] ? runCli(command, { env }) : runHere(command, env))
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  return JSON.parse(stdout)
}

/** What a restore gives back to the last byte: all but the turns of jobs, and what belongs to one database. */
function kept({ asset_job: _jobs, ...tables }: Tables) {
  const ofDatabase = ['worker', 'event', 'event_history', 'sign_in_secret', 'trash_clock']
  return Object.fromEntries(Object.entries(tables).filter(([name]) => !ofDatabase.includes(name)))
}

function jobsIn({ asset_job: jobs = [] }: Tables) {
  return new Map(jobs.map(({ asset_id, name, ...job }) => [`${asset_id}:${name}`, job]))
}

describe('a library that was moved from an external database to an embedded one and on to another', async () => {
  const { url, drop } = await createTestDatabase()
  afterAll(drop)
  const before = await readTables(library.url)
  const embedded = { DATA_DIR: join(folder, 'data', 'new') }
  const kin = await mkdtemp(join(folder, 'kin '))
  const first = await run({ DATABASE_URL: library.url }, 'backup', join(folder, 'first.zip'))
  const restored = await run(embedded, 'restore', first.file)
  const second = await run(embedded, 'backup', kin)
  const last = await run({ DATABASE_URL: url }, 'restore', kin)
  const after = await readTables(url)

  test('is complete, and its source is unchanged', async () => {
    expect(kept(after)).toEqual(kept(before))
    expect([restored, second, last].map(({ tables }) => tables)).toEqual([first.tables, first.tables, first.tables])
    expect(first.tables.filter(({ rows }: { rows: number }) => rows === 0)).toEqual([])
    expect(await readTables(library.url)).toEqual(before)
  })

  test('has queued the jobs that were waiting or running, and keeps the finished ones', async () => {
    const [old, now] = [jobsIn(before), jobsIn(after)]
    const { photo, video, trashed } = grown.asset

    const queue = await query(url, `SELECT FROM asset_job WHERE state = 'queued' AND due_at <= now()`)

    for (const ended of [`${photo}:refresh-metadata`, `${trashed}:refresh-metadata`]) {
      expect(now.get(ended)).toEqual(old.get(ended))
    }
    for (const due of [`${photo}:regenerate-thumbnail`, `${video}:transcode-video`]) {
      expect(now.get(due)).toMatchObject({ state: 'queued', attempts: '0', worker_id: null, priority: '0' })
    }
    expect(queue).toHaveLength(2)
  })

  test('sorts later additions after the restored rows', async () => {
    await query(url, 'INSERT INTO album_user (album_id, user_id) VALUES ($1, $2)', [grown.album, grown.dora])

    const rows = await query(url, 'SELECT user_id AS id FROM album_user ORDER BY position')
    expect(rows).toEqual([grown.cy, grown.ben, grown.dora].map((id) => ({ id })))
  })

  test('was in files that only their owner may read, and that the restore leaves unchanged', async () => {
    const again = await runHere(['backup', first.file], { DATABASE_URL: library.url })

    expect((await stat(first.file)).mode & 0o777).toBe(0o600)
    expect(again).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining(`${first.file} already exists`),
    })
  })
})

test('a backup names the folders that belong to it, and no folder of uploads where there is none', async () => {
  const env = { DATABASE_URL: library.url, DATA_DIR: await mkdtemp(join(folder, 'places ')) }
  const uploads = join(env.DATA_DIR, 'upload')

  const without = await runHere(['backup', join(folder, 'without.zip')], env)
  await mkdir(uploads)
  const withUploads = await runHere(['backup', join(folder, 'with.zip')], env)

  const folders = `the folders thumbs, encoded-video and profile of ${env.DATA_DIR}.\n`
  expect(without.stderr).toContain(`Also copy ${folders}`)
  expect(withUploads.stderr).toContain(`Also copy the uploads in ${uploads}, and ${folders}`)
})

test.each([
  ['of the first version', async () => {}],
  ['from before 0.1.0', giveFormerHistory],
])('a backup %s is restored and then migrated', async (_, change) => {
  const [old, place] = [await useDatabase(createEmptyDatabase), await useDatabase(createEmptyDatabase)]
  await growLibrary(old, 1)
  await change(old)
  const history = await query(old, LIST_NAMES)

  const { file, migration } = await run({ DATABASE_URL: old }, 'backup', join(folder, `${history.length}.zip`))
  const { migrations } = await run({ DATABASE_URL: place }, 'restore', file)

  expect(await query(old, LIST_NAMES)).toEqual(history)
  expect(history.at(-1)).toEqual({ name: migration })
  expect(await migrate(old)).toEqual(migrations)
  // Each migration makes other random marks.
  const withoutMarks = async (url: string) => {
    const { facet_count, ...tables } = kept(await readTables(url))
    return { ...tables, facet_count: facet_count?.map((row) => ({ ...row, mark: null })), list_version: null }
  }
  expect(await withoutMarks(place)).toEqual(await withoutMarks(old))
})

test('a backup is one consistent snapshot while the library is written to', async () => {
  const size = 20
  const server = await startTestServer()
  const ada = await createUser(server.database)
  const assetIds = await createAssets(server.database, ada, size)
  const url = await useDatabase()
  const created: string[] = []
  let writing = true
  const write = async () => {
    while (writing) {
      const { status, body } = await createClientFor(server, ada).createAlbum({
        body: { albumName: 'whole', assetIds },
      })
      if (status !== 201) throw new Error(JSON.stringify(body))
      created.push(body.id)
    }
  }
  const writers = [write(), write(), write()]
  await until(() => created.length > 20)
  const earlier = [...created]

  const { file } = await run({ DATABASE_URL: server.databaseUrl }, 'backup', join(folder, 'busy.zip'))
  writing = false
  await Promise.all(writers)
  await run({ DATABASE_URL: url }, 'restore', file)

  const albums = await query<{ id: string; assets: number }>(
    url,
    'SELECT id, (SELECT count(*)::int FROM album_asset WHERE album_id = id) AS assets FROM album',
  )
  const ids = new Set(albums.map(({ id }) => id))
  expect(albums.filter(({ assets }) => assets !== size)).toEqual([])
  expect(earlier.filter((id) => !ids.has(id))).toEqual([])
  expect(created.length).toBeGreaterThan(ids.size)
})

const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`

test('an interrupted backup leaves no file', async () => {
  const target = await mkdtemp(join(folder, 'interrupted '))
  const client = new Client({ connectionString: library.url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('BEGIN; LOCK TABLE asset')

  const child = startCli(['backup', target], { DATABASE_URL: library.url })
  const ended = once(child, 'close')
  await until(async () => (await readdir(target)).length > 0 && (await query(library.url, WAITING)).length > 0)
  child.kill('SIGINT')

  expect(await ended).toEqual([130, null])
  expect(await readdir(target)).toEqual([])
})

test('no backup is made without a library', async () => {
  const url = await useDatabase(createEmptyDatabase)
  const dataDir = join(folder, 'none')

  const results = []
  for (const env of [{ DATABASE_URL: url }, { DATA_DIR: dataDir }])
    results.push(await runHere(['backup', join(folder, 'none.zip')], env))

  expect(results.map(({ exitCode, stderr }) => [exitCode, stderr.slice(0, 27)])).toEqual(
    results.map(() => [1, 'error: there is no library ']),
  )
  expect((await readdir(folder)).filter((name) => name.startsWith('none'))).toEqual([])
  expect(await readTables(url)).toEqual({})
})
