import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { createAsset, createAssets, createUser, type TestUser } from '../support/database/factories.js'
import { asProgram, toOutcomes } from '../support/http/as-program.js'
import { send } from '../support/http/client.js'
import { listenTo } from '../support/http/event-reader.js'
import { startTestServer } from '../support/http/server.js'
import { isAlone } from '../support/long.js'
import { LONG_TRANSACTION } from '../support/until.js'

const HOW_MANY = 100_000

const server = await startTestServer()
const { database } = server
const [owner, friend] = [await createUser(database), await createUser(database)]
const assetIds = await createAssets(database, owner, 3)
const [first = '', second = '', third = ''] = assetIds
const [ofFriend = ''] = await createAssets(database, friend, 1)

const as = (user: TestUser) => asProgram(server, user)

let albumId: string

beforeEach(async () => {
  const { id } = await as(owner).createAlbum({ albumName: 'Trip', sharedWithUserIds: [friend.id] })
  albumId = id
})

function add(ids: string[], user = owner) {
  return as(user).addAssetsToAlbum(albumId, { ids })
}

function remove(ids: string[], user = owner) {
  return as(user).removeAssetFromAlbum(albumId, { ids })
}

async function listed() {
  const { assets, albumThumbnailAssetId: cover, updatedAt } = await as(owner).getAlbumInfo(albumId)
  return { ids: assets.map(({ id }) => id), cover, updatedAt }
}

function readAlbum(headers: Record<string, string> = {}) {
  return send(server, `/api/album/${albumId}`, { apiKey: owner.apiKey, headers })
}

describe('addAssetsToAlbum', () => {
  test('adds own assets, and the first of them becomes the cover (G2)', async () => {
    const results = await add([second, first])

    expect(results).toEqual([
      { id: second, success: true },
      { id: first, success: true },
    ])
    expect(await listed()).toMatchObject({ ids: [second, first], cover: second })
  })

  test('one id that cannot be added does not stop the others (G1)', async () => {
    const trashed = await createAsset(database, owner, { deletedAt: new Date() })
    await add([first])

    const results = await add([first, randomUUID(), ofFriend, trashed.id, second.toUpperCase()])

    expect(toOutcomes(results)).toEqual(['duplicate', 'not_found', 'not_found', 'not_found', 'success'])
    expect((await listed()).ids).toEqual([second, first])
  })

  test('a shared user adds their own assets alone (G2)', async () => {
    const added = await add([ofFriend, first], friend)

    expect(toOutcomes(added)).toEqual(['success', 'not_found'])
    expect((await listed()).ids).toEqual([ofFriend])
  })

  test('updatedAt and the ETag move when something was added, and only then (G3)', async () => {
    const before = await listed()
    const nothing = await add([randomUUID()])
    const unchanged = await listed()
    const etag = (await readAlbum()).headers.get('etag') ?? ''

    await add([first])

    expect(toOutcomes(nothing)).toEqual(['not_found'])
    expect(unchanged).toEqual(before)
    expect((await listed()).updatedAt > before.updatedAt).toBe(true)
    expect((await readAlbum({ 'if-none-match': etag })).status).toBe(200)
  })

  test('a call that changes nothing does not wait for a change of the album (G2)', async () => {
    await add([first])

    const results = await database.$transaction(async (transaction) => {
      await transaction.$executeRaw`SELECT FROM album WHERE id = ${albumId}::uuid FOR UPDATE`
      return [await add([first, ofFriend]), await remove([second])]
    }, LONG_TRANSACTION)

    expect(results.map(toOutcomes)).toEqual([['duplicate', 'not_found'], ['not_found']])
  })

  test('concurrent calls lose nothing, and each asset is added once (G2)', async () => {
    const ids = await createAssets(database, owner, 24)

    const answers = await Promise.all(ids.map((_, start) => add([...ids.slice(start), ...ids.slice(0, start)])))

    expect(toOutcomes(answers.flat()).filter((outcome) => outcome === 'success')).toHaveLength(24)
    expect((await listed()).ids).toEqual(ids.toReversed())
  })

  test('tells the owner and the shared users that the album changed (E1, E2)', async () => {
    const reader = await listenTo(server, { apiKey: friend.apiKey })

    await add([first])
    await reader.wait(1)
    await remove([first])
    await reader.wait(2)

    expect(reader.events).toMatchObject([
      { type: 'album.updated', albumId },
      { type: 'album.updated', albumId },
    ])
  })
})

describe('removeAssetFromAlbum', () => {
  beforeEach(() => Promise.all([add(assetIds), add([ofFriend], friend)]))

  test('the owner removes any asset, which stays in the library (G2)', async () => {
    const results = await remove([second, ofFriend, randomUUID(), second])

    expect(toOutcomes(results)).toEqual(['success', 'success', 'not_found', 'not_found'])
    expect((await listed()).ids).toEqual([third, first])
    expect((await as(owner).getAssetInfo(second)).id).toBe(second)
  })

  test('a shared user removes their own assets alone (G1, G2)', async () => {
    const results = await remove([ofFriend, first], friend)

    expect(toOutcomes(results)).toEqual(['success', 'no_permission'])
    expect((await listed()).ids).toEqual([third, second, first])
  })

  test('the newest asset becomes the cover when the cover is removed (G4)', async () => {
    const { cover } = await listed()
    await remove([cover ?? ''])
    const next = await listed()
    await remove([...assetIds, ofFriend])

    expect(next.cover).toBe(next.ids[0])
    expect(next.cover).not.toBe(cover)
    expect(await listed()).toMatchObject({ ids: [], cover: null })
  })

  test('concurrent removals leave a cover that is in the album (G4)', async () => {
    const ids = await createAssets(database, owner, 12)
    await remove([...assetIds, ofFriend])
    await add(ids)

    await Promise.all(ids.slice(1).map((id) => remove([id])))
    await remove([ids[0] ?? '', ids[1] ?? ''])
    await add([first])

    expect(await listed()).toMatchObject({ ids: [first], cover: first })
  })
})

test.runIf(isAlone)(`${HOW_MANY} assets are added and removed at once (C7)`, { timeout: 180_000 }, async () => {
  const many = await createUser(database)
  const ids: string[] = []
  while (ids.length < HOW_MANY) ids.push(...(await createAssets(database, many, 10_000)))
  const { id } = await as(many).createAlbum({ albumName: 'All' })

  const added = await as(many).addAssetsToAlbum(id, { ids })
  const removed = await as(many).removeAssetFromAlbum(id, { ids })

  for (const results of [added, removed]) {
    expect(results.map((result) => result.id)).toEqual(ids)
    expect(results.every(({ success }) => success)).toBe(true)
  }
})
