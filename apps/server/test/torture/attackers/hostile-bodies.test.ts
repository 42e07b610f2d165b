import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { gzipSync } from 'node:zlib'
import { MAX_IDS } from '@media-library/contract'
import { expect, test } from 'vitest'
import { createUser } from '../../support/database/factories.js'
import { watchLivenessDuring } from '../../support/http/liveness.js'
import { startTestServer } from '../../support/http/server.js'
import { byLevel, isAlone, report } from '../../support/long.js'
import { type ServeProcess, serve } from '../../support/processes/serve-process.js'

const LIMIT_MS = 100
const BUSY_LIMIT_MS = 1_000

const { database, databaseUrl } = await startTestServer()
const { apiKey } = await createUser(database)

function repeat(text: string, times: number) {
  return Array.from({ length: times }, () => text).join(',')
}
function listOf(entries: string) {
  return `{"albumName":"","assetIds":[${entries}]}`
}
function properties(howMany: number) {
  return `{${Array.from({ length: howMany }, (_, n) => `"p${n}":1`).join(',')}}`
}
function ids(howMany: number) {
  return listOf(Array.from({ length: howMany }, () => `"${randomUUID()}"`).join(','))
}
function nested(depth: number) {
  return '['.repeat(depth) + ']'.repeat(depth)
}

interface Hostile {
  body: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
}

/** What costs a server most for the bytes that it costs the caller, and what is merely long. */
const bodies: Record<string, () => Hostile> = {
  '100,000 numbers for ids': () => ({ body: listOf(repeat('1', MAX_IDS)) }),
  '100,000 unknown properties': () => ({ body: properties(100_000) }),
  'numbers for ids, as many as are validated at once': () => ({ body: listOf(repeat('1', 32_000)) }),
  'unknown properties, as many as are validated at once': () => ({ body: properties(6_000) }),
}

const longBodies: Record<string, () => Hostile> = {
  '100,000 unknown ids to be done once': () => ({
    body: ids(MAX_IDS),
    headers: { 'idempotency-key': randomUUID() },
  }),
  '100,000 unknown ids': () => ({ body: ids(MAX_IDS) }),
  '700,000 unknown properties': () => ({ body: properties(700_000) }),
  '3,000,000 empty texts for ids': () => ({ body: listOf(repeat('""', 3_000_000)) }),
  '2,000,000 objects for ids': () => ({ body: listOf(repeat('{}', 2_000_000)) }),
  'a list in a list, 4,000,000 times': () => ({ body: nested(4_000_000) }),
  'a text of 9,000,000 characters': () => ({ body: JSON.stringify({ albumName: 'x'.repeat(9_000_000) }) }),
  '9 MB that are no JSON': () => ({ body: `{"albumName":"${'\\u0000'.repeat(1_500_000)}` }),
  '3,000,000 numbers for ids, compressed': () => ({
    body: gzipSync(listOf(repeat('1', 3_000_000))),
    headers: { 'content-encoding': 'gzip' },
  }),
}

async function lagOf(adminUrl: string) {
  const text = await (await fetch(`${adminUrl}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]) * 1_000
}

async function measure({ url, adminUrl }: ServeProcess, times: number, { body, headers }: Hostile) {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const post = async () => {
    const asked = { 'x-api-key': apiKey, 'content-type': 'application/json', ...headers }
    const response = await fetch(`${url}/api/album`, { method: 'POST', headers: asked, body: bytes })
    await response.arrayBuffer()
    return response.status
  }
  await lagOf(adminUrl)
  const own = monitorEventLoopDelay({ resolution: 10 })
  own.enable()
  let statuses: number[] = []
  const live = await watchLivenessDuring(url, async () => {
    statuses = await Promise.all(Array.from({ length: times }, post))
  })
  own.disable()
  const lag = await lagOf(adminUrl)
  return { statuses, lag, p99: live[Math.floor(live.length * 0.99)] as number, own: own.max / 1e6 }
}

test.each(byLevel([8], [1, 16], [1, 16]))('no body stops the service for long, %i of them at once', async (times) => {
  const env = { DATABASE_URL: databaseUrl, ADMIN_PORT: '0', RATE_LIMIT: '0' }
  const server = await serve(env, ['--no-worker'])

  for (const [name, make] of Object.entries({ ...bodies, ...byLevel({}, longBodies, longBodies) })) {
    const { statuses, lag, p99, own } = await measure(server, times, make())

    report(`${times} × ${name}`, { 'stood still for at most ms': Math.round(lag), 'p99 of /livez': Math.round(p99) })
    // One that waits for its turn while others are read may be told to come again.
    expect(statuses.filter((status) => ![400, 408, 409, 503].includes(status))).toEqual([])
    // What a busy machine does to this process it does to the server.
    const limit = isAlone ? LIMIT_MS : BUSY_LIMIT_MS + 2 * own
    expect({ name, lag }).toMatchObject({ lag: expect.toSatisfy((ms: number) => ms <= limit) })
    expect({ name, p99 }).toMatchObject({ p99: expect.toSatisfy((ms: number) => ms <= limit) })
  }
})
