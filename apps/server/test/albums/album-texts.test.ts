import { randomBytes, randomUUID } from 'node:crypto'
import type { Album } from '@media-library/contract'
import { beforeAll, expect, test } from 'vitest'
import { createAlbum, createAsset, createAssets, createUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { readNext } from '../support/http/pages.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer()
const { database } = server
const ada = await createUser(database, { storageLabel: 'ada', quotaBytes: 2 ** 53, memoriesEnabled: false })
const ben = await createUser(database, { name: 'Bén "B" \u0001 \u{1f600}', avatarColor: 'green', isAdmin: true })
const gone = await createUser(database, { deletedAt: new Date() })
const letters = String.fromCharCode(...Array.from({ length: 159 }, (_, place) => place + 1))

beforeAll(async () => {
  const assetIds = await createAssets(database, ada, 3)
  const trashed = await createAsset(database, ada, { deletedAt: new Date() })
  const old = await createAsset(database, ben, { fileCreatedAt: new Date('0099-01-02T03:04:05.060Z') })
  const albums = await Promise.all([
    createAlbum(database, ada, { assetIds: [...assetIds, trashed.id], sharedWith: [ben, gone] }),
    createAlbum(database, ada, { assetIds: [trashed.id] }),
    createAlbum(database, ada),
    createAlbum(database, ben, { assetIds: [old.id, ...assetIds], sharedWith: [ada] }),
    createAlbum(database, ben, { sharedWith: [gone, ada] }),
    createAlbum(database, ben),
  ])
  const changes = [
    { albumThumbnailAssetId: trashed.id, description: `${letters}\u2028\u2029\ufeff\u{10ffff}` },
    { albumName: '"\\/', isActivityEnabled: false },
    { albumName: '', isOldestFirst: true },
    { albumThumbnailAssetId: assetIds[1] ?? null },
  ]
  for (const [place, data] of changes.entries())
    await database.album.update({ where: { id: albums[place]?.id ?? '' }, data })
  const link = { userId: ada.id, allowDownload: true, allowUpload: false, showMetadata: true }
  for (const [place, expiresAt] of [new Date(0), null].entries())
    await database.sharedLink.create({
      data: { ...link, id: randomUUID(), keyHash: randomBytes(32), albumId: albums[place]?.id ?? '', expiresAt },
    })
})

test.each(['/api/album', '/api/album?shared=true', '/api/album?shared=false', '/api/album?shared=true&limit=2'])(
  'each album in %s is byte for byte what its own answer is (L1, C15)',
  async (path) => {
    for (const user of [ada, ben]) {
      const list = await send(server, path, user)

      const own = await Promise.all(
        list.body.map(({ id }: { id: string }) => send(server, `/api/album/${id}?withoutAssets=true`, user)),
      )
      expect(own.length).toBeGreaterThan(0)
      expect(list.text).toBe(`[${own.map(({ text }) => text).join(',')}]`)
    }
  },
)

type Key = readonly [number, string]

test('the whole of a list that takes several reads is in order, and byte for byte what its pages are (C12, L1, T2)', async () => {
  await database.$executeRaw`
    INSERT INTO album (id, owner_id, album_name, updated_at)
    SELECT gen_random_uuid(), ${ada.id}::uuid, n || ${letters}, now() - (n / 3) * interval '1 second' FROM generate_series(1, 2100) AS n`
  await database.$executeRaw`
    INSERT INTO album_user (album_id, user_id) SELECT id, ${ben.id}::uuid FROM album WHERE owner_id = ${ada.id}::uuid
    ON CONFLICT DO NOTHING`

  for (const user of [ada, ben]) {
    const whole = await send(server, '/api/album?shared=true', user)
    const pages: string[] = []
    for (let path: string | undefined = '/api/album?shared=true&limit=1000'; path; ) {
      const { text, headers } = await send(server, path, user)
      pages.push(text.slice(1, -1))
      path = readNext(headers)
    }

    const keys = whole.body.map(({ updatedAt, id }: Album) => [Date.parse(updatedAt), id] as const)
    expect(keys.length).toBeGreaterThan(2_100)
    expect(keys).toEqual(keys.toSorted(([a, x]: Key, [b, y]: Key) => b - a || (x < y ? -1 : 1)))
    expect(pages.length).toBeGreaterThan(2)
    expect(whole.text).toBe(`[${pages.join(',')}]`)
  }
})
