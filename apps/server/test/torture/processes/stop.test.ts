import { Agent, get } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPid } from '@media-library/embedded-postgres'
import { expect, test } from 'vitest'
import { useAdasLibrary } from '../../support/database/adas-library.js'
import { makeUsedDataDir } from '../../support/database/data-dir.js'
import { createAssets, createTag } from '../../support/database/factories.js'
import { openGateway } from '../../support/database/gateway.js'
import { byLevel, report, toBusyLimit } from '../../support/long.js'
import { isAlive, resumeFamily, suspendFamily } from '../../support/processes/process-list.js'
import { type ServeProcess, serve } from '../../support/processes/serve-process.js'
import { until } from '../../support/until.js'

const PER_SECOND = byLevel(50, 200, 200)
const MOST_AT_ONCE = 40

async function openLibrary() {
  const { url, database, ada } = await useAdasLibrary()
  const tag = await createTag(database, ada, { assetIds: await createAssets(database, ada, 5) })
  return { url, apiKey: ada.apiKey, path: `/api/tag/${tag.id}/assets` }
}

/** How often a load balancer asks whether an instance is ready, and how long it may take to notice that one is not. */
const LOOK_MS = 50
const DRAIN_SECONDS = byLevel('4', '1', '1')

async function isReady({ url }: ServeProcess) {
  const answer = await fetch(`${url}/readyz`).catch(() => null)
  return answer?.ok ?? false
}

/** Asks instances in turn, on connections that stay open, and never twice: those that are ready, as a load balancer does. */
function createLoad(path: string, apiKey: string) {
  const outcomes = new Map<string, number>()
  const agent = new Agent({ keepAlive: true })
  const running = new Set<Promise<void>>()
  const ready = new Set<ServeProcess>()
  let count = 0

  const ask = (instance: ServeProcess): Promise<string> =>
    new Promise((resolve) => {
      get(`${instance.url}${path}`, { agent, headers: { 'x-api-key': apiKey } }, (response) => {
        text(response).then(
          (body) => resolve(response.statusCode === 200 ? '200' : `${response.statusCode}: ${body}`),
          (error) => resolve(`in the answer: ${error.message}`),
        )
      }).once('error', (error: NodeJS.ErrnoException) => resolve(`${error.code}: ${error.message}`))
    })

  const send = async () => {
    const instances = [...ready]
    count += 1
    const outcome = await ask(instances[count % instances.length] as ServeProcess)
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  const timer = setInterval(() => {
    for (let sent = 0; sent < PER_SECOND / 50 && ready.size > 0 && running.size < MOST_AT_ONCE; sent += 1) {
      const one: Promise<void> = send().finally(() => running.delete(one))
      running.add(one)
    }
  }, 20)

  return {
    outcomes,
    /** Sends requests to an instance until it says that it is not ready. */
    use: async (instance: ServeProcess) => {
      ready.add(instance)
      while (await isReady(instance)) await sleep(LOOK_MS)
      ready.delete(instance)
    },
    end: async () => {
      clearInterval(timer)
      await Promise.all(running)
      agent.destroy()
    },
  }
}

async function timed(work: Promise<number | null>) {
  const startedAt = performance.now()
  return { exitCode: await work, ms: performance.now() - startedAt }
}

const STOPS = byLevel(2, 10, 200)

test(`SIGTERM under ${PER_SECOND} requests a second fails none of them, and the exit code is 0 within 10 s`, async () => {
  const { url, path, apiKey } = await openLibrary()
  const load = createLoad(path, apiKey)
  const balancing: Promise<void>[] = []
  const start = async () => {
    const instance = await serve({ DATABASE_URL: url, RATE_LIMIT: '0', DRAIN_SECONDS }, ['--no-worker'])
    balancing.push(load.use(instance))
    return instance
  }
  let [first, second] = await Promise.all([start(), start()])
  const stops: Awaited<ReturnType<typeof timed>>[] = []

  for (let stop = 0; stop < STOPS; stop += 1) {
    await sleep(500)
    stops.push(await timed(first.stop('SIGTERM')))
    first = second
    second = await start()
  }
  await load.end()

  expect([...load.outcomes.keys()]).toEqual(['200'])
  expect(load.outcomes.get('200')).toBeGreaterThan((PER_SECOND / 2) * STOPS)
  expect(new Set(stops.map(({ exitCode }) => exitCode))).toEqual(new Set([0]))
  const slowest = Math.round(Math.max(...stops.map(({ ms }) => ms)))
  report(`${STOPS} × SIGTERM`, { requests: load.outcomes.get('200') as number, 'slowest stop in ms': slowest })
  expect(slowest).toBeLessThan(toBusyLimit(10_000))
  await Promise.all([first.stop('SIGTERM'), second.stop('SIGTERM')])
  await Promise.all(balancing)
})

test.each(['close', 'hang'] as const)('SIGTERM ends it with 0 within 10 s without its database (%s)', async (how) => {
  const { url } = await openLibrary()
  const gateway = await openGateway(url)
  const service = await serve({ DATABASE_URL: gateway.url }, ['--no-worker'])
  await gateway[how]()
  await fetch(`${service.url}/readyz`)

  const { exitCode, ms } = await timed(service.stop('SIGTERM'))

  expect(exitCode).toBe(0)
  expect(ms).toBeLessThan(toBusyLimit(10_000))
})

async function serveEmbedded(env: NodeJS.ProcessEnv) {
  const dataDir = await makeUsedDataDir()
  const service = await serve({ DATA_DIR: dataDir, MEDIA_LIBRARY_DEMO: 'false', ...env })
  return { service, postmaster: Number(await findPid(dataDir)) }
}

const EVERY_SIGNAL = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

test('many signals within 2 s are one stop, also of the embedded database', async () => {
  const { service, postmaster } = await serveEmbedded({})
  const stopped = service.stop('SIGTERM')

  for (const signal of [...EVERY_SIGNAL, ...EVERY_SIGNAL]) service.child.kill(signal)

  expect(await stopped).toBe(0)
  expect(service.errors()).toContain('Stopped. Everything is kept.')
  expect(await isAlive(postmaster)).toBe(false)
})

test.each([
  ['still stops the embedded database', false],
  ['tells a suspended embedded database to stop', true],
])('a second signal after 2 s ends it at once, and %s', async (_, isSuspended) => {
  const { service, postmaster } = await serveEmbedded({ DRAIN_SECONDS: '300' })
  if (isSuspended) await suspendFamily(postmaster)
  service.child.kill('SIGTERM')
  await until(() => service.errors().includes('Serving for another 300 s'))
  await sleep(2_100)

  const { exitCode, ms } = await timed(service.stop('SIGINT'))
  if (isSuspended) await resumeFamily(postmaster)

  expect(exitCode).toBe(130)
  expect(ms).toBeLessThan(toBusyLimit(3_000))
  await until(async () => !(await isAlive(postmaster)))
})
