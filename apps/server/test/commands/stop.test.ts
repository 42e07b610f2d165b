import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../src/database.js'
import { createTestDatabase } from '../support/database.js'
import { createAssets, createTag, createUser } from '../support/factories.js'
import { openGateway } from '../support/gateway.js'
import { isLong, report } from '../support/long.js'
import { type ServeProcess, serve } from '../support/serve-process.js'

const PER_SECOND = 200

const openLibrary = async () => {
  const { url, drop } = await createTestDatabase()
  const database = connect(url)
  onTestFinished(async () => {
    await database.$disconnect()
    await drop()
  })
  const user = await createUser(database)
  const assetIds = await createAssets(database, user, 5)
  const tag = await createTag(database, user, { assetIds })
  return { url, apiKey: user.apiKey, path: `/api/tag/${tag.id}/assets` }
}

/**
 * Asks in turn, on connections that stay open, and turns to the other one when a new connection is refused, or one is
 * closed before an answer began, as clients of HTTP do with what is safe to repeat (RFC 9112, 9.3.1).
 */
const createLoad = (path: string, apiKey: string) => {
  const outcomes = new Map<string, number>()
  const agents = new Map<ServeProcess, Agent>()
  const running = new Set<Promise<void>>()
  let instances: ServeProcess[] = []
  let count = 0

  const ask = (instance: ServeProcess, refused: ServeProcess[] = []): Promise<string> =>
    new Promise((resolve) => {
      const agent = agents.get(instance)
      const request = get(`${instance.url}${path}`, { agent, headers: { 'x-api-key': apiKey } }, (response) => {
        response.resume().once('end', () => resolve(String(response.statusCode)))
        response.once('error', (error) => resolve(`in the answer: ${error.message}`))
      })
      request.once('error', (error: NodeJS.ErrnoException) => {
        const tried = [...refused, instance]
        const other = instances.find((candidate) => !tried.includes(candidate))
        const isUnsent = error.code === 'ECONNREFUSED' || error.code === 'ECONNRESET'
        if (!isUnsent || !other) return resolve(`${error.code}: ${error.message}`)
        ask(other, tried).then(resolve)
      })
    })

  const send = async () => {
    count += 1
    const outcome = await ask(instances[count % instances.length] as ServeProcess)
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  const timer = setInterval(() => {
    for (let sent = 0; sent < PER_SECOND / 50 && instances.length > 0; sent += 1) {
      const one: Promise<void> = send().finally(() => running.delete(one))
      running.add(one)
    }
  }, 20)

  return {
    outcomes,
    use: (...used: ServeProcess[]) => {
      instances = used
      for (const instance of used) {
        if (!agents.has(instance)) agents.set(instance, new Agent({ keepAlive: true, maxSockets: 20 }))
      }
    },
    end: async () => {
      clearInterval(timer)
      await Promise.all(running)
      for (const agent of agents.values()) agent.destroy()
    },
  }
}

const timed = async (work: Promise<number | null>) => {
  const startedAt = performance.now()
  return { exitCode: await work, ms: performance.now() - startedAt }
}

const STOPS = isLong ? 200 : 10

test('SIGTERM under 200 requests a second fails none, and ends with 0 within 10 s', {
  timeout: STOPS * 20_000,
}, async () => {
  const { url, path, apiKey } = await openLibrary()
  const start = () => serve({ DATABASE_URL: url, RATE_LIMIT: '0' }, ['--no-worker'])
  let [first, second] = await Promise.all([start(), start()])
  const load = createLoad(path, apiKey)
  const stops: Awaited<ReturnType<typeof timed>>[] = []

  for (let stop = 0; stop < STOPS; stop += 1) {
    load.use(first, second)
    await sleep(500)
    stops.push(await timed(first.stop('SIGTERM')))
    load.use(second)
    first = second
    second = await start()
  }
  await load.end()

  expect([...load.outcomes.keys()]).toEqual(['200'])
  expect(load.outcomes.get('200')).toBeGreaterThan(100 * STOPS)
  expect(new Set(stops.map(({ exitCode }) => exitCode))).toEqual(new Set([0]))
  const slowest = Math.round(Math.max(...stops.map(({ ms }) => ms)))
  report(`${STOPS} × SIGTERM`, { requests: load.outcomes.get('200') as number, 'slowest stop in ms': slowest })
  expect(slowest).toBeLessThan(10_000)
  await first.stop('SIGTERM')
  await second.stop('SIGTERM')
})

test.each(['close', 'hang'] as const)('SIGTERM ends it with 0 within 10 s without its database (%s)', async (how) => {
  const { url } = await openLibrary()
  const gateway = await openGateway(url)
  const service = await serve({ DATABASE_URL: gateway.url }, ['--no-worker'])
  await gateway[how]()
  await fetch(`${service.url}/readyz`)

  const { exitCode, ms } = await timed(service.stop('SIGTERM'))

  expect(exitCode).toBe(0)
  expect(ms).toBeLessThan(10_000)
})

test('a second signal, of either kind, ends it at once', async () => {
  const { url } = await openLibrary()
  const service = await serve({ DATABASE_URL: url, DRAIN_SECONDS: '60' }, ['--no-worker'])
  service.child.kill('SIGINT')
  while (!service.errors().includes('Stopping')) await sleep(20)

  const exitCode = await service.stop('SIGTERM')

  expect(exitCode).toBe(143)
})
