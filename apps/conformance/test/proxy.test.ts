import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OpenApi } from '@media-library/contract/openapi'
import { afterAll, expect, inject, test } from 'vitest'
import { readAddress } from './support/address.js'
import { send } from './support/request.js'
import { addChanging, listScenarios } from './support/scenarios.js'

const service = inject('service')
const prism = createRequire(import.meta.url).resolve('@stoplight/prism-cli')

// Prism gives up when a busy machine takes more than five seconds to send the description.
const folder = await mkdtemp(join(tmpdir(), 'description-'))
const file = join(folder, 'served.json')
const served = (await fetch(`${service.url}/api/openapi.json`).then((response) => response.json())) as OpenApi
/** The path of an answer that does not match the description. */
const WRONG = '/livez'
const text = { description: 'Wrong.', content: { 'application/json': { schema: { type: 'string' } } } }
await writeFile(
  file,
  JSON.stringify({ ...served, paths: { ...served.paths, [WRONG]: { get: { responses: { 200: text } } } } }),
)
const child = spawn(process.execPath, [prism, 'proxy', file, service.url, '-p', '0'], {
  stdio: ['ignore', 'pipe', 'pipe'],
})
afterAll(async () => {
  child.kill()
  await once(child, 'exit')
  await rm(folder, { recursive: true })
})
const proxyUrl = await readAddress(child, /listening on .*?(http:\/\/127\.0\.0\.1:\d+)\D/s)

// Prism itself never answers a body that is not JSON.
const all = listScenarios({ ...service, ...(await addChanging(service)) }).filter(({ body }) => body !== '{')
// The server's own tests compare all refusals with the description: one of each status is enough here.
const refused = new Map(all.filter(({ status }) => status >= 400).map((scenario) => [scenario.status, scenario]))
const scenarios = [...all.filter(({ status }) => status < 400), ...refused.values()]

interface Violation {
  location: string[]
  severity: string
  message: string
}

function listViolations(response: Response): Violation[] {
  return JSON.parse(response.headers.get('sl-violations') ?? '[]')
}

function listFaults(response: Response) {
  return listViolations(response).filter(({ location }) => location[0] === 'response')
}

test.each(scenarios)('prism sees $operation answer $status as described', async (scenario) => {
  const response = await send(proxyUrl, scenario)

  expect(response.status).toBe(scenario.status)
  expect(listFaults(response)).toEqual([])
  if (scenario.status < 300) expect(listViolations(response)).toEqual([])
})

test.each([
  ['GET', '/api/nothing', 404],
  ['DELETE', '/api/album', 405],
])('%s %s passes the proxy as a problem, although it is not described', async (method, path, status) => {
  const response = await fetch(proxyUrl + path, { method, headers: { 'x-api-key': service.apiKey } })

  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ status, type: expect.stringContaining('/problems/') })
})

test('prism reports an answer that differs from the description', async () => {
  expect(listFaults(await fetch(proxyUrl + WRONG))).not.toEqual([])
})
