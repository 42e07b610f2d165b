import { Asset } from '@media-library/contract'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod'
import { findDrift } from '../../../scripts/drift.js'
import { readConfig } from '../../../src/config/config.js'
import { startServer } from '../../../src/http/server.js'
import { openContext } from '../../../src/services.js'
import { createEmptyDatabase } from '../../support/database/database.js'
import { growLibrary, grown, readTables, type Tables } from '../../support/database/grown-library.js'
import { query } from '../../support/database/query.js'
import { send } from '../../support/http/client.js'
import { databaseWaits } from '../../support/long.js'

const { url, drop } = await createEmptyDatabase()
const steps = await growLibrary(url)
const context = await openContext(readConfig({ ...databaseWaits, DATABASE_URL: url, PORT: '0', LOG_LEVEL: 'silent' }))
const server = await startServer(context)
const { apiKey, album, uncovered, asset, ben, cy, tag } = grown

afterAll(async () => {
  await server.close()
  await context.close()
  await drop()
})

/** Whether rows have the cells of `row`, and perhaps more. */
function hold(rows: Tables[string] = [], row: Tables[string][number]): boolean {
  return rows.some((candidate) => Object.entries(row).every(([column, value]) => candidate[column] === value))
}

/** The columns that a migration means to drop, or to fill. */
const changed: Record<string, string[]> = {
  one_queue: ['turn', 'pools'],
  key_scopes: ['scopes'],
  sealed_sign_ins: ['salt', 'redirect_uri', 'browser_hash'],
  one_version_table: ['version'],
}

/** The tables whose rows a migration means to move into another one. */
const merged: Record<string, string[]> = { one_version_table: ['list_change', 'list_version', 'tag_change'] }

function without(row: Tables[string][number], columns: string[]) {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)))
}

test.each(steps.slice(1))(
  '$migration keeps every value of a database with rows in each table',
  ({ migration, before, after }) => {
    const change = migration.replace(/^\d+_/, '')
    const gone = changed[change] ?? []
    const empty = Object.keys(before).filter((name) => before[name]?.length === 0)
    const kept = Object.keys(before).filter((name) => !merged[change]?.includes(name))
    const lost = kept.flatMap((name) =>
      before[name]?.filter((row) => !hold(after[name], without(row, gone))).map((row) => ({ name, row })),
    )
    const counts = (tables: Tables) => kept.map((name) => [name, tables[name]?.length])

    expect(empty).toEqual([])
    expect(lost).toEqual([])
    expect(counts(after)).toEqual(counts(before))
  },
)

test('after the newest migration, too, every table has rows', async () => {
  const tables = await readTables(url)

  expect(Object.keys(tables).filter((name) => tables[name]?.length === 0)).toEqual([])
})

/** The version of each list: the exclusive or of the marks in some columns of some tables. */
function versionsIn(tables: Tables, ...places: [table: string, list: string, mark: string][]) {
  const versions = new Map<string, bigint>()
  for (const [table, list, mark] of places) {
    for (const row of tables[table] ?? []) {
      versions.set(`${row[list]}`, (versions.get(`${row[list]}`) ?? 0n) ^ BigInt(row[mark] ?? 0))
    }
  }
  return new Map([...versions].filter(([, version]) => version !== 0n).sort())
}

test('T3 the version of each list is what it was in four tables', () => {
  const step = steps.find(({ migration }) => migration.endsWith('_one_version_table'))

  const before = versionsIn(
    step?.before ?? {},
    ['list_version', 'list_id', 'version'],
    ['list_change', 'list_id', 'mark'],
    ['tag_change', 'tag_id', 'mark'],
    ['tag', 'id', 'version'],
  )

  expect([...before.keys()]).toEqual(expect.arrayContaining([grown.ada, album, tag]))
  expect(versionsIn(step?.after ?? {}, ['list_version', 'list_id', 'mark'])).toEqual(before)
})

test('the former queue is gone, and its waiting jobs keep their order', async () => {
  const [row] = await query(
    url,
    `SELECT to_regnamespace('graphile_worker') AS queue, bool_and(due_at = queued_at) AS kept
     FROM asset_job WHERE state = 'queued'`,
  )

  expect(row).toEqual({ queue: null, kept: true })
})

test('a key that had no list of permissions has none, and every other one keeps its own', async () => {
  expect(await query(url, 'SELECT name, scopes FROM api_key ORDER BY name')).toEqual([
    { name: 'frame', scopes: ['all'] },
    { name: 'without a list', scopes: [] },
  ])
})

test('a database that was upgraded step by step agrees with the schema', async () => {
  expect(await findDrift(url)).toBe('')
})

test('every stored answer equals its view, whenever its rows were written', async () => {
  const different = await query(
    url,
    `SELECT id FROM asset_answer FULL JOIN asset_text ON asset_id = id WHERE asset_answer.json IS DISTINCT FROM asset_text.json`,
  )

  expect(different).toEqual([])
})

test('the library of the first version is served today', async () => {
  const { status, body } = await send(server, `/api/tag/${tag}/assets`, { apiKey })

  const assets = z.array(Asset).parse(body)
  expect(status).toBe(200)
  expect(assets.map(({ id }) => id)).toEqual([asset.live, asset.developed, asset.raw, asset.video, asset.photo])
  expect(assets.at(-1)).toMatchObject({
    originalFileName: 'a, "b".jpg',
    exifInfo: {
      city: 'Zürich',
      description: 'two\nlines',
      latitude: -33.856784,
      dateTimeOriginal: '2024-01-10T11:00:00.000Z',
    },
    people: [{ name: 'Grace', birthDate: '1906-12-09', faces: [{ boundingBoxX1: 1, imageWidth: 800 }] }],
    smartInfo: { objects: ['a,b', 'c"d', ''], tags: [] },
    tags: [{ name: 'Holidays' }],
  })
  expect(assets[0]).toMatchObject({ livePhotoVideoId: asset.motion })
  expect(assets[1]).toMatchObject({ stackCount: 1, stack: [{ id: asset.raw }] })
})

test('an album of the first version keeps its users in their order, and accepts more', async () => {
  const dave = await context.database.user.create({ data: { email: 'dave@example.org', name: 'Dave' } })

  const { status, body } = await send(server, `/api/album/${album}/users`, {
    method: 'PUT',
    apiKey,
    body: { sharedUserIds: [ben, dave.id] },
  })

  expect(status).toBe(200)
  expect(body).toMatchObject({ albumName: 'Summer', albumThumbnailAssetId: asset.photo, assetCount: 2 })
  expect(body.sharedUsers.map((user: { id: string }) => user.id)).toEqual([cy, ben, dave.id])
})

test('an album that lost its cover has its newest asset as the cover', async () => {
  const { body } = await send(server, `/api/album/${uncovered}`, { apiKey })

  expect(body).toMatchObject({ albumThumbnailAssetId: asset.photo, assetCount: 1 })
})

test('assets of the first version can be added to new albums and given jobs', async () => {
  const assetIds = [asset.photo, asset.video]

  const created = await send(server, '/api/album', { method: 'POST', apiKey, body: { albumName: 'New', assetIds } })
  const queued = await send(server, '/api/asset/jobs', {
    method: 'POST',
    apiKey,
    body: { assetIds, name: 'refresh-metadata' },
  })

  expect([created.status, created.body.assetCount]).toEqual([201, 2])
  expect(queued.status).toBe(204)
})
