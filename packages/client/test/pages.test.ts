import { describe, expect, expectTypeOf, test } from 'vitest'
import { createClient, type TagAssetsPage, type Unchanged } from '../src/index.js'
import { nextCursorOf } from '../src/pages.js'
import { createFakeService } from '../src/testing/index.js'

function start(howMany: number) {
  const service = createFakeService()
  const assets = Array.from({ length: howMany }, () => service.addAsset()).reverse()
  const tag = service.addTag({ assetIds: assets.map(({ id }) => id) })
  const requests: string[] = []
  const client = createClient({ ...service.options, onRequest: ({ url }) => requests.push(url) })
  return { service, client, tag, requests, ids: assets.map(({ id }) => id) }
}

describe('T2 pages', () => {
  test.each([0, 1, 4, 5, 6])('%i assets arrive one by one, two a page', async (howMany) => {
    const { client, tag, ids, requests } = start(howMany)

    const listed: string[] = []
    for await (const { id } of client.listTagAssets(tag.id, { pageSize: 2 })) listed.push(id)

    expect(listed).toEqual(ids)
    expect(requests).toHaveLength(Math.max(1, Math.ceil(howMany / 2)))
  })

  test('no page is requested before it is needed', async () => {
    const { client, tag, requests } = start(6)

    for await (const _ of client.listTagAssets(tag.id, { pageSize: 2 })) break

    expect(requests).toHaveLength(1)
  })

  test('a page has the cursor of the next, and the last page none', async () => {
    const { client, tag, ids } = start(3)

    const first = await client.getTagAssetsPage(tag.id, { limit: 2 })
    const last = await client.getTagAssetsPage(tag.id, { limit: 2, cursor: first.nextCursor })

    expect([...first.assets, ...last.assets].map(({ id }) => id)).toEqual(ids)
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
    expect(nextCursorOf(link)).toBe(cursor)
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

  test('has the cursor of the next page when it is awaited with a limit', async () => {
    const { client, ids } = start(3)

    const first = await client.getAllAssets({ limit: 2 })
    const last = await client.getAllAssets({ limit: 2, cursor: first.nextCursor })

    expect([...first.items, ...last.items].map(({ id }) => id)).toEqual(ids)
    expect(last.nextCursor).toBeUndefined()
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

    await expect(client.getAllAssets({ cursor: 'x' })).rejects.toMatchObject({ code: 'invalid_request', status: 400 })
  })
})

describe('T3 a list that was read before', () => {
  test('is unchanged, until it changes', async () => {
    const { service, client, tag, ids } = start(2)
    const { etag } = await client.getTagAssetsPage(tag.id)

    const same = await client.getTagAssetsPage(tag.id, { etag })
    service.addTag({ name: 'another', assetIds: ids })
    const changed = await client.getTagAssetsPage(tag.id, { etag })

    expect(same).toEqual({ status: 'unchanged', etag })
    expect(changed).toMatchObject({ status: 'ok', assets: [{ tags: [{}, {}] }, {}] })
  })

  test('is typed as unchanged only when asked with an etag', () => {
    const { client } = start(0)

    expectTypeOf(() => client.getTagAssetsPage('1')).returns.resolves.toEqualTypeOf<TagAssetsPage>()
    expectTypeOf(() => client.getTagAssetsPage('1', { etag: 'x' })).returns.resolves.toEqualTypeOf<
      TagAssetsPage | Unchanged
    >()
  })
})
