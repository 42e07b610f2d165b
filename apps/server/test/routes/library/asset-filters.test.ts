import { describe, expect, test } from 'vitest'
import { createAsset, createAssets, createUser } from '../../support/database/factories.js'
import { send } from '../../support/http/client.js'
import { startTestServer } from '../../support/http/server.js'

const server = await startTestServer()
const { database } = server
const bucket = 'size=MONTH&timeBucket=2024-01-01'

describe('C14 the flags of an asset filter', async () => {
  const ada = await createUser(database)
  const flags = [true, false].flatMap((isArchived) => [true, false].map((isFavorite) => ({ isArchived, isFavorite })))
  for (const flag of flags) {
    await createAsset(database, ada, flag)
    await createAsset(database, ada, { ...flag, deletedAt: new Date() })
    await createAsset(database, ada, { ...flag, isVisible: false })
  }
  const ask = async (path: string) => (await send(server, path, ada)).body

  test.each(['isArchived', 'isFavorite'] as const)('%s', async (flag) => {
    for (const value of [true, false]) {
      const listed = await ask(`/api/asset?${flag}=${value}`)
      const inBucket = await ask(`/api/asset/time-bucket?${bucket}&${flag}=${value}`)

      for (const assets of [listed, inBucket]) {
        expect(assets).toHaveLength(2)
        expect(new Set(assets.map((asset: Record<typeof flag, boolean>) => asset[flag]))).toEqual(new Set([value]))
      }
      expect(await ask(`/api/asset/time-buckets?size=MONTH&${flag}=${value}`)).toMatchObject([{ count: 2 }])
      expect(await ask(`/api/asset/statistics?${flag}=${value}`)).toEqual({ images: 2, videos: 0, total: 2 })
    }
  })
})

describe('getAllAssets', () => {
  test('L4 skips and takes listed assets alone', async () => {
    const ada = await createUser(database)
    const [old = '', young = ''] = await createAssets(database, ada, 2)
    const newest = { fileCreatedAt: new Date('2030-01-01Z') }
    await createAsset(database, ada, { ...newest, deletedAt: new Date() })
    await createAsset(database, ada, { ...newest, isVisible: false })

    const { body } = await send(server, '/api/asset?skip=1&take=1', ada)
    const first = await send(server, '/api/asset?take=1', ada)

    expect(body).toMatchObject([{ id: old }])
    expect(first.body).toMatchObject([{ id: young }])
  })

  test('T2 a page that holds all assets links to no other', async () => {
    const ada = await createUser(database)
    await createAssets(database, ada, 3)

    const full = await send(server, '/api/asset?limit=3', ada)
    const part = await send(server, '/api/asset?limit=2', ada)

    expect([full.body.length, full.headers.has('link')]).toEqual([3, false])
    expect([part.body.length, part.headers.has('link')]).toEqual([2, true])
  })
})

test('getAssetInfo finds an asset of the caller that is in no album, and nobody else’s', async () => {
  const [ada, ben] = [await createUser(database), await createUser(database)]
  const { id } = await createAsset(database, ada)

  expect((await send(server, `/api/asset/${id}`, ada)).body.id).toBe(id)
  expect((await send(server, `/api/asset/${id}`, ben)).status).toBe(404)
})

test('createAlbum keeps the owner out of the shared users for good', async () => {
  const [ada, ben] = [await createUser(database), await createUser(database)]
  const body = { albumName: 'Ours', sharedWithUserIds: [ada.id, ben.id] }

  const made = await send(server, '/api/album', { method: 'POST', apiKey: ada.apiKey, body })
  const found = await send(server, `/api/album/${made.body.id}`, ada)

  expect(found.body.sharedUsers).toMatchObject([{ id: ben.id }])
  expect(found.body.sharedUsers).toHaveLength(1)
})
