import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../src/config/config.js'
import { connect, disconnect } from '../../../src/database/connect.js'
import { startServer } from '../../../src/http/server.js'
import { enqueueJobs } from '../../../src/jobs/queue/enqueue-jobs.js'
import { countOpenJobs } from '../../../src/jobs/queue/list-jobs.js'
import { startWorkers } from '../../../src/jobs/worker/worker.js'
import { openContext } from '../../../src/services.js'
import { createAssets, createTag, createUser } from '../../support/database/factories.js'
import { openFaultProxy } from '../../support/database/fault-proxy.js'
import { startStoppableDatabase } from '../../support/database/stoppable-database.js'
import { send } from '../../support/http/client.js'
import { toHandlers } from '../../support/jobs/job-library.js'
import { byLevel, report, testPool, toBusyLimit } from '../../support/long.js'
import { resumeFamily, suspendFamily } from '../../support/processes/process-list.js'
import { until } from '../../support/until.js'

const ROUNDS = byLevel(1, 2, 3)
/** Longer than a request waits for the database. */
const SILENCE_MS = byLevel(2_500, 10_000, 75_000)
const READERS = byLevel(4, 15, 15)
const WRITERS = byLevel(2, 5, 5)

const postgres = await startStoppableDatabase()
const proxy = await openFaultProxy(postgres.url)
const context = await openContext(
  readConfig({ DATABASE_URL: proxy.url, PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT: '0' }),
)
const server = await startServer(context)
afterAll(async () => {
  await server.close()
  await context.close()
  await disconnect(database)
  await postgres.remove()
})
/** The test's own way to the database, which is never silent. */
const database = connect(postgres.url, testPool)
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

const silences = {
  'its connections are forgotten': { begin: () => proxy.stall('open'), end: () => {}, healsItself: true },
  'its processes stand still': {
    begin: () => suspendFamily(postgres.pid()),
    end: () => resumeFamily(postgres.pid()),
    healsItself: false,
  },
  'nothing comes through': { begin: () => proxy.stall('all'), end: proxy.resume, healsItself: false },
}

/** Starts a worker of jobs that only note which assets they were for. */
async function startWorker() {
  const done = new Set<string>()
  const handlers = toHandlers({
    'refresh-metadata': async (_, { id }) => {
      done.add(id)
      return { state: 'succeeded' }
    },
  })
  const worker = await startWorkers(context, { handlers, pollMs: 200 })
  return { done, stop: () => worker.stop() }
}

/** Queues jobs without the proxy, as another server does. A database that stands still takes them once it goes on. */
async function queue(ids: string[]) {
  const direct = connect(postgres.url, testPool)
  await until(() =>
    enqueueJobs(direct, 'refresh-metadata', ids).then(
      () => true,
      () => false,
    ),
  )
  await disconnect(direct)
}

async function probe(path: string) {
  return (await fetch(`${server.url}${path}`)).status
}

/** Has a silence while clients ask and a worker waits for jobs, and tells how each fared. */
async function endure({ begin, end, healsItself }: (typeof silences)[keyof typeof silences], done: Set<string>) {
  const load = startLoad()
  const ids = await createAssets(database, ada, 20)
  await begin()
  const begunAt = performance.now()
  const queued = queue(ids)
  const worked = until(() => ids.every((id) => done.has(id))).then(() => performance.now())
  await sleep(SILENCE_MS)
  const [live, ready] = [await probe('/livez'), await probe('/readyz')]
  await end()
  const endedAt = performance.now()
  await until(async () => (await probe('/readyz')) === 200)
  // Callers who still wait are answered, and all are asked again.
  const soon = performance.now()
  await until(() => load.answers.filter(({ status, at, ms }) => status < 300 && at - ms > soon).length > 20)
  await load.end()
  await queued

  const healedAt = healsItself ? begunAt : endedAt
  const failed = load.answers.filter(({ status }) => status === 503)
  return {
    live,
    ready,
    answers: load.answers,
    failed: failed.length,
    meanwhile: load.answers.filter(({ at }) => at > begunAt && at < endedAt).map(({ ms }) => ms),
    recoveredMs: Math.max(0, ...failed.map(({ at }) => at - healedAt)),
    workedMs: (await worked) - healedAt,
  }
}

// To the service, the last one is nearly the same as the one before it.
describe.each(Object.entries(silences).slice(0, byLevel(2, 3, 3)))('when %s', (how, silence) => {
  const rounds: Awaited<ReturnType<typeof endure>>[] = []
  beforeAll(async () => {
    const worker = await startWorker()
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await endure(silence, worker.done))
    await worker.stop()
  })

  test('a worker loses no job, and works again within five seconds', async () => {
    const slowest = Math.max(...rounds.map(({ workedMs }) => workedMs))

    report(`a worker, when ${how}`, { 'jobs done after ms': Math.round(slowest) })
    expect(slowest).toBeLessThan(toBusyLimit(5_000))
    await until(async () => (await countOpenJobs(database)) === 0)
  })

  test('requests are answered within two seconds, and the service recovers within five', async () => {
    const slowest = Math.max(...rounds.flatMap(({ meanwhile }) => meanwhile))
    const recovery = Math.max(...rounds.map(({ recoveredMs }) => recoveredMs))
    const answers = rounds.flatMap((round) => round.answers)
    const acknowledged = answers.flatMap(({ id }) => id ?? [])

    report(`silent: ${how}`, { 'slowest answer ms': Math.round(slowest), 'well after ms': Math.round(recovery) })
    for (const { live, ready, failed, meanwhile } of rounds) {
      expect(meanwhile.length).toBeGreaterThan(0)
      expect(live).toBe(200)
      if (silence.healsItself) continue
      expect(failed).toBeGreaterThan(0)
      expect(ready).toBe(503)
    }
    expect([200, 201, 503]).toEqual(expect.arrayContaining([...new Set(answers.map(({ status }) => status))]))
    expect(slowest).toBeLessThan(toBusyLimit(2_000))
    expect(recovery).toBeLessThan(toBusyLimit(5_000))
    expect(await database.album.count({ where: { id: { in: acknowledged } } })).toBe(acknowledged.length)
  })
})
