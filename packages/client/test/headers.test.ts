import { expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from '../src/index.js'
import { startScriptedServer } from './support/scripted-server.js'

test('headers and user agent of the client go with every request, and the credential takes precedence', async () => {
  const { url, seen } = await startScriptedServer([200, {}, []])
  const headers = { 'X-Tenant': 'a', Accept: 'text/html', 'X-Api-Key': 'other' }
  const client = createClient({ baseUrl: url, apiKey: 'mlk_1', headers, userAgent: 'my-app/1.2' })

  await client.getAllTags()
  await client.request('GET', '/api/new', { headers: { 'x-tenant': 'b' } })

  const sent = { 'x-api-key': 'mlk_1', accept: 'application/json', 'user-agent': 'my-app/1.2' }
  expect(seen).toMatchObject([{ headers: { ...sent, 'x-tenant': 'a' } }, { headers: { ...sent, 'x-tenant': 'b' } }])
})

test('headers of the client are not sent to a bucket that the service redirects to', async () => {
  const bucket = await startScriptedServer([200])
  const { url } = await startScriptedServer([302, { location: `${bucket.url}/original` }])
  const client = createClient({ baseUrl: url, apiKey: 'mlk_1', headers: { authorization: 'Basic secret' } })

  await client.downloadFile('7')

  expect(bucket.seen).toMatchObject([{ url: '/original' }])
  expect(JSON.stringify(bucket.seen)).not.toMatch(/secret|mlk_1/)
})

test('a browser sends its own user agent', async () => {
  vi.stubGlobal('location', { origin: 'http://127.0.0.1' })
  onTestFinished(() => void vi.unstubAllGlobals())
  const { url, seen } = await startScriptedServer([200, {}, []])

  await createClient({ baseUrl: url, apiKey: 'mlk_1', userAgent: 'my-app/1.2' }).getAllTags()

  expect(seen[0]?.headers['user-agent']).not.toBe('my-app/1.2')
})

test.each([{ headers: { 'x tenant': 'a' } }, { userAgent: 'my\napp' }])('%j is refused by createClient', (options) => {
  expect(() => createClient({ baseUrl: 'http://127.0.0.1', apiKey: 'mlk_1', ...options })).toThrow(TypeError)
})
