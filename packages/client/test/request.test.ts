import { expect, expectTypeOf, test } from 'vitest'
import { createClient, type Reply, type RouteMethod } from '../src/index.js'
import { createClient as createValidatedClient } from '../src/validated.js'
import { refuse, type Step, startScriptedServer } from './support/scripted-server.js'

const now = { 'retry-after': '0' }
const person = { id: '7', name: 'Ada' }

async function start(...steps: Step[]) {
  const { url, seen } = await startScriptedServer(...steps)
  return { url, seen, client: createClient({ baseUrl: `${url}/`, apiKey: 'mlk_1' }) }
}

test('a route that the client does not know is called with the same credential', async () => {
  const { client, seen } = await start([201, { 'x-request-id': 'r1' }, person])
  const query = { withHidden: true, 'of&': ['a b', 'c'], none: undefined }

  const reply = client.request<typeof person>('POST', '/api/person?sort=name', {
    query,
    body: { name: 'Ada' },
    headers: { 'X-Trace': '1', 'X-Api-Key': 'other' },
  })

  expectTypeOf(reply).toEqualTypeOf<Reply<typeof person>>()
  expect(await reply).toEqual(person)
  expect(seen).toMatchObject([
    {
      method: 'POST',
      url: '/api/person?sort=name&withHidden=true&of%26=a%20b&of%26=c',
      headers: { 'x-api-key': 'mlk_1', 'x-trace': '1', 'content-type': 'application/json', accept: 'application/json' },
      body: '{"name":"Ada"}',
    },
  ])
  expect((await reply.withResponse()).response).toMatchObject({ status: 201, requestId: 'r1' })
})

test.each<[string, Step]>([
  ['204', [204]],
  ['an empty 200', [200]],
])('%s resolves to undefined', async (_name, step) => {
  const { client } = await start(step)

  expect(await client.request('DELETE', '/api/person/7')).toBeUndefined()
})

test.each<[string, Step, object]>([
  ['a problem', refuse(404, 'not_found'), { code: 'not_found', status: 404, message: 'request: Not now.' }],
  ['a page', (response) => response.end('<html>'), { code: 'unexpected_answer', status: 200 }],
  ['a redirect', [302, { location: 'http://example.org/' }], { code: 'unexpected_answer', status: 302 }],
])('%s is what it is for every operation', async (_name, step, error) => {
  const { client, seen } = await start(step)

  await expect(client.request('GET', '/api/person')).rejects.toMatchObject({ operation: 'request', ...error })
  expect(seen).toHaveLength(1)
})

test.each<[RouteMethod, string | undefined, number]>([
  ['GET', undefined, 2],
  ['HEAD', undefined, 2],
  ['PUT', undefined, 2],
  ['DELETE', undefined, 1],
  ['PATCH', undefined, 1],
  ['POST', undefined, 1],
  ['POST', 'order-7', 2],
])('%s with the key %s is sent %i times at most', async (method, idempotencyKey, times) => {
  const { client, seen } = await start((response) => response.destroy(), [204])

  await client.request(method, '/api/person/7', { idempotencyKey }).catch(() => {})

  expect(seen).toHaveLength(times)
  expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(Array(times).fill(idempotencyKey))
})

test('its options, retries and hooks are those of an operation', async () => {
  const events: object[] = []
  const { url } = await startScriptedServer(refuse(503, 'unavailable', now))
  const client = createClient({ baseUrl: url, apiKey: 'mlk_1', onRetry: (event) => events.push(event) })

  const signal = AbortSignal.abort(new Error('left'))

  await expect(client.request('GET', '/api/person', { retries: 1 })).rejects.toMatchObject({ code: 'unavailable' })
  await expect(client.request('GET', '/api/person', { signal })).rejects.toThrow('left')
  expect(events).toMatchObject([{ operation: 'request', method: 'GET', url: `${url}/api/person`, attempt: 1 }])
})

test('an address below baseUrl is that path', async () => {
  const { client, url, seen } = await start([200, {}, person])

  await client.request('GET', `${url}/api/person?cursor=7`)

  expect(seen).toMatchObject([{ url: '/api/person?cursor=7' }])
})

test.each([
  'https://example.org/api/album',
  'http://127.0.0.1.example.org/api',
  '//example.org/api',
  '/\\example.org/api',
  '@example.org/api',
  ':80@example.org/',
  '.example.org/api',
  'api/album',
  '',
  '/api/../other',
  '/api/%2E%2e/other',
  '/api/.\t./other',
  '/api#fragment',
])('the key is not sent to %j', async (path) => {
  const { client, seen } = await start([200, {}, person])

  const asking = client.request('GET', path)

  await expect(asking).rejects.toThrow(TypeError)
  await expect(asking).rejects.toThrow('is not a path of http://127.0.0.1')
  expect(seen).toEqual([])
})

test('a GET with a body is refused before it is sent', async () => {
  const { client, seen } = await start([200, {}, person])

  await expect(client.request('GET', '/api/person', { body: {} })).rejects.toThrow('a GET has no body. Pass a query.')
  expect(seen).toEqual([])
})

test('a client that validates leaves routes that the contract does not know to the caller', async () => {
  const { url } = await start([200, {}, person])

  expect(await createValidatedClient({ baseUrl: url, apiKey: 'mlk_1' }).request('GET', '/api/person')).toEqual(person)
})
