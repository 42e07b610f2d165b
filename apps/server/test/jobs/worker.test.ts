import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { FileFault } from '@media-library/media'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../src/database/transaction.js'
import { type Claim, claimAttempts, FIRST_TURN } from '../../src/jobs/queue/claim-jobs.js'
import { announceJobs, enqueueJobs, retryFailedJobs } from '../../src/jobs/queue/enqueue-jobs.js'
import { countOpenJobs } from '../../src/jobs/queue/list-jobs.js'
import { beat, leave } from '../../src/jobs/queue/registered-worker.js'
import type { JobHandler } from '../../src/jobs/worker/job-handler.js'
import { untilBlocked } from '../support/database/statements.js'
import { openJobLibrary } from '../support/jobs/job-library.js'
import { until } from '../support/until.js'

/** A handler that waits for the test: `started` lists the assets in order, `finish` lets one end; `most` ran at once. */
function createGate() {
  const started: string[] = []
  const waiting: (() => void)[] = []
  let most = 0
  const handler: JobHandler = (_, { id }) => {
    started.push(id)
    return new Promise((resolve) => {
      waiting.push(() => resolve({ state: 'succeeded' }))
      most = Math.max(most, waiting.length)
    })
  }
  return { started, handler, finish: () => waiting.shift()?.(), most: () => most }
}

const { database, addAssets, addAssetsOfAnother, startWorker, listJobs } = await openJobLibrary(afterAll)

beforeEach(async () => {
  await database.assetJob.deleteMany()
})

function enqueue(ids: string[]) {
  return enqueueJobs(database, 'refresh-metadata', ids)
}

function drained() {
  return until(async () => (await countOpenJobs(database)) === 0)
}

describe('a worker', () => {
  test('records success, or why a job was skipped or failed, and retries what may succeed (J7)', async () => {
    const ids = await addAssets(4)
    const [, dull, broken, hopeless] = ids
    const handler: JobHandler = async (_, { id }) => {
      if (id === broken) throw new Error('the file is cut off\0')
      if (id === hopeless) throw new FileFault('its content is damaged', { cause: new Error('what the tool printed') })
      return id === dull ? { state: 'skipped', reason: 'not required' } : { state: 'succeeded' }
    }
    await enqueue(ids)

    await startWorker({ handlers: { 'refresh-metadata': handler }, backoffMs: 1 })
    await drained()

    const times = { startedAt: expect.any(Date), finishedAt: expect.any(Date), workerId: null }
    expect(await listJobs(ids)).toMatchObject([
      { state: 'succeeded', reason: null, attempts: 1, ...times },
      { state: 'skipped', reason: 'not required', attempts: 1, ...times },
      { state: 'failed', reason: 'the file is cut off', attempts: 3, ...times },
      { state: 'failed', reason: 'its content is damaged', attempts: 1, ...times },
    ])
  })

  test('retries a failed job, each time after a longer wait', async () => {
    const startedAt: number[] = []
    const fail: JobHandler = async () => {
      startedAt.push(performance.now())
      throw new Error('no')
    }
    await enqueue(await addAssets(1))

    await startWorker({ handlers: { 'refresh-metadata': fail }, backoffMs: 20, pollMs: 10 })
    await drained()

    const [first = 0, second = 0, third = 0] = startedAt
    expect(startedAt).toHaveLength(3)
    expect(second - first).toBeGreaterThanOrEqual(19)
    expect(third - second).toBeGreaterThanOrEqual(76)
  })

  test('runs a failed job again when an operator requests it', async () => {
    const ids = await addAssets(1)
    let isMended = false
    const handler: JobHandler = async () => {
      if (!isMended) throw new Error('no')
      return { state: 'succeeded' }
    }
    await enqueue(ids)
    await startWorker({ handlers: { 'refresh-metadata': handler }, backoffMs: 1 })
    await drained()

    isMended = true
    const queued = await retryFailedJobs(database, null)
    await drained()

    expect(queued).toBe(1)
    expect(await listJobs(ids)).toMatchObject([{ state: 'succeeded', attempts: 1, reason: null }])
  })

  test('runs a job once more when it is requested while it runs (J4)', async () => {
    const [id, other] = (await addAssets(2)) as [string, string]
    const gate = createGate()
    await enqueue([id])
    await startWorker({ handlers: { 'refresh-metadata': gate.handler }, environment: { WORKER_METADATA: '2' } })
    await until(() => gate.started.length === 1)

    await enqueue([id])
    await enqueue([id])
    await enqueue([other])
    await until(() => gate.started.includes(other))
    gate.finish()
    await until(() => gate.started.length === 3)
    gate.finish()
    gate.finish()
    await drained()

    expect(gate.started).toEqual([id, other, id])
    expect(await listJobs([id])).toMatchObject([{ state: 'succeeded', again: false }])
  })

  test('runs the jobs that people request before bulk work, also those that bulk work had queued', async () => {
    const ids = await addAssets(6)
    const [wanted, other] = ids.slice(-2) as [string, string]
    const order: string[] = []
    const note: JobHandler = async (_, { id }) => {
      order.push(id)
      return { state: 'succeeded' }
    }
    await enqueueJobs(database, 'refresh-metadata', ids.slice(0, 5), 'bulk')
    await enqueueJobs(database, 'refresh-metadata', [wanted, other], 'person')

    await startWorker({ handlers: { 'refresh-metadata': note }, environment: { WORKER_METADATA: '1' } })
    await drained()

    expect(order).toHaveLength(6)
    expect(order.slice(0, 2).sort()).toEqual([wanted, other].sort())
  })

  test('runs the jobs of an import from the newest photo to the oldest (J9)', async () => {
    const [old, recent, older] = (await addAssets(3)) as [string, string, string]
    const years = { [old]: 2015, [recent]: 2024, [older]: 1931 }
    for (const [id, year] of Object.entries(years))
      await database.asset.update({ where: { id }, data: { fileCreatedAt: new Date(Date.UTC(year)) } })
    const order: string[] = []
    const note: JobHandler = async (_, { id }) => {
      order.push(id)
      return { state: 'succeeded' }
    }
    await enqueueJobs(database, 'refresh-metadata', [old, recent, older], 'bulk')

    await startWorker({ handlers: { 'refresh-metadata': note }, environment: { WORKER_METADATA: '1' } })
    await drained()

    expect(order).toEqual([recent, old, older])
  })

  test('runs the configured number of jobs of a class at once, independently of other classes', async () => {
    const ids = await addAssets(6)
    const gates = [createGate(), createGate(), createGate()] as const
    for (const name of ['regenerate-thumbnail', 'refresh-metadata', 'transcode-video'] as const) {
      await enqueueJobs(database, name, ids)
    }

    await startWorker({
      handlers: {
        'regenerate-thumbnail': gates[0].handler,
        'refresh-metadata': gates[1].handler,
        'transcode-video': gates[2].handler,
      },
      environment: { WORKER_IMAGES: '3', WORKER_METADATA: '2', WORKER_VIDEOS: '1' },
    })
    await until(() => gates.every(({ started }, index) => started.length >= 3 - index))
    for (let turn = 0; turn < 6; turn += 1) {
      await until(() => gates.every(({ started }) => started.length > turn))
      for (const { finish } of gates) finish()
    }
    await drained()

    expect(gates.map(({ most }) => most())).toEqual([3, 2, 1])
  })

  test('stops after its running jobs have finished', async () => {
    const ids = await addAssets(5)
    const gate = createGate()
    await enqueue(ids)
    const worker = await startWorker({
      handlers: { 'refresh-metadata': gate.handler },
      environment: { WORKER_METADATA: '2', WORKER_STOP_SECONDS: '20' },
    })
    await until(() => gate.started.length === 2)

    const stopped = worker.stop()
    gate.finish()
    gate.finish()
    await stopped

    const states = (await listJobs(ids)).map(({ state }) => state).sort()
    expect(states).toEqual(['queued', 'queued', 'queued', 'succeeded', 'succeeded'])
  })

  test('gives back jobs that do not finish within the limit, and another worker runs them at once', async () => {
    const ids = await addAssets(1)
    let signal: AbortSignal | undefined
    const hang: JobHandler = async (context) => {
      signal = context.signal
      await sleep(60_000, undefined, { signal })
      return { state: 'succeeded' }
    }
    await enqueue(ids)
    const worker = await startWorker({
      handlers: { 'refresh-metadata': hang },
      environment: { WORKER_STOP_SECONDS: '0' },
    })
    await until(() => signal !== undefined)

    await worker.stop()
    const [released] = await listJobs(ids)
    await startWorker({})
    await drained()

    expect(released).toMatchObject({ state: 'queued', attempts: 0 })
    expect(signal?.aborted).toBe(true)
    expect(await listJobs(ids)).toMatchObject([{ state: 'succeeded', attempts: 1 }])
  })

  test('takes no job with it when it leaves, however late its claim', async () => {
    const ids = await addAssets(1)
    const id = randomUUID()
    const runner = { name: 'refresh-metadata', workerId: id } as const
    const request: Claim = { lane: 'short', count: 1, running: [], busy: [], each: 1, after: FIRST_TURN }
    await beat(database, { id, host: 'a test' })
    await enqueue(ids)

    const { claimed, leaving } = await inTransaction(database, async (transaction) => {
      const claimed = await claimAttempts(transaction, runner, request)
      const leaving = leave(database, id)
      await untilBlocked(database)
      return { claimed, leaving }
    })
    await leaving
    const late = await claimAttempts(database, runner, request)

    expect([claimed.length, late.length]).toEqual([1, 0])
    expect(await listJobs(ids)).toMatchObject([{ state: 'queued', attempts: 0 }])
  })

  test('keeps its jobs when the clock is set ahead (J7)', async () => {
    const ids = await addAssets(2)
    const gate = createGate()
    const one = { handlers: { 'refresh-metadata': gate.handler }, environment: { WORKER_METADATA: '1' } }
    await enqueue(ids)
    await startWorker(one)
    await until(() => gate.started.length === 1)
    await startWorker(one)
    await until(() => gate.started.length === 2)

    await database.$executeRaw`UPDATE worker SET seen_at = seen_at - interval '1 hour'`
    for (let beats = 0; beats < 5; beats += 1) {
      const before = await database.worker.findMany()
      await until(async () => {
        const after = await database.worker.findMany()
        return before.every(({ id, seenAt }) => after.some((own) => own.id === id && own.seenAt > seenAt))
      })
    }
    gate.finish()
    gate.finish()
    await drained()

    expect(gate.started.sort()).toEqual([...ids].sort())
  })

  test('runs a job that was queued, or left by a dead worker, before the clock was set back (J7)', async () => {
    const [queued = '', left = ''] = await addAssets(2)
    const dead = { id: randomUUID(), host: 'a test' }
    await enqueue([queued, left])
    await database.worker.create({ data: { ...dead, seenAt: new Date(Date.now() + 3_600_000) } })
    await database.assetJob.updateMany({
      where: { assetId: queued },
      data: { dueAt: new Date(Date.now() + 63_072_000_000) },
    })
    await database.assetJob.updateMany({
      where: { assetId: left },
      data: { state: 'running', workerId: dead.id, startedAt: new Date() },
    })

    await startWorker({})
    await drained()

    expect(await listJobs([queued, left])).toMatchObject([{ state: 'succeeded' }, { state: 'succeeded' }])
  })

  test('takes the jobs of users in turns (J9)', async () => {
    const many = await addAssets(6)
    const [ben = '', cy = ''] = [await addAssetsOfAnother(2), await addAssetsOfAnother(2)].flatMap(
      ([first]) => first ?? [],
    )
    const gate = createGate()
    await enqueue(many)
    await startWorker({ handlers: { 'refresh-metadata': gate.handler }, environment: { WORKER_METADATA: '1' } })
    await until(() => gate.started.length === 1)

    await enqueue([ben, cy])
    for (let end = 1; end <= 8; end += 1) {
      gate.finish()
      if (end < 8) await until(() => gate.started.length > end)
    }
    await drained()

    expect(new Set(gate.started.slice(1, 4))).toEqual(new Set([ben, cy, many[1]]))
    expect(gate.started.slice(4)).toEqual(many.slice(2))
    expect(await countOpenJobs(database)).toBe(0)
  })

  test('a job that turns out to be long delays no other (J9)', async () => {
    const [long, short] = (await addAssets(2)) as [string, string]
    const gate = createGate()
    const handler: JobHandler = async (context, asset) => {
      if (asset.id === short) return { state: 'succeeded' }
      return context.lane === 'short' ? { state: 'postponed' } : gate.handler(context, asset)
    }
    await enqueueJobs(database, 'transcode-video', [long, short])

    await startWorker({ handlers: { 'transcode-video': handler }, environment: { WORKER_VIDEOS: '1' } })
    await until(() => gate.started.length === 1)
    await until(async () => (await listJobs([short]))[0]?.state === 'succeeded')
    const meanwhile = await listJobs([long])
    gate.finish()
    await drained()

    expect(meanwhile).toMatchObject([{ state: 'running' }])
    expect(await listJobs([long])).toMatchObject([{ state: 'succeeded', attempts: 1 }])
  })

  test('runs a job again that is recorded as its own but that it does not run', async () => {
    const [running, unheard] = (await addAssets(2)) as [string, string]
    const gate = createGate()
    await enqueue([running])
    await startWorker({ handlers: { 'refresh-metadata': gate.handler }, environment: { WORKER_METADATA: '2' } })
    await until(() => gate.started.length === 1)

    await database.$executeRaw`
      INSERT INTO asset_job (asset_id, name, owner_id, state, attempts, worker_id, started_at)
      SELECT ${unheard}::uuid, name, owner_id, state, attempts, worker_id, now() FROM asset_job`
    await until(() => gate.started.length === 2)
    gate.finish()
    gate.finish()
    await drained()

    expect(gate.started).toEqual([running, unheard])
    expect((await listJobs([running, unheard])).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['succeeded', 1],
      ['succeeded', 1],
    ])
  })

  test('starts a job at once when it is announced', async () => {
    const [first, second] = (await addAssets(2)) as [string, string]
    const gate = createGate()
    await enqueue([first])
    await startWorker({
      handlers: { 'refresh-metadata': gate.handler },
      environment: { WORKER_METADATA: '2' },
      pollMs: 3_600_000,
    })
    await until(() => gate.started.length === 1)

    await enqueue([second])
    await announceJobs(database)
    await until(() => gate.started.length === 2)

    expect(gate.started).toEqual([first, second])
    gate.finish()
    gate.finish()
  })
})
