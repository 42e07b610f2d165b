import { InfiniteQueryObserver, MutationObserver, QueryClient, QueryObserver } from '@tanstack/query-core'
import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  type Album,
  type Asset,
  type AssetJob,
  createClient,
  isProblem,
  type ListPage,
  type MediaLibraryError,
} from '../src/index.js'
import { createQueries, rootKey } from '../src/tanstack.js'
import { createFakeService } from '../src/testing/index.js'

const service = createFakeService()
const queries = createQueries(createClient(service.options))
const assets = [service.addAsset(), service.addAsset(), service.addAsset()].reverse()
const tag = service.addTag({ assetIds: assets.map(({ id }) => id) })

describe('TanStack Query', () => {
  test('fetches the assets of a tag, and caches them under the key', async () => {
    const cache = new QueryClient()

    const fetched = await cache.fetchQuery(queries.assetsWithTag(tag.id))

    expectTypeOf(fetched).toEqualTypeOf<Asset[]>()
    expect(fetched).toHaveLength(3)
    expect(cache.getQueryData(queries.assetsWithTag(tag.id).queryKey)).toBe(fetched)
  })

  test('fetches one page after another', async () => {
    const observer = new InfiniteQueryObserver(new QueryClient(), queries.assetPagesWithTag(tag.id, { pageSize: 2 }))

    const first = await observer.fetchNextPage()
    const both = await observer.fetchNextPage()
    const found = new InfiniteQueryObserver(new QueryClient(), queries.searchPages({ q: 'jpg' }, { pageSize: 2 }))
    await found.fetchNextPage()
    const search = await found.fetchNextPage()

    expect(search.data?.pages.map(({ total }) => total)).toEqual([3, 3])
    expect(search.data?.pages).toMatchObject(both.data?.pages.map(({ items }) => ({ items })) ?? [])
    expect([first.hasNextPage, both.hasNextPage]).toEqual([true, false])
    expect(both.data?.pages.flatMap((page) => page.items.map(({ id }) => id))).toEqual(assets.map(({ id }) => id))
  })

  test('does not retry what the client has retried', async () => {
    const cache = new QueryClient()

    const error = await cache.fetchQuery(queries.assetsWithTag(service.user.id)).catch((reason: unknown) => reason)

    expect(isProblem(error, 'not_found')).toBe(true)
    expect(queries.assetsWithTag(tag.id).retry).toBe(false)
  })

  test('a key of a tag covers its pages', async () => {
    const cache = new QueryClient()
    await cache.fetchInfiniteQuery(queries.assetPagesWithTag(tag.id))

    await cache.invalidateQueries({ queryKey: queries.assetsWithTag(tag.id).queryKey })

    expect(cache.getQueryState(queries.assetPagesWithTag(tag.id).queryKey)?.isInvalidated).toBe(true)
  })

  test('fetches the look-ups of an app', async () => {
    const cache = new QueryClient()
    const client = createClient(service.options)
    const [newest] = assets
    const album = await client.createAlbum({ albumName: 'L', assetIds: assets.map(({ id }) => id) })
    const month = { size: 'MONTH', timeBucket: newest?.localDateTime ?? '' } as const

    expect(await cache.fetchQuery(queries.tags())).toEqual([tag])
    expect(await cache.fetchQuery(queries.users())).toEqual([await cache.fetchQuery(queries.me())])
    expect(await cache.fetchQuery(queries.albums({ shared: false }))).toMatchObject([{ id: album.id, assets: [] }])
    expect((await cache.fetchQuery(queries.album(album.id))).assets).toHaveLength(3)
    expect(await cache.fetchQuery(queries.asset(newest?.id ?? ''))).toMatchObject({ id: newest?.id })
    expect(await cache.fetchQuery(queries.timeBuckets({ size: 'MONTH' }))).toMatchObject([{ count: 3 }])
    expect((await cache.fetchQuery(queries.timeBucket(month))).map(({ id }) => id)).toEqual(assets.map(({ id }) => id))
  })

  test("fetches the caller's assets one page after another", async () => {
    const observer = new InfiniteQueryObserver(new QueryClient(), queries.assetPages({}, { pageSize: 2 }))

    await observer.fetchNextPage()
    const both = await observer.fetchNextPage()

    expect(both.hasNextPage).toBe(false)
    expect(both.data?.pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(assets.map(({ id }) => id))
  })

  test('runs each operation that writes', async () => {
    const cache = new QueryClient()
    const ben = service.addUser()

    const album = await new MutationObserver(cache, queries.createAlbum()).mutate({ albumName: 'A' })
    const shared = await new MutationObserver(cache, queries.addUsersToAlbum(album.id)).mutate({
      sharedUserIds: [ben.id],
    })
    const ids = assets.map(({ id }) => id)
    const added = await new MutationObserver(cache, queries.addAssetsToAlbum(album.id)).mutate({ ids })
    const removed = await new MutationObserver(cache, queries.removeAssetFromAlbum(album.id)).mutate({ ids })
    const created = await new MutationObserver(cache, queries.createTag()).mutate({ name: 'Sea' })
    const tagged = await new MutationObserver(cache, queries.addTagToAssets(created.id)).mutate({ assetIds: ids })
    const untagged = await new MutationObserver(cache, queries.removeTagFromAssets(created.id)).mutate({
      assetIds: ids,
    })
    const lake = await new MutationObserver(cache, queries.updateTag(created.id)).mutate({ name: 'Lake' })
    await new MutationObserver(cache, queries.deleteTag(lake.id)).mutate()
    const renamed = await new MutationObserver(cache, queries.updateAlbumInfo(album.id)).mutate({ albumName: 'B' })
    await new MutationObserver(cache, queries.removeUserFromAlbum(album.id)).mutate(ben.id)
    await new MutationObserver(cache, queries.deleteAlbum(album.id)).mutate()
    await new MutationObserver(cache, queries.runAssetJobs()).mutate({ assetIds: [], name: 'refresh-metadata' })

    expectTypeOf(album).toEqualTypeOf<Album>()
    expect(shared.sharedUsers).toHaveLength(1)
    expect([...added, ...removed, ...tagged, ...untagged].every(({ success }) => success)).toBe(true)
    expect([renamed.albumName, lake.name]).toEqual(['B', 'Lake'])
    expect((await cache.fetchQuery(queries.albums())).map(({ id }) => id)).not.toContain(album.id)
    expect(await cache.fetchQuery(queries.albumCount())).toMatchObject({ shared: 0 })
    expect((await cache.fetchQuery(queries.tags())).map(({ id }) => id)).toEqual([tag.id])
    const id = service.addAsset().id
    const favourite = await new MutationObserver(cache, queries.updateAsset(id)).mutate({ isFavorite: true })
    await new MutationObserver(cache, queries.updateAssets()).mutate({ ids: [id], isArchived: true })
    await new MutationObserver(cache, queries.deleteAssets()).mutate({ ids: [id] })
    expect([favourite.isFavorite, (await cache.fetchQuery(queries.asset(id))).isTrashed]).toEqual([true, true])
    await new MutationObserver(cache, queries.restoreAssets()).mutate({ ids: [id] })
    await new MutationObserver(cache, queries.restoreTrash()).mutate()
    await new MutationObserver(cache, queries.deleteAssets()).mutate({ ids: [id] })
    await new MutationObserver(cache, queries.emptyTrash()).mutate()
    expect(await createClient(service.options).getAssetStatistics({ isTrashed: true })).toMatchObject({ total: 0 })
    const { accessToken } = await createClient(service.options).signInWithKey()
    const [device] = await cache.fetchQuery(queries.devices())
    await new MutationObserver(cache, queries.logoutDevice()).mutate(device?.id ?? '')
    await new MutationObserver(cache, queries.logoutOtherDevices()).mutate()
    expect(accessToken).toContain(device?.id)
    expect(await cache.fetchQuery(queries.devices())).toEqual([])
    const { apiKey } = await new MutationObserver(cache, queries.createApiKey()).mutate({ scopes: ['tag.read'] })
    const frame = await new MutationObserver(cache, queries.updateApiKey(apiKey.id)).mutate({ name: 'Frame' })
    expect(await cache.fetchQuery(queries.apiKeys())).toEqual([frame])
    expect(await cache.fetchQuery(queries.apiKey(apiKey.id))).toEqual(frame)
    await new MutationObserver(cache, queries.deleteApiKey(apiKey.id)).mutate()
    expect(await cache.fetchQuery(queries.apiKeys())).toEqual([])
  })

  test('manages users and their invitations, which are read again', async () => {
    const [cache, own] = [new QueryClient(), createFakeService()]
    const managed = createQueries(createClient(own.options))
    const listEmails = async () => (await cache.fetchQuery(managed.managedUsers())).map(({ email }) => email)

    const { invitation } = await new MutationObserver(cache, managed.createInvitation()).mutate({
      name: 'Cy',
      email: 'cy@example.org',
    })
    const { id } = invitation
    expect(await cache.fetchQuery(managed.invitations())).toEqual([invitation])
    const renewed = await new MutationObserver(cache, managed.renewInvitation(id)).mutate()
    expect(await cache.fetchQuery(managed.invitations())).toEqual([renewed.invitation])
    await new MutationObserver(cache, managed.deleteInvitation(id)).mutate()
    expect(await cache.fetchQuery(managed.invitations())).toEqual([])
    const named = await new MutationObserver(cache, managed.updateUser()).mutate({ id, name: 'Cyrus' })
    const locked = await new MutationObserver(cache, managed.deleteUser(id)).mutate()
    const restored = await new MutationObserver(cache, managed.restoreUser(id)).mutate()
    expect([named.name, locked.deletedAt === null, restored.deletedAt]).toEqual(['Cyrus', false, null])
    expect(await listEmails()).toContain('cy@example.org')
    await new MutationObserver(cache, managed.removeUser(id)).mutate()
    expect(await listEmails()).not.toContain('cy@example.org')
  })

  test('fetches how jobs stand, and thumbnails', async () => {
    const [cache, own] = [new QueryClient(), createFakeService()]
    const { jobs, jobPages, jobCounts, thumbnail } = createQueries(createClient(own.options))
    const asset = own.addAsset()
    own.addFile(asset.id, 'WEBP', new Uint8Array([1, 2, 3]))
    await createClient(own.options).runAssetJobs({ assetIds: [asset.id], name: 'refresh-metadata' })

    const records = await cache.fetchQuery(jobs({ assetId: [asset.id] }))
    const page = await cache.fetchInfiniteQuery(jobPages({ state: 'queued' }))
    const counts = await cache.fetchQuery(jobCounts())
    const blob = await cache.fetchQuery(thumbnail(asset))

    expectTypeOf(records).toEqualTypeOf<AssetJob[]>()
    expect(records).toMatchObject([{ assetId: asset.id, state: 'queued' }])
    expect(page.pages.flatMap(({ items }) => items)).toEqual(records)
    expect(counts['refresh-metadata'].queued).toBe(1)
    expect([blob.size, blob.type]).toEqual([3, 'image/webp'])
  })

  test('keys and errors are typed', () => {
    const cache = new QueryClient()
    const result = new QueryObserver(cache, queries.tags()).getCurrentResult()
    const mutation = new MutationObserver(cache, queries.createAlbum()).getCurrentResult()

    expectTypeOf(cache.getQueryData(queries.assetsWithTag(tag.id).queryKey)).toEqualTypeOf<Asset[] | undefined>()
    expectTypeOf(cache.getQueryData(queries.assetPages().queryKey)?.pages).toEqualTypeOf<
      ListPage<Asset>[] | undefined
    >()
    expectTypeOf(result.error).toEqualTypeOf<MediaLibraryError | null>()
    expectTypeOf(mutation.error).toEqualTypeOf<MediaLibraryError | null>()
    expect([result.error, mutation.error]).toEqual([null, null])
  })

  test('the root key covers all queries', async () => {
    const cache = new QueryClient()
    await cache.fetchQuery(queries.tags())

    cache.removeQueries({ queryKey: rootKey })

    expect(cache.getQueryData(queries.tags().queryKey)).toBeUndefined()
  })

  test('a mutation invalidates what it changed, also beside the onSuccess of an app', async () => {
    const cache = new QueryClient()
    await Promise.all([cache.fetchQuery(queries.albums()), cache.fetchQuery(queries.tags())])
    const done: string[] = []

    const options = { ...queries.createAlbum(), onSuccess: ({ id }: Album) => done.push(id) }
    const album = await new MutationObserver(cache, options).mutate({ albumName: 'New' })

    expect(done).toEqual([album.id])
    expect(cache.getQueryState(queries.albums().queryKey)?.isInvalidated).toBe(true)
    expect(cache.getQueryState(queries.tags().queryKey)?.isInvalidated).toBe(false)
  })

  test('a mutation takes a key and leaves assets out on request', async () => {
    const cache = new QueryClient()
    const before = service.albums().length
    const options = queries.createAlbum({ idempotencyKey: 'form-1', minimal: true })
    const body = { albumName: 'Once', assetIds: [assets[0]?.id ?? ''] }

    const first = await new MutationObserver(cache, options).mutate(body)
    const again = await new MutationObserver(cache, options).mutate(body)

    expect(again.id).toBe(first.id)
    expect(first).toMatchObject({ assetCount: 1, assets: [] })
    expect(service.albums()).toHaveLength(before + 1)
  })
})
