import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { api, MAX_IDS, type RouteMetadata } from '@media-library/contract'
import type { AppRouteMutation } from '@ts-rest/core'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { createAsset, createLink, createTag, createUser } from '../../support/database/factories.js'
import { startTestServer } from '../../support/http/server.js'
import { byLevel, isAlone, report } from '../../support/long.js'
import { type ServeProcess, serve } from '../../support/processes/serve-process.js'
import { within } from '../../support/until.js'
import { measureSlowness } from '../../support/yardstick.js'

const program = fileURLToPath(new URL('../../support/http/liveness-program.ts', import.meta.url))

/** Watches /livez from a process of its own, which the load of the test does not delay, while something happens. Returns the times. */
async function watchLivenessDuring(url: string, happen: () => Promise<void>): Promise<number[]> {
  const watcher = fork(program, [url], { execArgv: [] })
  const failed = once(watcher, 'exit').then(([code]) => Promise.reject(new Error(`the watcher exited with ${code}`)))
  failed.catch(() => {})
  try {
    await within('the start of the watcher of /livez', Promise.race([once(watcher, 'message'), failed]))
    await happen()
    const told = once(watcher, 'message')
    watcher.send('stop')
    const [times] = await within('the times of /livez', Promise.race([told, failed]))
    return (times as number[]).sort((a, b) => a - b)
  } finally {
    watcher.kill()
  }
}

const LIMIT_MS = 100
const BUSY_LIMIT_MS = 1_000

const { database, databaseUrl } = await startTestServer()
const ada = await createUser(database)
const { apiKey } = ada
const { id: tagId } = await createTag(database, ada)
const { id: assetId } = await createAsset(database, ada)
const { id: albumId } = await database.album.create({ data: { ownerId: ada.id, albumName: '' } })
await createLink(database, { userId: ada.id, albumId })
const { id: linkId } = await database.sharedLink.findFirstOrThrow()

function repeat(text: string, times: number) {
  return Array.from({ length: times }, () => text).join(',')
}
function toJsonList(entries: string) {
  return `{"albumName":"","assetIds":[${entries}]}`
}
function properties(howMany: number) {
  return `{${Array.from({ length: howMany }, (_, n) => `"p${n}":1`).join(',')}}`
}
function ids(howMany: number) {
  return toJsonList(Array.from({ length: howMany }, () => `"${randomUUID()}"`).join(','))
}
function nested(depth: number) {
  return '['.repeat(depth) + ']'.repeat(depth)
}

interface Hostile {
  body: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  /** By default, the body is that of a new album. */
  method?: string
  path?: string
}

/** The longest list that each operation takes, by the limit of its body. */
function longestLists(): Record<string, () => Hostile> {
  const places: Record<string, string> = { album: albumId, asset: assetId, link: linkId, tag: tagId }
  const named = Object.entries(api as unknown as Record<string, AppRouteMutation & { metadata: RouteMetadata }>)
  const long = named.filter(([, { metadata }]) => (metadata.bodyLimit ?? 0) > MAX_IDS)
  return Object.fromEntries(
    long.map(([name, { method, path, body, metadata }]) => {
      const lists = Object.entries((body as z.ZodObject).shape).filter(([, schema]) => isList(schema))
      const make = () => ({
        body: JSON.stringify(
          Object.assign(
            {},
            ...lists.map(([list, schema]) => ({
              [list]: listEntries(schema, (metadata.bodyLimit ?? 0) / lists.length - 1_024),
            })),
            others[name],
          ),
        ),
        method,
        path: path.replace(/(\w+)\/:id/, (_, place: string) => `${place}/${places[place]}`),
      })
      return [`the longest lists of ${name}`, make]
    }),
  )
}

/** What an operation needs beside its lists. */
const others: Record<string, object> = { createAlbum: { albumName: '' }, runAssetJobs: { name: 'refresh-metadata' } }

function isList(schema: unknown) {
  return toList(schema) instanceof z.ZodArray
}

function toList(schema: unknown) {
  return schema instanceof z.ZodOptional ? schema.unwrap() : schema
}

/** As many different entries as a list may have within so many bytes: ids, or the names and contents of files. */
function listEntries(schema: unknown, bytes: number): unknown[] {
  const { element } = toList(schema) as z.ZodArray
  const sha1 = () => randomUUID().replaceAll('-', '') + randomUUID().slice(0, 8)
  const make = (n: number) =>
    element instanceof z.ZodObject ? { id: `DCIM/IMG_${n}.jpg`, checksum: sha1() } : randomUUID()
  const length = Math.min(MAX_IDS, Math.floor(bytes / `${JSON.stringify(make(MAX_IDS))},`.length))
  return Array.from({ length }, (_, n) => make(n))
}

/** What costs a server most for the bytes that it costs the caller, and what is merely long. */
const bodies: Record<string, () => Hostile> = {
  '100,000 numbers for ids': () => ({ body: toJsonList(repeat('1', MAX_IDS)) }),
  '100,000 unknown properties': () => ({ body: properties(100_000) }),
  'numbers for ids, as many as are validated at once': () => ({ body: toJsonList(repeat('1', 32_000)) }),
  'unknown properties, as many as are validated at once': () => ({ body: properties(6_000) }),
}

const longBodies: Record<string, () => Hostile> = {
  '100,000 unknown ids to be done once': () => ({
    body: ids(MAX_IDS),
    headers: { 'idempotency-key': randomUUID() },
  }),
  '100,000 unknown ids': () => ({ body: ids(MAX_IDS) }),
  '700,000 unknown properties': () => ({ body: properties(700_000) }),
  '3,000,000 empty texts for ids': () => ({ body: toJsonList(repeat('""', 3_000_000)) }),
  '2,000,000 objects for ids': () => ({ body: toJsonList(repeat('{}', 2_000_000)) }),
  'a list in a list, 4,000,000 times': () => ({ body: nested(4_000_000) }),
  'a text of 9,000,000 characters': () => ({ body: JSON.stringify({ albumName: 'x'.repeat(9_000_000) }) }),
  '9 MB that are no JSON': () => ({ body: `{"albumName":"${'\\u0000'.repeat(1_500_000)}` }),
  '3,000,000 numbers for ids, compressed': () => ({
    body: gzipSync(toJsonList(repeat('1', 3_000_000))),
    headers: { 'content-encoding': 'gzip' },
  }),
}

async function measureLag(adminUrl: string) {
  const text = await (await fetch(`${adminUrl}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]) * 1_000
}

async function measure({ url, adminUrl }: ServeProcess, times: number, hostile: Hostile) {
  const { body, headers, method = 'POST', path = '/api/album' } = hostile
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const post = async () => {
    const asked = { 'x-api-key': apiKey, 'content-type': 'application/json', ...headers }
    const response = await fetch(`${url}${path}`, { method, headers: asked, body: bytes })
    await response.arrayBuffer()
    return response.status
  }
  const before = measureSlowness()
  await measureLag(adminUrl)
  const own = monitorEventLoopDelay({ resolution: 10 })
  own.enable()
  let statuses: number[] = []
  const live = await watchLivenessDuring(url, async () => {
    statuses = await Promise.all(Array.from({ length: times }, post))
  })
  own.disable()
  const lag = await measureLag(adminUrl)
  const slowness = Math.max(before, measureSlowness())
  return { statuses, lag, p99: live[Math.floor(live.length * 0.99)] as number, own: own.max / 1e6, slowness }
}

test.each(byLevel([8], [1, 16], [1, 16]))('no body stops the service for long, %i of them at once', async (times) => {
  const env = { DATABASE_URL: databaseUrl, ADMIN_PORT: '0', RATE_LIMIT: '0' }
  const server = await serve(env, ['--no-worker'])

  const all = { ...bodies, ...byLevel({}, { ...longBodies, ...longestLists() }, { ...longBodies, ...longestLists() }) }
  for (const [name, make] of Object.entries(all)) {
    const { statuses, lag, p99, own, slowness } = await measure(server, times, make())

    report(`${times} × ${name}`, {
      'stood still for at most ms': Math.round(lag),
      'p99 of /livez': Math.round(p99),
      'this process': Math.round(own),
    })
    // One that waits for its turn while others are read may be told to come again.
    expect(statuses.filter((status) => ![200, 400, 408, 409, 503].includes(status))).toEqual([])
    // What a busy machine does to this process it does to the server.
    const limit = (isAlone ? LIMIT_MS * slowness : BUSY_LIMIT_MS) + 2 * own
    expect({ name, lag }).toMatchObject({ lag: expect.toSatisfy((ms: number) => ms <= limit) })
    expect({ name, p99 }).toMatchObject({ p99: expect.toSatisfy((ms: number) => ms <= limit) })
  }
})
