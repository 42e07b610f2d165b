import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { enqueueJobs } from '../../../src/jobs/queue/enqueue-jobs.js'
import { countOpenJobs } from '../../../src/jobs/queue/list-jobs.js'
import { noteEnds } from '../../support/jobs/job-ends.js'
import { openJobLibrary } from '../../support/jobs/job-library.js'
import { byLevel, databaseWaits, report, toBusyLimit } from '../../support/long.js'
import { startProgram } from '../../support/processes/program.js'
import { until, within } from '../../support/until.js'

const program = fileURLToPath(new URL('../../support/processes/worker-program.ts', import.meta.url))

/** Starts a worker in a process of its own, whose jobs leave files in a folder; resolves once it takes jobs. */
async function startWorkerProcess(url: string, folder: string): Promise<ChildProcess> {
  const child = startProgram([program], {
    ...databaseWaits,
    DATABASE_URL: url,
    LOG_LEVEL: 'silent',
    OUT: folder,
    WORKER_IMAGES: '2',
  })
  child.stderr.pipe(process.stderr)
  const ready = Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the worker ended with ${code}`))),
  ])
  await within('the start of the worker', ready)
  return child
}

/** Ends a process at once, as a lack of memory or of power does. */
async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

const KILLS = byLevel(2, 20, 500)

const names = ['refresh-metadata', 'regenerate-thumbnail', 'transcode-video'] as const

async function open() {
  const library = await openJobLibrary()
  const folder = await mkdtemp(join(tmpdir(), 'media-library-jobs-'))
  const processes: ChildProcess[] = []
  onTestFinished(async () => {
    await Promise.all(
      processes.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null).map(kill),
    )
    await rm(folder, { recursive: true })
  })
  const startProcess = async () => {
    const child = await startWorkerProcess(library.url, folder)
    processes.push(child)
    return child
  }
  const readStarts = () =>
    readFile(join(folder, 'starts'), 'utf8').then(
      (text) => text.trim().split('\n'),
      () => [],
    )
  return { ...library, folder, startProcess, readStarts }
}

describe('a worker that is killed', () => {
  test(`${KILLS} times at random: each job ends exactly once, and nothing is torn`, async () => {
    const library = await open()
    const { database, folder, addOrders, listJobs, startProcess } = library
    const listEnds = await noteEnds(database)
    const orders = ['write 60', 'write 20', 'write 100', 'skip 10', 'fail 10', 'write 150', 'write 250']
    const ids = await addOrders(
      Array.from({ length: 7 * KILLS }, (_, index) => orders[index % orders.length] as string),
    )
    const living = await Promise.all([startProcess(), startProcess()])
    let next = startProcess()
    for (const name of names) await enqueueJobs(database, name, ids)

    for (let killed = 0; killed < KILLS; killed += 1) {
      await sleep(Math.random() * 300)
      const [victim] = living.splice(Math.floor(Math.random() * living.length), 1)
      if (victim) await kill(victim)
      living.push(await next)
      next = startProcess()
    }
    await next
    await until(async () => (await countOpenJobs(database)) === 0)

    const jobs = await listJobs(ids)
    const ends = await listEnds()
    report(`${KILLS} × kill -9 of a worker`, { jobs: jobs.length, ends: ends.length })
    expect(jobs).toHaveLength(21 * KILLS)
    expect(ends).toHaveLength(21 * KILLS)
    for (const { state, reason, attempts } of jobs) {
      expect(['succeeded', 'skipped', 'failed']).toContain(state)
      expect(attempts).toBeLessThanOrEqual(3)
      if (state === 'succeeded') expect(reason).toBeNull()
      else expect(reason).toMatch(/nothing to do|is damaged|was killed/)
    }
    const succeeded = new Set(jobs.filter(({ state }) => state === 'succeeded').map(({ assetId }) => assetId))
    const files = (await readdir(folder)).filter((name) => /^[0-9a-f-]+$/.test(name))
    for (const id of succeeded) expect(files).toContain(id)
    for (const name of files) expect(await readFile(join(folder, name), 'utf8')).toBe(name.repeat(1_000))
  })

  test('its jobs run again within 5 seconds in another worker', async () => {
    const { database, addOrders, listJobs, startProcess, startWorker, readStarts } = await open()
    const ids = await addOrders(['write 60000', 'write 60000', 'write 60000'])
    const victim = await startProcess()
    await enqueueJobs(database, 'regenerate-thumbnail', ids)
    await until(async () => (await readStarts()).length === 2)

    await kill(victim)
    const killedAt = performance.now()
    await startWorker({})
    await until(async () => (await countOpenJobs(database)) === 0)

    expect(performance.now() - killedAt).toBeLessThan(toBusyLimit(5_000))
    expect((await listJobs(ids)).map(({ state, attempts }) => [state, attempts]).sort()).toEqual([
      ['succeeded', 1],
      ['succeeded', 2],
      ['succeeded', 2],
    ])
  })

  test('by a job, three times: the job fails', async () => {
    const { database, addOrders, listJobs, startProcess, startWorker } = await open()
    const ids = await addOrders(['crash 0'])
    await enqueueJobs(database, 'refresh-metadata', ids)

    const crashed = [startProcess(), startProcess(), startProcess()].map(async (child) => once(await child, 'exit'))
    await Promise.all(crashed)
    await startWorker({})
    await until(async () => (await countOpenJobs(database)) === 0)

    expect(await listJobs(ids)).toMatchObject([
      { state: 'failed', attempts: 3, reason: expect.stringContaining('was killed 3 times') },
    ])
  })
})
