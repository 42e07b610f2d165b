import type { api, nouns } from '@media-library/contract'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { type Album, type Asset, type Client, createClient, type ListPage, type Operation } from '../src/index.js'
import { createFakeService } from '../src/testing/index.js'
import { startScriptedServer } from './support/scripted-server.js'

const service = createFakeService()
const client = createClient(service.options)
const jobs = { assetIds: [], name: 'refresh-metadata' as const }

test.each(['', undefined])('an id that is %j is refused before any request', async (id) => {
  const { url, seen } = await startScriptedServer([200, {}, {}])

  const read = createClient({ baseUrl: url, apiKey: 'mlk_1' }).getAlbumInfo(id as string)

  await expect(read).rejects.toThrow(`getAlbumInfo: the id is ${JSON.stringify(id)}.`)
  expect(seen).toEqual([])
})

describe('operations', () => {
  test('each operation is a method whose result is the success alone', () => {
    type OfImmich = keyof typeof nouns.phone | 'search' | 'downloadFileByPost'
    expectTypeOf<Operation>().toEqualTypeOf<Exclude<keyof typeof api, OfImmich>>()
    expectTypeOf<Client>().toHaveProperty('createAlbum')
    expectTypeOf<Exclude<Operation, keyof Client>>().toEqualTypeOf<never>()
    expectTypeOf(client.createAlbum).returns.resolves.toEqualTypeOf<Album>()
    expectTypeOf(client.getTagAssets).returns.resolves.toEqualTypeOf<ListPage<Asset>>()
    expectTypeOf(client.runAssetJobs).returns.resolves.toEqualTypeOf<void>()
  })
})

describe('withResponse', () => {
  test('adds the status and the headers to a result', async () => {
    const create = () => client.createAlbum({ albumName: 'Once' }, { idempotencyKey: 'k1' })

    const first = await create().withResponse()
    const { data, response } = await create().withResponse()

    expectTypeOf(data).toEqualTypeOf<Album>()
    expect(data).toEqual(first.data)
    expect(first.response.headers.get('idempotency-replayed')).toBeNull()
    expect(response.status).toBe(201)
    expect(response.headers.get('idempotency-replayed')).toBe('true')
    expect(response.requestId).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('adds them to a page of a list', async () => {
    const tag = service.addTag({ assetIds: [service.addAsset().id] })

    const { data, response } = await client.getTagAssets(tag.id).withResponse()

    expect(data.items).toHaveLength(1)
    expect(response.headers.get('etag')).toBe(data.etag)
  })

  test('rejects as the result does', async () => {
    await expect(client.getTagById(service.user.id).withResponse()).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('requests', () => {
  test.each(['', '/', '//'])('reaches the service at an address that ends with "%s"', async (end) => {
    const server = await startScriptedServer([204])

    await createClient({ baseUrl: `${server.url}${end}`, apiKey: 'mlk_1' }).runAssetJobs(jobs)

    expect(server.seen).toMatchObject([{ method: 'POST', url: '/api/asset/jobs', body: JSON.stringify(jobs) }])
  })

  test.each([
    ['a key', { apiKey: 'mlk_1' }, { 'x-api-key': 'mlk_1' }],
    ['a key that is read for the call', { apiKey: async () => 'mlk_2' }, { 'x-api-key': 'mlk_2' }],
    ['a token', { token: 'abc' }, { authorization: 'Bearer abc' }],
  ])('sends %s', async (_name, credential, headers) => {
    const server = await startScriptedServer([204])

    await createClient({ baseUrl: server.url, ...credential }).runAssetJobs(jobs)

    expect(server.seen).toMatchObject([{ headers }])
  })

  test('an id cannot change the path', async () => {
    const server = await startScriptedServer([200, {}, []])

    await createClient({ baseUrl: server.url, apiKey: 'mlk_1' }).getTagAssets('../album?x=', {
      limit: 2,
      cursor: 'a b&c',
    })

    expect(server.seen).toMatchObject([{ url: '/api/tag/..%2Falbum%3Fx%3D/assets?limit=2&cursor=a%20b%26c' }])
  })

  test('a redirect is refused, and the key is not sent along', async () => {
    const other = await startScriptedServer([204])
    const server = await startScriptedServer([307, { location: `${other.url}/api/asset/jobs` }])

    const call = createClient({ baseUrl: server.url, apiKey: 'secret' }).runAssetJobs(jobs)

    await expect(call).rejects.toMatchObject({ code: 'unexpected_answer', status: 307 })
    expect(other.seen).toEqual([])
  })
})
