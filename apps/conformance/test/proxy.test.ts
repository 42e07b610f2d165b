import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { readAddress } from './support/address.js'
import { send } from './support/request.js'
import { addChanging, listScenarios } from './support/scenarios.js'

const service = inject('service')
const prism = createRequire(import.meta.url).resolve('@stoplight/prism-cli')

/** Starts a prism that holds the service against a description, until `atEnd` stops it: its address. */
function startPrism(description: string, atEnd: (stop: () => Promise<void>) => void): Promise<string> {
  const child = spawn(process.execPath, [prism, 'proxy', description, service.url, '-p', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  atEnd(async () => {
    child.kill()
    await once(child, 'exit')
  })
  return readAddress(child, /listening on .*?(http:\/\/127\.0\.0\.1:\d+)\D/s)
}

// Prism gives up a description that a busy machine takes more than five seconds to send it.
const folder = await mkdtemp(join(tmpdir(), 'description-'))
afterAll(() => rm(folder, { recursive: true }))
const served = await fetch(`${service.url}/api/openapi.json`).then((response) => response.text())
const proxyUrl = await startPrism(await keep('served.json', served), afterAll)

async function keep(name: string, description: string): Promise<string> {
  await writeFile(join(folder, name), description)
  return join(folder, name)
}

// Prism itself never answers a body that is not JSON.
const scenarios = listScenarios({ ...service, ...(await addChanging(service)) }).filter(({ body }) => body !== '{')

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
  const path = '/api/server-info/features'
  const description = JSON.parse(served.replace(/("oauth":\s*{\s*"type":\s*)"boolean"/, '$1"integer"'))
  const file = await keep('other.json', JSON.stringify({ ...description, paths: { [path]: description.paths[path] } }))

  const response = await fetch(`${await startPrism(file, onTestFinished)}${path}`)

  expect(listFaults(response)).not.toEqual([])
})
