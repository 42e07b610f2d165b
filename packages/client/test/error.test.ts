import { createServer } from 'node:net'
import { describe, expect, expectTypeOf, test, vi } from 'vitest'
import { createClient, type FieldError, isProblem, MediaLibraryError, type Problem } from '../src/index.js'
import { createFakeService } from '../src/testing/index.js'
import { fakeTime } from './support/fake-time.js'
import { type Step, startScriptedServer } from './support/scripted-server.js'

function catchFailure(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.fail('nothing failed'),
    (error: unknown) => error,
  )
}

describe('a problem', () => {
  test('is an error with the fields of the answer', async () => {
    const service = createFakeService()
    const client = createClient(service.options)

    const error = await catchFailure(client.createAlbum({ albumName: '', assetIds: [service.user.id] }))

    expect(error).toBeInstanceOf(MediaLibraryError)
    expect(error).toMatchObject({
      name: 'MediaLibraryError',
      message: expect.stringMatching(/^createAlbum: /),
      code: 'unusable_ids',
      operation: 'createAlbum',
      status: 400,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      problem: { errors: [{ pointer: '/assetIds/0' }], errorCount: 1 },
    })
  })

  test('says how long to wait', async () => {
    const service = createFakeService()
    service.failNext('too_many_requests', { retryAfter: 60 })

    const error = await catchFailure(createClient(service.options).getTagAssets('1'))

    expect(error).toMatchObject({ code: 'too_many_requests', retryAfterMs: 60_000 })
  })

  test('keeps its message in JSON', async () => {
    const { options, user } = createFakeService()

    const error = await catchFailure(createClient(options).getTagAssets(user.id))

    expect(JSON.parse(JSON.stringify({ error })).error).toMatchObject({
      name: 'MediaLibraryError',
      message: (error as Error).message,
      code: 'not_found',
      operation: 'getTagAssets',
      status: 404,
      problem: { code: 'not_found' },
    })
  })

  test('is recognized by its code', async () => {
    const service = createFakeService()

    const error = await catchFailure(createClient(service.options).getTagAssets(service.user.id))

    expect(isProblem(error)).toBe(true)
    expect(isProblem(error, 'not_found')).toBe(true)
    expect(isProblem(error, 'forbidden', 'not_found')).toBe(true)
    expect(isProblem(error, 'forbidden')).toBe(false)
    expect(isProblem(new Error('not_found'), 'not_found')).toBe(false)
  })

  test('has the type of its code', () => {
    const check = (error: unknown) => {
      if (isProblem(error, 'unusable_ids')) {
        expectTypeOf(error.status).toEqualTypeOf<400>()
        expectTypeOf(error.code).toEqualTypeOf<'unusable_ids'>()
        expectTypeOf(error.problem).toExtend<Problem>()
        expectTypeOf(error.problem.errors).toEqualTypeOf<FieldError[]>()
        expectTypeOf(error.problem.errorCount).toEqualTypeOf<number>()
      }
      if (isProblem(error, 'not_found', 'forbidden')) {
        expectTypeOf(error.status).toEqualTypeOf<403 | 404>()
        if (error.code === 'forbidden') expectTypeOf(error.status).toEqualTypeOf<403>()
      }
      if (isProblem(error)) expectTypeOf(error.problem).toExtend<Problem>()
    }

    expect(check).not.toThrow()
  })
})

describe('what is no answer of the service', () => {
  test.each([
    ['a page', 'unexpected_answer', [200, { 'content-type': 'text/html' }, undefined]],
    ['JSON of something else', 'unexpected_answer', [200, {}, { hello: 'world' }]],
    ['an error page', 'unexpected_answer', [404, { 'content-type': 'text/html' }]],
    ['the problem of another service', 'unexpected_answer', [404, {}, { code: 7, detail: 'No such page.' }]],
  ] satisfies [string, string, Step][])('%s is unexpected', async (_name, code, step) => {
    const { url } = await startScriptedServer(step)

    const error = await catchFailure(createClient({ baseUrl: url, apiKey: 'mlk_1' }).createAlbum({ albumName: '' }))

    expect(error).toMatchObject({ code, status: step[0], problem: undefined })
    expect((error as Error).message).toContain('baseUrl')
    expect(isProblem(error)).toBe(false)
  })

  test('no connection is a network error with its cause', async () => {
    const free = await new Promise<number>((resolve) => {
      const server = createServer().listen(0, '127.0.0.1', () => {
        const { port } = server.address() as { port: number }
        server.close(() => resolve(port))
      })
    })
    const client = createClient({ baseUrl: `http://127.0.0.1:${free}`, apiKey: 'mlk_1', retries: 0 })

    const error = await catchFailure(client.getTagAssets('1'))

    expect(error).toMatchObject({
      code: 'network',
      status: undefined,
      message: `getTagAssets: http://127.0.0.1:${free} cannot be reached: connect ECONNREFUSED 127.0.0.1:${free}.`,
      cause: expect.any(TypeError),
    })
  })
})

describe('time', () => {
  const silent: Step = () => {}

  test('silence is a timeout', async () => {
    const { url, seen } = await startScriptedServer(silent)
    const client = createClient({ baseUrl: url, apiKey: 'mlk_1', timeoutMs: 500 })

    const error = await catchFailure(client.runAssetJobs({ assetIds: [], name: 'refresh-metadata' }, { retries: 0 }))

    expect(error).toMatchObject({ code: 'timeout', status: undefined })
    // On a busy machine the request may still be on its way.
    expect(seen.length).toBeLessThanOrEqual(1)
  })

  test('an answer that stops midway is a timeout, too', async () => {
    const { url } = await startScriptedServer((response) => response.writeHead(200).write('[{"id"'))
    const client = createClient({ baseUrl: url, apiKey: 'mlk_1', timeoutMs: 50, retries: 0 })

    await expect(client.getTagAssets('1')).rejects.toMatchObject({ code: 'timeout' })
  })

  test('a long answer that keeps arriving is none', async () => {
    fakeTime()
    const parts = [...'[      ]']
    const body = new ReadableStream({
      pull: async (controller) => {
        await new Promise((resolve) => setTimeout(resolve, 1_000))
        controller.enqueue(new TextEncoder().encode(parts.shift()))
        if (parts.length === 0) controller.close()
      },
    })
    const options = { baseUrl: 'http://127.0.0.1', apiKey: 'mlk_1', timeoutMs: 1_500, retries: 0 }
    const client = createClient({ ...options, fetch: async () => new Response(body) })

    const listed = client.getTagAssets('1').then(({ items }) => items)
    await vi.advanceTimersByTimeAsync(10_000)

    expect(await listed).toEqual([])
  })

  test('a signal aborts a call with its own reason', async () => {
    const { url, seen } = await startScriptedServer(silent)
    const client = createClient({ baseUrl: url, apiKey: 'mlk_1' })

    const late = await catchFailure(client.getTagAssets('1', { signal: AbortSignal.timeout(500) }))
    const early = await catchFailure(client.getTagAssets('1', { signal: AbortSignal.abort('no need') }))

    expect(late).toMatchObject({ name: 'TimeoutError' })
    expect(early).toBe('no need')
    expect(seen).toHaveLength(1)
  })
})
