import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as client from '@media-library/client'
import { api } from '@media-library/contract'
import { listResponseHeaders, type OpenApi } from '@media-library/contract/openapi'
import { afterAll, expect, inject, test } from 'vitest'
import { runEveryOperation } from './packed/consumer/programs/every-operation.cjs'
import { readWorld } from './packed/consumer/programs/world.js'
import { readAddress } from './support/address.js'

const world = inject('world')
const prism = createRequire(import.meta.url).resolve('@stoplight/prism-cli')

// Prism gives up when a busy machine takes more than five seconds to send the description.
const folder = await mkdtemp(join(tmpdir(), 'description-'))
const description = join(folder, 'served.json')
const served = (await fetch(`${world.url}/api/openapi.json`).then((response) => response.json())) as OpenApi
/** The path of an answer that does not match the description. */
const WRONG = '/livez'
const text = { description: 'Wrong.', content: { 'application/json': { schema: { type: 'string' } } } }
await writeFile(
  description,
  JSON.stringify({ ...served, paths: { ...served.paths, [WRONG]: { get: { responses: { 200: text } } } } }),
)
const child = spawn(process.execPath, [prism, 'proxy', description, world.url, '-p', '0'], {
  stdio: ['ignore', 'pipe', 'pipe'],
})
afterAll(async () => {
  child.kill()
  await once(child, 'exit')
  await rm(folder, { recursive: true })
})
const proxyUrl = await readAddress(child, /listening on .*?(http:\/\/127\.0\.0\.1:\d+)\D/s)

/** The headers of HTTP itself, of browsers' security and of prism, which are no part of the API. */
const general = new Set(
  `connection content-length content-security-policy content-type cross-origin-opener-policy cross-origin-resource-policy date
  keep-alive origin-agent-cluster referrer-policy sl-violations transfer-encoding vary x-content-type-options x-dns-prefetch-control
  x-download-options x-frame-options x-permitted-cross-domain-policies x-xss-protection`.split(/\s+/),
)

type Operation = keyof typeof api

interface Answer {
  /** The operation, if it is described. */
  operation: Operation | undefined
  status: number
  headers: string[]
  /** What prism finds wrong with the request or the answer. */
  violations: { location: string[]; message: string }[]
}

/** The paths of forms, for the ends of which prism waits. */
const FORMS = new Set(['/api/asset/upload', '/api/user/profile-image'])

/** Asks the service through prism, except for what prism would wait for without end: a stream, and a form of unknown length. */
async function ask(path: string, init: RequestInit = {}): Promise<{ answer: Answer; response: Response }> {
  const isDirect = path.startsWith('/api/events') || (init.method === 'POST' && FORMS.has(path))
  const response = await fetch((isDirect ? world.url : proxyUrl) + path, init)
  const names = [...response.headers.keys()]
  return {
    response,
    answer: {
      operation: findOperation(init.method ?? 'GET', path),
      status: response.status,
      headers: names.filter((name) => !general.has(name) && !name.startsWith('access-control-')),
      violations: JSON.parse(response.headers.get('sl-violations') ?? '[]'),
    },
  }
}

function findOperation(method: string, path: string): Answer['operation'] {
  const [pathname = ''] = path.split('?')
  const isAsked = (route: { method: string; path: string }) =>
    route.method === method && new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname)
  return (Object.keys(api) as Operation[]).find((name) => isAsked(api[name]))
}

/** Lists the faults of an answer. A refused request has faults of its own. */
function listFaults({ operation, status, headers, violations }: Answer): string[] {
  if (!operation) return ['no operation is described']
  const declared = listResponseHeaders(api[operation], status).map((name) => name.toLowerCase())
  return [
    ...headers.filter((name) => !declared.includes(name)).map((name) => `undeclared header ${name}`),
    ...violations.filter(({ location: [part] }) => part === 'response' || status < 300).map(({ message }) => message),
  ]
}

test('every operation of the client is asked and answered as the description says', async () => {
  const answers: Answer[] = []
  const { options, ...library } = await readWorld(world.address)
  const throughPrism: typeof fetch = async (url, init) => {
    const { answer, response } = await ask(String(url).replace(world.url, ''), init)
    answers.push(answer)
    return response
  }

  await runEveryOperation(client, { ...library, options: { ...options, fetch: throughPrism } })

  const faults = answers.flatMap((answer) => listFaults(answer).map((fault) => `${answer.operation}: ${fault}`))
  expect(faults).toEqual([])
})

const [assetId = ''] = world.assetIds
const album = { method: 'POST', path: '/api/album', body: '{"albumName":"Summer"}' }
const tag = { path: `/api/tag/${world.tagId}` }
const file = { path: `/api/download/asset/${assetId}` }
const repeated = { 'idempotency-key': 'described' }

/** The server's own tests compare all answers with the description: one of each status is enough here. */
const others: { path: string; method?: string; headers?: Record<string, string>; body?: string; status: number }[] = [
  { ...file, headers: { range: 'bytes=0-0' }, status: 206 },
  { ...file, headers: { range: 'bytes=0-0, -1' }, status: 206 },
  { ...file, headers: { 'if-none-match': '*' }, status: 304 },
  { ...album, headers: repeated, status: 201 },
  { ...album, headers: repeated, status: 201 },
  { ...album, body: '{"albumName":1}', status: 400 },
  { ...tag, headers: { 'x-api-key': 'nonsense' }, status: 401 },
  { ...album, headers: { 'x-api-key': world.narrowApiKey }, status: 403 },
  { path: `/api/tag/${assetId}`, status: 404 },
  { ...tag, headers: { accept: 'text/html' }, status: 406 },
  { method: 'POST', path: '/api/tag', body: '{"name":"Holiday"}', status: 409 },
  { ...file, headers: { 'if-match': '"other"' }, status: 412 },
  { ...album, body: `"${'a'.repeat((api.createAlbum.metadata.bodyLimit ?? 0) + 1_024)}"`, status: 413 },
  { ...album, headers: { 'content-type': 'text/plain' }, status: 415 },
  { ...file, headers: { range: 'bytes=99999-' }, status: 416 },
  { ...album, body: '{"albumName":"Winter"}', headers: repeated, status: 422 },
]

test.each(others)('$path answers $status as the description says', async ({ path, headers, status, ...request }) => {
  const sent = { 'x-api-key': world.apiKey, ...(request.body && { 'content-type': 'application/json' }), ...headers }

  const { answer } = await ask(path, { ...request, headers: sent })

  expect(answer.status).toBe(status)
  expect(listFaults(answer)).toEqual([])
})

test('an operation that differs from its description is found', async () => {
  expect((await ask(WRONG)).answer.violations).not.toEqual([])
})
