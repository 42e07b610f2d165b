import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@media-library/client'
import { expect, test } from 'vitest'
import { connect, disconnect } from '../../src/database/connect.js'
import { announceEvents } from '../../src/repositories/event/event-announcement.js'
import { createTestDatabase } from '../support/database/database.js'
import { createAssets, createUser } from '../support/database/factories.js'
import { byTier, isAlone, report } from '../support/long.js'
import { type ServeProcess, serve } from '../support/processes/serve-process.js'
import { until } from '../support/until.js'

const EVENTS = byTier(300, 5_000, 100_000)
const KILLS = byTier(1, 6, 60)
const SERVERS = byTier(2, 3, 3)
const AT_ONCE = 10
const P99_MS = 250

type User = Awaited<ReturnType<typeof createUser>>

/** What one user's client has received. */
interface Reader {
  user: User
  received: Set<string>
}

test('E4 clients that resume after kills miss no event, and see none of others', { timeout: 3_600_000 }, async () => {
  const { url, drop } = await createTestDatabase()
  const database = connect(url)
  const env = { DATABASE_URL: url, RATE_LIMIT: '0', LOG_LEVEL: 'fatal' }
  const start = () => serve(env, ['--no-worker'])
  const servers: ServeProcess[] = await Promise.all(Array.from({ length: SERVERS }, start))
  const stopping = new AbortController()
  const committedAt = new Map<string, number>()
  const delays: number[] = []
  let isCalm = false

  const add = async ({ user }: Reader, howMany: number) => {
    const ids = await createAssets(database, user, howMany)
    void announceEvents(database)
    return ids
  }
  const users = [await createUser(database), await createUser(database), await createUser(database)]
  const readers = users.map((user): Reader => ({ user, received: new Set() }))
  const listening = readers.map(async ({ user, received }, index) => {
    const client = createClient({
      baseUrl: 'http://library',
      apiKey: user.apiKey,
      fetch: eachTimeAnother(servers, index),
    })
    for await (const event of client.listenToEvents({ signal: stopping.signal })) {
      if (event.type !== 'asset.added') throw new Error(`An event of the type ${event.type} came.`)
      const at = committedAt.get(event.assetId)
      if (isCalm && at !== undefined && !received.has(event.assetId)) delays.push(performance.now() - at)
      received.add(event.assetId)
    }
  })
  // A client that listens receives what is added from then on.
  for (const reader of readers) await until(async () => (await add(reader, 1)) && reader.received.size > 0)

  const killing = (async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await until(() => committedAt.size >= ((kill + 1) * EVENTS) / (KILLS + 1))
      const victim = kill % servers.length
      servers[victim]?.child.kill('SIGKILL')
      servers[victim] = await start()
    }
  })()
  const addMany = async (howMany: number, pauseMs: number) => {
    for (let made = 0; made < howMany; made += AT_ONCE) {
      const ids = await add(readers[(made / AT_ONCE) % readers.length] as Reader, AT_ONCE)
      const now = performance.now()
      for (const id of ids) committedAt.set(id, now)
      await sleep(pauseMs)
    }
  }
  const isMissing = (id: string) => !readers.some(({ received }) => received.has(id))
  const areAllReceived = () => ![...committedAt.keys()].some(isMissing)
  // As fast as one connection writes.
  await addMany(EVENTS, 0)
  await killing
  await until(areAllReceived)
  isCalm = true
  // Some 150 a second.
  await addMany(EVENTS / 5, 50)
  await until(areAllReceived)

  stopping.abort(new Error('enough'))
  await Promise.allSettled(listening)
  for (const { user, received } of readers) {
    const own = await database.asset.findMany({ where: { ownerId: user.id }, select: { id: true } })
    const ids = new Set(own.map(({ id }) => id))
    expect([...received].filter((id) => !ids.has(id))).toEqual([])
  }
  const p99 = delays.sort((one, other) => one - other)[Math.floor(delays.length * 0.99)] ?? 0
  report('events', { sent: committedAt.size, kills: KILLS, 'p99 in ms without kills': Math.round(p99) })
  if (isAlone) expect(p99).toBeLessThan(P99_MS)
  await Promise.all(servers.map((server) => server.stop()))
  await disconnect(database)
  await drop()
})

/** A fetch whose calls go to the servers in turn. */
function eachTimeAnother(servers: ServeProcess[], first: number): typeof fetch {
  let calls = first
  return (input, init) => {
    const { url } = servers[calls++ % servers.length] as ServeProcess
    return fetch(String(input).replace('http://library', url), init)
  }
}
