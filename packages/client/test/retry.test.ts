import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readRetryAfter, retryDelay } from '../src/call/retry.js'
import { MediaLibraryError } from '../src/error.js'
import { createClient, type KeyClientOptions } from '../src/index.js'
import { refuse, type Step, startScriptedServer } from './support/scripted-server.js'

const now = { 'retry-after': '0' }
const jobs = { assetIds: [], name: 'refresh-metadata' as const }
const hangUp: Step = (response) => response.destroy()

async function start(steps: Step[], options: Partial<KeyClientOptions> = {}) {
  const { url, seen } = await startScriptedServer(...steps)
  return { client: createClient({ baseUrl: url, apiKey: 'mlk_1', ...options }), seen }
}

describe('a call that may be repeated', () => {
  test.each([
    ['503', refuse(503, 'unavailable', now)],
    ['429', refuse(429, 'too_many_requests', now)],
    ['409 with a Retry-After', refuse(409, 'still_running', now)],
    ['502 of something in between', [502, now] satisfies Step],
    ['a broken connection', hangUp],
  ])('is retried after %s', async (_name, failure) => {
    const { client, seen } = await start([failure, [200, {}, []]])

    const { items } = await client.getTagAssets('1')

    expect(items).toEqual([])
    expect(seen).toHaveLength(2)
  })

  test.each([
    ['400', refuse(400, 'invalid_request', now)],
    ['409', refuse(409, 'name_taken')],
    ['401', refuse(401, 'unauthenticated', now)],
    ['422', refuse(422, 'key_reused', now)],
    ['500', refuse(500, 'internal_error', now)],
  ])('is not retried after %s', async (status, failure) => {
    const { client, seen } = await start([failure, [200, {}, []]])

    await expect(client.getTagAssets('1')).rejects.toMatchObject({ status: Number(status) })
    expect(seen).toHaveLength(1)
  })

  test('fails with the last failure when its retries are used up', async () => {
    const { client, seen } = await start([refuse(503, 'unavailable', now)], { retries: 1 })

    await expect(client.addUsersToAlbum('1', { sharedUserIds: [] })).rejects.toMatchObject({ code: 'unavailable' })
    expect(seen).toHaveLength(2)
  })

  test('keeps its key over all retries, and gets another at the next call (X1)', async () => {
    const { client, seen } = await start([hangUp, refuse(503, 'unavailable', now), [204]])

    await client.runAssetJobs(jobs)
    await client.runAssetJobs(jobs)

    const [first, second, third, next] = seen.map(({ headers }) => headers['idempotency-key'])
    expect(first).toMatch(/^[\x21-\x7e]{16,255}$/)
    expect([second, third]).toEqual([first, first])
    expect(next).not.toBe(first)
  })

  test('uses a key that the caller chose (X1)', async () => {
    const { client, seen } = await start([[204]])

    await client.runAssetJobs(jobs, { idempotencyKey: 'order-7' })

    expect(seen).toMatchObject([{ headers: { 'idempotency-key': 'order-7' } }])
  })

  test('reports each attempt to its hooks, without the key', async () => {
    const events: unknown[] = []
    const note = (name: string) => (event: object) => events.push({ name, ...event })
    const { client } = await start([refuse(503, 'unavailable', { ...now, 'x-request-id': 'r1' }), [200, {}, []]], {
      apiKey: 'secret',
      onRequest: note('request'),
      onResponse: note('response'),
      onRetry: note('retry'),
    })

    await client.getTagAssets('1')

    expect(events).toMatchObject([
      { name: 'request', operation: 'getTagAssets', method: 'GET', attempt: 1 },
      { name: 'response', status: 503, requestId: 'r1', durationMs: expect.any(Number) },
      { name: 'retry', attempt: 1, delayMs: expect.any(Number), error: { code: 'unavailable' } },
      { name: 'request', attempt: 2 },
      { name: 'response', status: 200 },
    ])
    expect(JSON.stringify(events)).not.toContain('secret')
  })

  test('stops waiting when its signal aborts', async () => {
    const stop = new AbortController()
    const { client, seen } = await start([refuse(503, 'unavailable', { 'retry-after': '10' })], {
      onRetry: () => stop.abort(new Error('left the page')),
    })

    await expect(client.getTagAssets('1', { signal: stop.signal })).rejects.toThrow('left the page')
    expect(seen).toHaveLength(1)
  })
})

describe('the wait before the next attempt', () => {
  const failed = (retryAfterMs?: number) =>
    new MediaLibraryError('', { code: 'unavailable', operation: 'getTagAssets', status: 503, retryAfterMs })

  test('grows with each attempt, is random, and is limited', () => {
    const random = vi.spyOn(Math, 'random')
    onTestFinished(() => random.mockRestore())
    const delaysAt = (chance: number) => {
      random.mockReturnValue(chance)
      return [1, 2, 3, 20].map((attempt) => retryDelay(failed(), attempt, 5_000))
    }

    expect(delaysAt(0)).toEqual([250, 500, 1_000, 2_500])
    expect(delaysAt(1)).toEqual([500, 1_000, 2_000, 5_000])
  })

  test('is as long as the service asks, or there is no retry when that is too long', () => {
    expect(retryDelay(failed(3_000), 1, 5_000)).toBeGreaterThanOrEqual(3_000)
    expect(retryDelay(failed(3_000), 1, 5_000)).toBeLessThan(3_300)
    expect(retryDelay(failed(6_000), 1, 5_000)).toBeNull()
  })

  test.each([
    ['seconds', '7', 7_000],
    ['a date gone by', 'Tue, 01 Jan 2019 00:00:00 GMT', 0],
    ['nothing', null, undefined],
    ['nonsense', 'soon', undefined],
  ])('Retry-After may be %s', (_name, value, ms) => {
    expect(readRetryAfter(value)).toBe(ms)
  })

  test('Retry-After may be a future date', () => {
    const ms = readRetryAfter(new Date(Date.now() + 60_000).toUTCString())

    expect(ms).toBeGreaterThan(55_000)
    expect(ms).toBeLessThanOrEqual(60_000)
  })
})
