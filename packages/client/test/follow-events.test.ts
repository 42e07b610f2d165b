import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/query-core'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from '../src/index.js'
import { createQueries, followEvents } from '../src/tanstack.js'
import { createFakeService } from '../src/testing/index.js'

const LIMIT = { timeout: 50_000 }

interface HeldBack {
  request?: string
  answer?: string
}

/**
 * Creates a cache that follows the events of a service. Requests and answers that are held back are passed on after `release`.
 */
function follow(heldBack: HeldBack = {}) {
  const service = createFakeService()
  const answered = new Set<string>()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const fetch: typeof service.fetch = async (input, init) => {
    const path = new URL(String(input)).pathname
    if (path === heldBack.request) await released
    const response = await service.fetch(input, init)
    answered.add(path)
    if (path === heldBack.answer) await released
    return response
  }
  const client = createClient({ ...service.options, fetch })
  const cache = new QueryClient()
  const stopping = new AbortController()
  const events: string[] = []
  let isOpen = false
  const following = followEvents(client, cache, {
    signal: stopping.signal,
    onEvent: ({ type }) => events.push(type),
    onOpen: (opened) => {
      isOpen = opened
    },
  })
  following.catch(() => {})
  onTestFinished(() => stopping.abort())
  const opened = () => vi.waitUntil(() => isOpen, LIMIT)
  return {
    service,
    client,
    cache,
    queries: createQueries(client),
    events,
    stopping,
    following,
    opened,
    answered,
    release,
  }
}

async function start() {
  const following = follow()
  await following.opened()
  return following
}

/** Shows the number of assets, as a page does. */
function showCount({ cache, queries }: ReturnType<typeof follow>) {
  const observer = new QueryObserver(cache, { ...queries.timeBuckets({ size: 'MONTH' }), staleTime: 60_000 })
  onTestFinished(observer.subscribe(() => {}))
  const count = () => observer.getCurrentResult().data?.reduce((sum, bucket) => sum + bucket.count, 0)
  return { observer, until: (expected: number) => vi.waitUntil(() => count() === expected, LIMIT) }
}

describe('followEvents', () => {
  test('reads what a search found anew when an asset or an album changes', async () => {
    const { service, client, cache, queries } = await start()
    const asset = service.addAsset()
    const found = new InfiniteQueryObserver(cache, { ...queries.searchPages({ q: 'found' }), staleTime: 60_000 })
    onTestFinished(found.subscribe(() => {}))
    const until = (total: number) => vi.waitUntil(() => found.getCurrentResult().data?.pages[0]?.total === total, LIMIT)
    await until(0)

    await client.updateAsset(asset.id, { description: 'found' })
    await until(1)
    const { id } = await client.createAlbum({ albumName: 'Found too', assetIds: [service.addAsset().id] })
    await until(2)
    await client.updateAlbumInfo(id, { albumName: 'Lost' })
    await until(1)
  })

  test('reads what is on the screen anew when a job ends', async () => {
    const { service, client, cache, queries } = await start()
    const asset = service.addAsset()
    await client.runAssetJobs({ assetIds: [asset.id], name: 'refresh-metadata' })
    const observer = new QueryObserver(cache, { ...queries.jobCounts(), staleTime: Number.POSITIVE_INFINITY })
    onTestFinished(observer.subscribe(() => {}))
    await vi.waitUntil(() => observer.getCurrentResult().data?.['refresh-metadata'].queued === 1, LIMIT)

    service.endJobs()

    await vi.waitUntil(() => observer.getCurrentResult().data?.['refresh-metadata'].succeeded === 1, LIMIT)
  })

  test('invalidates the albums for a new one, and nothing else', async () => {
    const { client, cache, queries } = await start()
    await Promise.all([cache.fetchQuery(queries.albums()), cache.fetchQuery(queries.tags())])
    const isInvalid = ({ queryKey }: { queryKey: readonly unknown[] }) => cache.getQueryState(queryKey)?.isInvalidated

    await client.createAlbum({ albumName: 'New' })

    await vi.waitUntil(() => isInvalid(queries.albums()), LIMIT)
    expect(isInvalid(queries.tags())).toBe(false)
  })

  test('reads once for many changes, and misses none', async () => {
    const following = await start()
    const { service, events } = following
    const { observer, until } = showCount(following)
    let readings = 0
    onTestFinished(observer.subscribe(({ fetchStatus }) => void (fetchStatus === 'fetching' && readings++)))
    await until(0)

    for (let added = 0; added < 300; added += 1) service.addAsset()

    await until(300)
    expect(events).toHaveLength(300)
    expect(readings).toBeLessThan(30)
  })

  test('reads what was answered before events arrive once more', async () => {
    const following = follow({ request: '/api/events' })
    const { until } = showCount(following)
    await until(0)

    following.service.addAsset()
    following.release()

    await until(1)
  })

  test('reads again what was being read for the first time when it changed', async () => {
    const following = follow({ answer: '/api/asset/time-buckets' })
    await following.opened()
    const { until } = showCount(following)
    await vi.waitUntil(() => following.answered.has('/api/asset/time-buckets'), LIMIT)

    following.service.addAsset()
    await vi.waitUntil(() => following.events.length === 1, LIMIT)
    setTimeout(following.release, 500)

    await until(1)
  })

  test('ends with the reason of the signal', async () => {
    const { stopping, following } = await start()

    stopping.abort(new Error('enough'))

    await expect(following).rejects.toThrow('enough')
  })

  test('rejects when the service refuses the client', async () => {
    const client = createClient({ ...createFakeService().options, apiKey: 'nonsense' })

    await expect(followEvents(client, new QueryClient())).rejects.toMatchObject({ code: 'unauthenticated' })
  })
})
