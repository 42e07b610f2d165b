import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import type * as entry from '../src/index.js'
import { isProblem, MediaLibraryError } from '../src/index.js'
import { createFakeService } from '../src/testing/index.js'
import { refuse, startScriptedServer } from './support/scripted-server.js'

const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL('../dist/index.js', import.meta.url))],
  bundle: true,
  format: 'iife',
  globalName: 'client',
  write: false,
})

/** Loads the light entry with only the language and these globals. */
function loadWhereThereIs(globals: object): typeof entry {
  return runInContext(`${outputFiles[0]?.text}; client`, createContext(globals))
}

const bare = { fetch, AbortController, setTimeout, clearTimeout }
const jobs = { assetIds: [], name: 'refresh-metadata' as const }

test('an edge runtime needs fetch, timers and streams', async () => {
  const { url } = await startScriptedServer([200, {}, []])
  const { createClient } = loadWhereThereIs({ ...bare, TextDecoder })

  expect((await createClient({ baseUrl: url, apiKey: 'mlk_1' }).getTagAssets('1')).items).toEqual([])
})

test('React Native works without streams, and without Web Crypto to make keys', async () => {
  const { url, seen } = await startScriptedServer(refuse(503, 'unavailable', { 'retry-after': '0' }), [204], [204])
  const fetchWithoutStreams = async (...request: Parameters<typeof fetch>) => {
    const response = await fetch(...request)
    return { status: response.status, headers: response.headers, text: () => response.text() } as Response
  }
  const { createClient } = loadWhereThereIs({ ...bare, fetch: fetchWithoutStreams })
  const client = createClient({ baseUrl: url, apiKey: 'mlk_1' })

  await client.runAssetJobs(jobs)
  await client.runAssetJobs(jobs)

  const [first, again, next] = seen.map(({ headers }) => headers['idempotency-key'])
  expect(first).toMatch(/^[\x21-\x7e]{20,255}$/)
  expect(again).toBe(first)
  expect(next).not.toBe(first)
})

test('React Native is told that it cannot listen to events, instead of trying for ever', async () => {
  const fetchWithoutStreams = async () => ({ status: 200, headers: new Headers() }) as Response
  const { createClient } = loadWhereThereIs({ ...bare, fetch: fetchWithoutStreams, performance })
  const client = createClient({ baseUrl: 'http://127.0.0.1', apiKey: 'mlk_1' })

  await expect(client.listenToEvents().next()).rejects.toMatchObject({
    code: 'unexpected_answer',
    message: expect.stringContaining('provides no stream'),
  })
})

test('a page calls its own origin with the cookie of its session', async () => {
  const sent: unknown[] = []
  const { createClient } = loadWhereThereIs({ ...bare, TextDecoder })
  const client = createClient({
    baseUrl: 'https://photos.example.org',
    session: 'cookie',
    fetch: async (url, { headers }) => {
      sent.push(url, Object.keys(headers ?? {}).sort())
      return new Response(null, { status: 204 })
    },
  })

  await client.runAssetJobs(jobs)

  expect(sent).toEqual(['https://photos.example.org/api/asset/jobs', ['accept', 'content-type', 'idempotency-key']])
})

test('a page of another origin learns that the service may not allow it', async () => {
  const fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  const { createClient } = loadWhereThereIs({ ...bare, fetch, location: { origin: 'https://app.example.org' } })
  const client = createClient({ baseUrl: 'https://photos.example.org/', apiKey: 'mlk_1', retries: 0 })

  await expect(client.getAllTags()).rejects.toMatchObject({
    code: 'network',
    message:
      'getAllTags: https://photos.example.org cannot be reached: Failed to fetch. It may be down, or it may not allow this page ' +
      'to call it: its setting ALLOWED_ORIGINS has to include https://app.example.org.',
  })
})

test('isProblem recognizes the error of another copy of the package', async () => {
  const { options } = createFakeService()
  const { createClient } = loadWhereThereIs({ ...bare, TextDecoder })

  const error = await createClient(options)
    .getTagById('0')
    .catch((reason: unknown) => reason)

  expect(error).not.toBeInstanceOf(MediaLibraryError)
  expect(isProblem(error, 'invalid_request')).toBe(true)
})
