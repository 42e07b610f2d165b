import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../src/config/config.js'
import { openContext } from '../../../src/context.js'
import { connect, disconnect } from '../../../src/database/connect.js'
import { startServer } from '../../../src/http/server.js'
import { startWorkers } from '../../../src/jobs/worker.js'
import { enqueueJobs } from '../../../src/repositories/job/job.js'
import { countOpenJobs } from '../../../src/repositories/job/job-listing.js'
import { createAssets, createTag, createUser } from '../../support/database/factories.js'
import { openFaultProxy } from '../../support/database/fault-proxy.js'
import { startStoppableDatabase } from '../../support/database/stoppable-database.js'
import { send } from '../../support/http/client.js'
import { toHandlers } from '../../support/jobs/job-library.js'
import { byLevel, isAlone, report, testPool } from '../../support/long.js'
import { listChildren } from '../../support/processes/process-list.js'
import { TIME_LIMIT_MS, until } from '../../support/until.js'

const ROUNDS = byLevel(1, 2, 3)
const SILENCE_MS = byLevel(2_500, 10_000, 75_000)
const READERS = byLevel(4, 15, 15)
const WRITERS = byLevel(2, 5, 5)
/** Beside other tests, it can only be told that nobody waits for ever. */
const ANSWER_LIMIT_MS = isAlone ? 2_000 : 10_000
const RECOVERY_LIMIT_MS = isAlone ? 5_000 : 15_000

const postgres = await startStoppableDatabase()
const proxy = await openFaultProxy(postgres.url)
const context = await openContext(
  readConfig({ DATABASE_URL: proxy.url, PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT: '0' }),
)
const server = await startServer(context)
afterAll(async () => {
  await server.close()
  await context.close()
  await postgres.remove()
})
const { database } = context
const ada = await createUser(database)
const assetIds = await createAssets(database, ada, 3)
const tag = await createTag(database, ada, { assetIds })

function read() {
  return send(server, `/api/tag/${tag.id}/assets`, { apiKey: ada.apiKey })
}

function write(albumName = randomUUID()) {
  const headers = { 'idempotency-key': albumName }
  const body = { albumName, assetIds }
  return send(server, '/api/album', { method: 'POST', apiKey: ada.apiKey, body, headers })
}

interface Answered {
  status: number
  id: string | undefined
  at: number
  ms: number
}

/** Asks on and on, and tells of each answer when it came and how long it took. */
function startLoad() {
  const answers: Answered[] = []
  let stopping = false
  const repeat = async (ask: typeof read) => {
    while (!stopping) {
      const askedAt = performance.now()
      const { status, body } = await ask()
      const at = performance.now()
      answers.push({ status, id: status === 201 ? body.id : undefined, at, ms: at - askedAt })
      await sleep(20)
    }
  }
  const asked = [
    ...Array.from({ length: READERS }, () => read),
    ...Array.from({ length: WRITERS }, () => () => write()),
  ]
  const ended = Promise.all(asked.map(repeat))
  return {
    answers,
    end: async () => {
      stopping = true
      await ended
    },
  }
}

async function postmasterAndSessions() {
  return [postgres.pid(), ...(await listChildren(postgres.pid(), ''))]
}

async function signalAll(signal: NodeJS.Signals) {
  for (const pid of await postmasterAndSessions()) process.kill(pid, signal)
}

const silences = {
  'its connections are forgotten': { begin: () => proxy.silence('open'), end: () => {}, healsItself: true },
  'nothing comes through': { begin: () => proxy.silence('all'), end: proxy.hear, healsItself: false },
  'its processes stand still': {
    begin: () => signalAll('SIGSTOP'),
    end: () => signalAll('SIGCONT'),
    healsItself: false,
  },
}

test.each(Object.entries(silences))(
  'when %s, a worker loses no job, and works again within five seconds',
  { timeout: ROUNDS * (SILENCE_MS + 60_000) },
  async (how, { begin, end, healsItself }) => {
    const done = new Set<string>()
    const handlers = toHandlers({
      'refresh-metadata': async (_, { id }) => {
        done.add(id)
        return { state: 'succeeded' }
      },
    })
    const worker = await startWorkers(context, { handlers, pollMs: 200 })
    onTestFinished(() => worker.stop())
    let slowest = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const ids = await createAssets(database, ada, 20)
      await begin()
      const begunAt = performance.now()
      // Another server queues them meanwhile.
      const queued = queue(ids)
      const finished = until(() => ids.every((id) => done.has(id))).then(() => performance.now())
      await sleep(SILENCE_MS)
      await end()
      const endedAt = performance.now()
      await queued
      const finishedAt = await finished
      slowest = Math.max(slowest, finishedAt - (healsItself ? begunAt : endedAt))
    }
    report(`a worker, when ${how}`, { 'jobs done after ms': Math.round(slowest) })
    expect(slowest).toBeLessThan(RECOVERY_LIMIT_MS + (isAlone ? 0 : 30_000))
    await until(async () => (await countOpenJobs(database)) === 0)
  },
)

/** Queues jobs without the proxy. A database that stands still takes them once it goes on. */
async function queue(ids: string[]) {
  const direct = connect(postgres.url, testPool)
  await until(() =>
    enqueueJobs(direct, 'refresh-metadata', ids)
      .then(() => true)
      .catch(() => false),
  )
  await disconnect(direct)
}

async function probe(path: string) {
  return (await fetch(`${server.url}${path}`)).status
}

test.each(Object.entries(silences))(
  'when %s, requests are answered within two seconds, and the service recovers within five',
  { timeout: ROUNDS * (SILENCE_MS + 60_000) },
  async (how, { begin, end, healsItself }) => {
    let slowest = 0
    let slowestRecovery = 0
    let refused = 0
    const acknowledged: string[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const load = startLoad()
      await sleep(500)
      await begin()
      const begunAt = performance.now()
      await sleep(SILENCE_MS)
      const [live, ready] = [await probe('/livez'), await probe('/readyz')]
      await end()
      const endedAt = performance.now()
      await sleep(byLevel(1_500, 6_000, 6_000))
      await load.end()

      const failed = load.answers.filter(({ status }) => status === 503)
      const lastFailure = Math.max(0, ...failed.map(({ at }) => at))
      const meanwhile = load.answers.filter(({ at }) => at > begunAt && at < endedAt)
      slowest = Math.max(slowest, ...meanwhile.map(({ ms }) => ms))
      slowestRecovery = Math.max(slowestRecovery, lastFailure - (healsItself ? begunAt : endedAt))
      refused += failed.length
      acknowledged.push(...load.answers.flatMap(({ id }) => id ?? []))
      expect(meanwhile.length).toBeGreaterThan(0)
      expect(failed.length).toBeGreaterThan(healsItself ? -1 : 0)
      expect(load.answers.filter(({ status }) => ![200, 201, 503].includes(status))).toEqual([])
      expect(live).toBe(200)
      if (!healsItself) expect(ready).toBe(503)
      await expect.poll(() => probe('/readyz'), { timeout: isAlone ? 10_000 : TIME_LIMIT_MS }).toBe(200)
    }
    report(`silent: ${how}`, {
      'slowest answer ms': Math.round(slowest),
      'well after ms': Math.round(slowestRecovery),
      'answered by 503': refused,
    })
    expect(slowest).toBeLessThan(ANSWER_LIMIT_MS)
    expect(slowestRecovery).toBeLessThan(RECOVERY_LIMIT_MS)
    const kept = await database.album.findMany({ where: { id: { in: acknowledged } }, select: { id: true } })
    expect(kept).toHaveLength(acknowledged.length)
  },
)
