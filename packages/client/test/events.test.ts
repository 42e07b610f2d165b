import { describe, expect, test, vi } from 'vitest'
import { createClient, type ReceivedEvent } from '../src/index.js'
import { createFakeService } from '../src/testing/index.js'
import { fakeTime } from './support/fake-time.js'

function shown({ id: _, ...event }: ReceivedEvent) {
  return event
}

/** Returns a response only when it is complete, as some proxies do. */
function holdingBack(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const isEndless = response.headers.get('content-type') === 'text/event-stream'
    if (!isEndless) return response
    const text = await Promise.race([
      response.text(),
      new Promise<never>((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
      ),
    ])
    return new Response(text, response)
  }
}

describe('listenToEvents', () => {
  test('yields what happens, until the signal ends it', async () => {
    const service = createFakeService()
    const stopping = new AbortController()
    let connect = () => {}
    const connected = new Promise<void>((resolve) => {
      connect = resolve
    })
    const fetch: typeof service.fetch = (input, init) => service.fetch(input, init).finally(connect)
    const events = createClient({ ...service.options, fetch }).listenToEvents({ signal: stopping.signal })
    const first = events.next()
    await connected

    const asset = service.addAsset()

    expect(shown((await first).value)).toEqual({ type: 'asset.added', assetId: asset.id })
    stopping.abort(new Error('enough'))
    await expect(events.next()).rejects.toThrow('enough')
  })

  test('resumes after a lost connection, and misses nothing', async () => {
    const service = createFakeService()
    const responses: ReadableStreamDefaultController[] = []
    const fetch: typeof service.fetch = async (input, init) => {
      const response = await service.fetch(input, init)
      const reader = response.body?.getReader()
      const body = new ReadableStream({
        start: (controller) => {
          responses.push(controller)
        },
        pull: async (controller) => {
          const { done, value } = (await reader?.read()) ?? {}
          if (done) controller.close()
          else controller.enqueue(value)
        },
        cancel: () => reader?.cancel(),
      })
      return new Response(body, response)
    }
    const events = createClient({ ...service.options, fetch }).listenToEvents({ lastEventId: '0' })
    const one = service.addAsset()
    expect(shown((await events.next()).value)).toEqual({ type: 'asset.added', assetId: one.id })

    responses[0]?.error(new Error('cut'))
    const two = service.addAsset()

    expect(shown((await events.next()).value)).toEqual({ type: 'asset.added', assetId: two.id })
    expect(responses.length).toBeGreaterThan(1)
    await events.return(undefined as never)
  })

  test('reconnects soon after each lost connection, even if nothing happens between', async () => {
    fakeTime()
    const service = createFakeService()
    let connections = 0
    const fetch: typeof service.fetch = async (input, init) => {
      const response = await service.fetch(input, init)
      connections += 1
      if (connections > 6) return response
      const first = await response.body?.getReader().read()
      const chunks = [first?.value]
      const body = new ReadableStream({
        pull: (controller) => {
          const chunk = chunks.shift()
          if (chunk) controller.enqueue(chunk)
          else controller.error(new Error('cut'))
        },
      })
      return new Response(body, response)
    }
    const events = createClient({ ...service.options, fetch }).listenToEvents()
    const next = events.next()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(connections).toBe(7)

    const asset = service.addAsset()

    expect(shown((await next).value)).toEqual({ type: 'asset.added', assetId: asset.id })
    await events.return(undefined as never)
  })

  test('listens again after a response whose first bytes were late', async () => {
    fakeTime()
    const service = createFakeService()
    const queries: string[] = []
    const late = holdingBack(service.fetch as never)
    const fetch: typeof service.fetch = (input, init) => {
      queries.push(new URL(String(input)).search)
      return queries.length === 1 ? late(input, init) : service.fetch(input, init)
    }
    const events = createClient({ ...service.options, fetch }).listenToEvents()
    const next = events.next()
    while (queries.length < 3) await vi.advanceTimersByTimeAsync(1_000)

    const asset = service.addAsset()

    expect(shown((await next).value)).toEqual({ type: 'asset.added', assetId: asset.id })
    expect(queries).toEqual(['', '?wait=20', ''])
    await events.return(undefined as never)
  })

  test('rejects when the service refuses the client', async () => {
    const service = createFakeService()
    const events = createClient({ ...service.options, apiKey: 'nonsense' }).listenToEvents()

    await expect(events.next()).rejects.toMatchObject({ code: 'unauthenticated', status: 401 })
  })

  test('a position that is unknown is a reset', async () => {
    const service = createFakeService()
    const events = createClient(service.options).listenToEvents({ lastEventId: 'unknown' })

    expect(shown((await events.next()).value)).toEqual({ type: 'reset' })
    await events.return(undefined as never)
  })
})

describe('waitForJobs', () => {
  test('resolves to the records when all jobs have ended', async () => {
    fakeTime()
    const service = createFakeService()
    const client = createClient(service.options)
    const assetIds = [service.addAsset().id, service.addAsset().id]
    await client.runAssetJobs({ assetIds, name: 'refresh-metadata' })
    const progress: object[] = []

    const waited = client.waitForJobs(assetIds, { name: 'refresh-metadata', onProgress: (one) => progress.push(one) })
    await vi.advanceTimersByTimeAsync(1_000)
    service.endJobs('failed', 'broken')
    await vi.advanceTimersByTimeAsync(1_000)

    expect((await waited).map(({ assetId, state }) => ({ assetId, state }))).toEqual(
      assetIds.map((assetId) => ({ assetId, state: 'failed' })),
    )
    expect(progress).toEqual([{ ended: 2, total: 2 }])
  })

  test('asks again where a proxy holds back events', async () => {
    fakeTime()
    const service = createFakeService()
    const client = createClient({ ...service.options, fetch: holdingBack(service.fetch as never) })
    const { id } = service.addAsset()
    await client.runAssetJobs({ assetIds: [id], name: 'refresh-metadata' })

    const waited = client.waitForJobs([id])
    await vi.advanceTimersByTimeAsync(1_000)
    service.endJobs()
    await vi.advanceTimersByTimeAsync(2_000)

    expect(await waited).toMatchObject([{ assetId: id, state: 'succeeded' }])
  })

  test('gives up with the reason of the signal', async () => {
    const service = createFakeService()
    const client = createClient(service.options)
    const { id } = service.addAsset()
    await client.runAssetJobs({ assetIds: [id], name: 'refresh-metadata' })

    await expect(client.waitForJobs([id], { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
      name: 'TimeoutError',
    })
  })

  test('an asset without jobs has none to wait for', async () => {
    const service = createFakeService()

    expect(await createClient(service.options).waitForJobs([service.addAsset().id])).toEqual([])
  })

  test('an asset that is not there is refused', async () => {
    const { options } = createFakeService()
    const waited = createClient(options).waitForJobs(['0190f3d2-6d5c-7a1e-9c3b-2f6a8d4e1b70'], {
      name: 'refresh-metadata',
    })

    await expect(waited).rejects.toMatchObject({ code: 'not_found' })
  })
})
