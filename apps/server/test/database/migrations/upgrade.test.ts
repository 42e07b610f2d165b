import { Asset } from '@media-library/contract'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod'
import { readConfig } from '../../../src/config/config.js'
import { startServer } from '../../../src/http/server.js'
import { openContext } from '../../../src/services.js'
import { createEmptyDatabase } from '../../support/database/database.js'
import { growLibrary, grown, type Tables } from '../../support/database/grown-library.js'
import { query } from '../../support/database/query.js'
import { send } from '../../support/http/client.js'
import { databaseWaits } from '../../support/long.js'

const { url, drop } = await createEmptyDatabase()
const steps = await growLibrary(url)
const context = await openContext(readConfig({ ...databaseWaits, DATABASE_URL: url, PORT: '0', LOG_LEVEL: 'silent' }))
const server = await startServer(context)
const { apiKey, album, asset, ben, cy, tag } = grown

afterAll(async () => {
  await server.close()
  await context.close()
  await drop()
})

/** Whether rows have the cells of `row`, and perhaps more. */
function hold(rows: Tables[string] = [], row: Tables[string][number]): boolean {
  return rows.some((candidate) => Object.entries(row).every(([column, value]) => candidate[column] === value))
}

test.each(steps)('later migrations meet rows in each table of $migration', ({ grown }) => {
  const empty = Object.keys(grown).filter((name) => grown[name]?.length === 0)

  expect(empty, 'A new table needs rows in test/support/database/grown-library.ts.').toEqual([])
})

test.each(steps.slice(1))('$migration keeps every value of a database with rows in each table', ({ before, after }) => {
  const names = Object.keys(before)
  const lost = names.flatMap((name) =>
    before[name]?.filter((row) => !hold(after[name], row)).map((row) => ({ name, row })),
  )

  expect(lost).toEqual([])
  expect(names.map((name) => after[name]?.length)).toEqual(names.map((name) => before[name]?.length))
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
