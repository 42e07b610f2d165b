import { QueryClient, QueryObserver } from '@tanstack/query-core'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from '../src/index.js'
import { createQueries, followEvents } from '../src/tanstack.js'
import { createFakeService } from '../src/testing/index.js'

const LIMIT = { timeout: 50_000 }

/** A cache that follows the events of a service. */
async function start() {
  const service = createFakeService()
  let isListening = false
  const fetch: typeof service.fetch = async (input, init) => {
    const response = await service.fetch(input, init)
    if (response.headers.get('content-type') === 'text/event-stream') isListening = true
    return response
  }
  const client = createClient({ ...service.options, fetch })
  const cache = new QueryClient()
  const stopping = new AbortController()
  const events: string[] = []
  const following = followEvents(client, cache, { signal: stopping.signal, onEvent: ({ type }) => events.push(type) })
  following.catch(() => {})
  onTestFinished(() => stopping.abort())
  await vi.waitUntil(() => isListening, LIMIT)
  return { service, client, cache, queries: createQueries(client), events, stopping, following }
}

describe('followEvents', () => {
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
    const { service, cache, queries, events } = await start()
    const observer = new QueryObserver(cache, { ...queries.timeBuckets({ size: 'MONTH' }), staleTime: 60_000 })
    let readings = 0
    onTestFinished(observer.subscribe(({ fetchStatus }) => void (fetchStatus === 'fetching' && readings++)))
    const countOf = () => observer.getCurrentResult().data?.reduce((sum, { count }) => sum + count, 0)
    await vi.waitUntil(() => countOf() === 0, LIMIT)

    for (let added = 0; added < 300; added += 1) service.addAsset()

    await vi.waitUntil(() => countOf() === 300, LIMIT)
    expect(events).toHaveLength(300)
    expect(readings).toBeLessThan(30)
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
