import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { afterAll, expect, inject, test } from 'vitest'
import { readAddress } from './support/address.js'
import { addAlbum, listScenarios, send } from './support/scenarios.js'

const service = inject('service')
const prism = createRequire(import.meta.url).resolve('@stoplight/prism-cli')
const child = spawn(process.execPath, [prism, 'proxy', `${service.url}/api/openapi.json`, service.url, '-p', '0'], {
  stdio: ['ignore', 'pipe', 'pipe'],
})
const proxyUrl = await readAddress(child, /listening on .*?(http:\/\/127\.0\.0\.1:\d+)\D/s)
// Prism itself never answers a body that is not JSON.
const scenarios = listScenarios({ ...service, albumId: await addAlbum(service) }).filter(({ body }) => body !== '{')

afterAll(async () => {
  child.kill()
  await once(child, 'exit')
})

interface Violation {
  location: string[]
  severity: string
  message: string
}

const listViolations = (response: Response): Violation[] => JSON.parse(response.headers.get('sl-violations') ?? '[]')

test.each(scenarios)('prism sees $operation answer $status as described', async (scenario) => {
  const response = await send(proxyUrl, scenario)
  const violations = listViolations(response)

  expect(response.status).toBe(scenario.status)
  expect(violations.filter(({ location }) => location[0] === 'response')).toEqual([])
  if (scenario.status < 300) expect(violations).toEqual([])
})
