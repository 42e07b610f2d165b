import * as sdk from '@immich/sdk'
import { expect, test } from 'vitest'
import { createAsset, createAssets, createPerson, createUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer()
const { database } = server
sdk.defaults.baseUrl = `${server.url}/api`

const search = async (metadataSearchDto: sdk.MetadataSearchDto) =>
  (await sdk.searchMetadata({ metadataSearchDto })).assets

async function createLibrary(howMany: number) {
  const ada = await createUser(database)
  sdk.defaults.headers = { 'x-api-key': ada.apiKey }
  const newestFirst = (await createAssets(database, ada, howMany)).reverse()
  await createAssets(database, await createUser(database), 2)
  await createAsset(database, ada, { isVisible: false })
  return { ada, newestFirst }
}

test('searchMetadata pages all of the caller, newest first, and counts them anew for each page (FI4, L14)', async () => {
  const { ada, newestFirst } = await createLibrary(5)

  const first = await search({ size: 2, withExif: true, isVisible: true })
  const second = await search({ size: 2, page: Number(first.nextPage) })
  const third = await search({ size: 2, page: Number(second.nextPage) })

  expect([first, second, third].flatMap(({ items }) => items.map(({ id }) => id))).toEqual(newestFirst)
  expect([first.nextPage, second.nextPage, third.nextPage]).toEqual(['2', '3', null])
  expect(first).toMatchObject({ count: 2, total: 5, facets: [] })
  expect(await search({ size: 2, page: 9 })).toMatchObject({ items: [], nextPage: null })

  await createAsset(database, ada, { fileCreatedAt: new Date('2030-01-01Z') })
  expect((await search({ size: 2, page: 2 })).items.map(({ id }) => id)).toEqual(newestFirst.slice(1, 3))
})

test('searchMetadata finds one asset by its id, and those in the trash when asked', async () => {
  const { ada, newestFirst } = await createLibrary(2)
  const [kept, gone = ''] = newestFirst
  await send(server, '/api/asset', { method: 'DELETE', apiKey: ada.apiKey, body: { ids: [gone] } })

  const readIds = async (filter: sdk.MetadataSearchDto) =>
    (await search(filter)).items.map(({ id, isTrashed }) => [id, isTrashed])

  expect(await readIds({})).toEqual([[kept, false]])
  expect(await readIds({ withDeleted: true })).toEqual([
    [kept, false],
    [gone, true],
  ])
  expect(await readIds({ id: gone })).toEqual([])
  expect(await readIds({ id: gone, withDeleted: true })).toEqual([[gone, true]])
})

test('a long page is whole', async () => {
  const { newestFirst } = await createLibrary(600)

  expect((await search({ size: 1_000 })).items.map(({ id }) => id)).toEqual(newestFirst)
})

const place = {
  city: 'Lisboa',
  state: 'Lisboa',
  country: 'Portugal',
  make: 'Canon',
  model: 'EOS 5D',
  lensModel: 'EF 50',
}
const own = {
  originalFileName: 'A b.jpg',
  originalPath: '/photos/A b.jpg',
  deviceAssetId: 'one',
  deviceId: 'phone',
  type: 'VIDEO' as const,
  isArchived: true,
  isFavorite: true,
  isExternal: true,
  isOffline: true,
  isReadOnly: true,
}

test('each filter finds the assets that it names, and no others (FI3)', async () => {
  const { ada } = await createLibrary(2)
  const hidden = await createAsset(database, ada, { isVisible: false })
  const checksum = Buffer.alloc(20, 7)
  const { id, libraryId } = await createAsset(database, ada, {
    ...own,
    checksum,
    livePhotoVideoId: hidden.id,
    fileCreatedAt: new Date('2030-01-01Z'),
    createdAt: new Date('2030-01-02Z'),
    updatedAt: new Date('2030-01-03Z'),
  })
  await database.exif.create({ data: { assetId: id, ...place } })
  const person = await createPerson(database, ada, { id })
  const album = await database.album.create({ data: { ownerId: ada.id, albumName: '' } })
  const readIds = async (filter: sdk.MetadataSearchDto) => (await search(filter)).items.map((each) => each.id)
  const after = '2029-12-31T00:00:00.000Z'

  for (const [name, value] of Object.entries({
    ...place,
    ...own,
    isMotion: true,
    checksum: checksum.toString('base64'),
    personIds: [person.id],
    takenAfter: after,
    createdAfter: after,
    updatedAfter: after,
  })) {
    expect([name, await readIds({ [name]: value })]).toEqual([name, [id]])
    const others = typeof value === 'boolean' ? 2 : 0
    const other = { boolean: false, string: name === 'checksum' ? 'a'.repeat(40) : 'x', object: [libraryId] }
    if (name === 'type' || name.endsWith('After')) continue
    const found = await readIds({ [name]: other[typeof value as 'boolean'] })
    expect([name, found.length, found.includes(id)]).toEqual([name, others, false])
  }
  expect(
    (await readIds({ takenBefore: after, libraryId })).length + (await readIds({ withArchived: false })).length,
  ).toBe(4)
  expect((await readIds({ isNotInAlbum: true })).length).toBe(3)
  await send(server, `/api/album/${album.id}/assets`, { method: 'PUT', apiKey: ada.apiKey, body: { ids: [id] } })
  expect((await readIds({ isNotInAlbum: true })).length).toBe(2)
  await send(server, '/api/asset', { method: 'DELETE', apiKey: ada.apiKey, body: { ids: [id] } })
  expect([await readIds(place), await readIds({ ...place, trashedAfter: '2001-01-01T00:00:00.000Z' })]).toEqual([
    [],
    [id],
  ])
})

test('search of Immich 1.90 finds by words, too', async () => {
  const { ada } = await createLibrary(1)
  const { id } = await createAsset(database, ada, { originalFileName: 'Straße.mp4', type: 'VIDEO' })

  const readIds = async (query: Parameters<typeof sdk.search>[0]) =>
    (await sdk.search(query)).assets.items.map((each) => each.id)

  expect(await readIds({ q: 'strasse', clip: false, recent: true })).toEqual([id])
  expect(await readIds({ query: 'STRASS' })).toEqual([id])
  expect(await readIds({ q: 'strasse', $type: sdk.AssetTypeEnum.Image })).toEqual([])
  expect(await readIds({ q: 'strasse', motion: true })).toEqual([])
})

test('a filter that the service does not know is refused by its name, and not left out (L14)', async () => {
  await createLibrary(1)

  await expect(search({ webpPath: 'a', isEncoded: true })).rejects.toMatchObject({
    status: 400,
    data: { errors: [{ pointer: '/webpPath' }, { pointer: '/isEncoded' }] },
  })
})
