import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@media-library/client'
import { expect, test } from 'vitest'
import { announceEvents } from '../../../src/events/event.js'
import { useAdasLibrary } from '../../support/database/adas-library.js'
import { createAssets, createUser } from '../../support/database/factories.js'
import { byLevel, report, toBusyLimit } from '../../support/long.js'
import { type ServeProcess, serve } from '../../support/processes/serve-process.js'
import { until } from '../../support/until.js'

const EVENTS = byLevel(300, 6_000, 100_000)
const KILLS = byLevel(1, 6, 60)
const SERVERS = byLevel(2, 3, 3)
const AT_ONCE = 10
/** Some 220 events a second at length, as a server starts only every few seconds. */
const PAUSE_MS = byLevel(100, 40, 40)
/** Of an event whose client is connected when it is committed. */
const P99_MS = 250
/** Of an event whose client has lost its connection: its pause, a further one if the next server is gone, too, and the resumption. */
const RESUMED_P99_MS = 3_000

type User = Awaited<ReturnType<typeof createUser>>

/** What one user's client has received. */
interface Reader {
  user: User
  received: Map<string, Receipt>
}

/** When an event was received first, and since when the client was connected then. */
interface Receipt {
  at: number
  connectedAt: number
}

test('clients that resume after kills miss no event, and see none of others (E4)', async () => {
  const { url, database, ada } = await useAdasLibrary()
  const env = { DATABASE_URL: url, RATE_LIMIT: '0', LOG_LEVEL: 'fatal' }
  const start = () => serve(env, ['--no-worker'])
  const servers: ServeProcess[] = await Promise.all(Array.from({ length: SERVERS }, start))
  const stopping = new AbortController()
  const committedAt = new Map<string, number>()

  const add = async ({ user }: Reader) => {
    const ids = await createAssets(database, user, AT_ONCE)
    const now = performance.now()
    void announceEvents(database)
    for (const id of ids) committedAt.set(id, now)
  }
  const users = [ada, await createUser(database), await createUser(database)]
  const readers = users.map((user): Reader => ({ user, received: new Map() }))
  const listening = readers.map(async ({ user: { apiKey }, received }, index) => {
    let connectedAt = 0
    const connected = () => {
      connectedAt = performance.now()
    }
    const client = createClient({
      baseUrl: 'http://library',
      apiKey,
      fetch: eachTimeAnother(servers, index, connected),
    })
    for await (const event of client.listenToEvents({ signal: stopping.signal })) {
      if (event.type !== 'asset.added') throw new Error(`An event of the type ${event.type} came.`)
      if (!received.has(event.assetId)) received.set(event.assetId, { at: performance.now(), connectedAt })
    }
  })
  // A client that listens receives what is added from then on.
  for (const reader of readers) await until(() => add(reader).then(() => reader.received.size > 0))
  committedAt.clear()

  let kills = 0
  const killing = (async () => {
    while (kills < KILLS) {
      await until(() => committedAt.size >= ((kills + 1) * EVENTS) / (KILLS + 1))
      const victim = kills % servers.length
      servers[victim]?.child.kill('SIGKILL')
      servers[victim] = await start()
      kills += 1
    }
  })()
  for (let turn = 0; committedAt.size < EVENTS || kills < KILLS; turn += 1) {
    await Promise.all([add(readers[turn % readers.length] as Reader), sleep(PAUSE_MS)])
  }
  await killing
  const receipts = () => readers.flatMap(({ received }) => [...received])
  const ids = [...committedAt.keys()]
  await until(() => !ids.some((id) => !readers.some(({ received }) => received.has(id))))

  stopping.abort(new Error('enough'))
  await Promise.allSettled(listening)
  for (const { user, received } of readers) {
    const own = await database.asset.findMany({ where: { ownerId: user.id }, select: { id: true } })
    const ownIds = new Set(own.map(({ id }) => id))
    expect([...received.keys()].filter((id) => !ownIds.has(id))).toEqual([])
  }
  const delays = { connected: [] as number[], resumed: [] as number[] }
  for (const [id, { at, connectedAt }] of receipts()) {
    const committed = committedAt.get(id)
    if (committed === undefined) continue
    delays[committed >= connectedAt ? 'connected' : 'resumed'].push(Math.max(0, at - committed))
  }
  const p99 = { connected: toP99(delays.connected), resumed: toP99(delays.resumed) }
  report('events', {
    sent: committedAt.size,
    kills,
    'while connected': delays.connected.length,
    'p99 in ms': p99.connected,
    'after a lost connection': delays.resumed.length,
    'their p99 in ms': p99.resumed,
  })
  expect(p99.connected).toBeLessThan(toBusyLimit(P99_MS))
  expect(p99.resumed).toBeLessThan(toBusyLimit(RESUMED_P99_MS))
  await Promise.all(servers.map((server) => server.stop()))
})

/** A fetch whose calls go to the servers in turn, and in another order for every other client. */
function eachTimeAnother(servers: ServeProcess[], index: number, onAnswer: () => void): typeof fetch {
  const step = 1 + (index % 2)
  let next = index
  return async (input, init) => {
    const { url } = servers[next % servers.length] as ServeProcess
    next += step
    const response = await fetch(String(input).replace('http://library', url), init)
    onAnswer()
    return response
  }
}

function toP99(delays: number[]) {
  return Math.round(delays.sort((one, other) => one - other)[Math.floor(delays.length * 0.99)] ?? 0)
}
