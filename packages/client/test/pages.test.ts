import { describe, expect, expectTypeOf, test } from 'vitest'
import { type Asset, createClient, type ListPage } from '../src/index.js'
import { readNextCursor } from '../src/pages.js'
import { createFakeService } from '../src/testing/index.js'

function start(howMany: number) {
  const service = createFakeService()
  const assets = Array.from({ length: howMany }, () => service.addAsset()).reverse()
  const tag = service.addTag({ assetIds: assets.map(({ id }) => id) })
  const requests: string[] = []
  const client = createClient({ ...service.options, onRequest: ({ url }) => requests.push(url) })
  return { service, client, tag, requests, ids: assets.map(({ id }) => id) }
}

describe('pages (T2)', () => {
  test.each([0, 1, 4, 5, 6])('%i assets arrive one by one, two a page', async (howMany) => {
    const { client, tag, ids, requests } = start(howMany)

    const listed: string[] = []
    for await (const { id } of client.getTagAssets(tag.id, { limit: 2 })) listed.push(id)

    expect(listed).toEqual(ids)
    expect(requests).toHaveLength(Math.max(1, Math.ceil(howMany / 2)))
  })

  test('no page is requested before it is needed', async () => {
    const { client, tag, requests } = start(6)

    for await (const _ of client.getTagAssets(tag.id, { limit: 2 })) break

    expect(requests).toHaveLength(1)
  })

  test('a page has the cursor of the next, and the last page none', async () => {
    const { client, tag, ids } = start(3)

    const first = await client.getTagAssets(tag.id, { limit: 2 })
    const last = await client.getTagAssets(tag.id, { limit: 2, cursor: first.nextCursor })

    expect([...first.items, ...last.items].map(({ id }) => id)).toEqual(ids)
    expect(last.nextCursor).toBeUndefined()
  })

  test.each([
    [null, undefined],
    ['</api/tag/1/assets?limit=2&cursor=a%2Fb>; rel="next"', 'a/b'],
    ['<https://elsewhere.test/?cursor=x&limit=2>; rel=next', 'x'],
    ['</a?cursor=p>; rel="prev", </a?cursor=n>; title="x"; rel="start next"', 'n'],
    ['</a?cursor=p>; rel="prev"', undefined],
    ['</a>; rel="next"', undefined],
  ])('RFC 8288 the link %s leads to %s', (link, cursor) => {
    expect(readNextCursor(link)).toBe(cursor)
  })
})

describe('a list', () => {
  test('is complete in one request when it is awaited', async () => {
    const { client, ids, requests } = start(3)

    const { items, nextCursor } = await client.getAllAssets()

    expect(items.map(({ id }) => id)).toEqual(ids)
    expect(nextCursor).toBeUndefined()
    expect(requests).toHaveLength(1)
  })

  test('gives all of its entries, page by page, when it is iterated', async () => {
    const { client, ids, requests } = start(5)

    const listed: string[] = []
    for await (const { id } of client.getAllAssets({ isArchived: false, limit: 2 })) listed.push(id)

    expect(listed).toEqual(ids)
    expect(requests.map((url) => new URL(url).searchParams.get('isArchived'))).toEqual(['false', 'false', 'false'])
  })

  test('starts at its cursor when it is iterated', async () => {
    const { client, ids } = start(5)
    const { nextCursor: cursor } = await client.getAllAssets({ limit: 2 })

    const listed: string[] = []
    for await (const { id } of client.getAllAssets({ limit: 2, cursor })) listed.push(id)

    expect(listed).toEqual(ids.slice(2))
  })

  test('sends no request until it is read, and one however often it is awaited', async () => {
    const { client, requests } = start(1)

    const list = client.getAllAlbums()
    expect(requests).toHaveLength(0)
    await list
    await list

    expect(requests).toHaveLength(1)
  })

  test('rejects as its request does', async () => {
    const { client } = start(0)
    const refused = { code: 'invalid_request', status: 400 }

    await expect(client.getAllAssets({ cursor: 'x' })).rejects.toMatchObject(refused)
    expect(await client.getAllAssets({ cursor: 'x' }).catch((error: unknown) => error)).toMatchObject(refused)
    await expect(client.getAllAssets({ cursor: 'x' }).withResponse()).rejects.toMatchObject(refused)
  })
})

describe('a list that was read before (T3)', () => {
  test('is unchanged, until it changes', async () => {
    const { service, client, tag, ids } = start(2)
    const { etag } = await client.getTagAssets(tag.id)

    const same = await client.getTagAssets(tag.id).ifChanged(etag)
    service.addTag({ name: 'another', assetIds: ids })
    const changed = await client.getTagAssets(tag.id).ifChanged(etag)

    expect(same).toBeNull()
    expect(changed).toMatchObject({ items: [{ tags: [{}, {}] }, {}] })
    expect(changed?.etag).not.toBe(etag)
  })

  test('is read when nothing is known of it', async () => {
    const { client, tag, ids } = start(2)

    const page = await client.getTagAssets(tag.id).ifChanged(undefined)

    expectTypeOf(page).toEqualTypeOf<ListPage<Asset> | null>()
    expect(page?.items.map(({ id }) => id)).toEqual(ids)
  })
})
