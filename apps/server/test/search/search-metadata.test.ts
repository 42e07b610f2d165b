import * as sdk from '@immich/sdk'
import { expect, test } from 'vitest'
import { createAsset, createAssets, createUser } from '../support/database/factories.js'
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

test('searchMetadata pages all of the caller, newest first, and counts them anew for each page (L14)', async () => {
  const { ada, newestFirst } = await createLibrary(5)

  const first = await search({ size: 2, withExif: true, isVisible: true })
  const second = await search({ size: 2, page: Number(first.nextPage) })
  const third = await search({ size: 2, page: Number(second.nextPage) })

  expect([first, second, third].flatMap(({ items }) => items.map(({ id }) => id))).toEqual(newestFirst)
  expect([first.nextPage, second.nextPage, third.nextPage]).toEqual(['2', '3', null])
  expect(first).toMatchObject({ count: 2, total: 2, facets: [] })
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

test('a filter that the service does not know is refused by its name, and not left out (L14)', async () => {
  await createLibrary(1)

  await expect(search({ make: 'Canon', city: 'Lisbon' })).rejects.toMatchObject({
    status: 400,
    data: { errors: [{ pointer: '/make' }, { pointer: '/city' }] },
  })
})
