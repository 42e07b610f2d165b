import { setTimeout as sleep } from 'node:timers/promises'
import { clusterPaths, findPid, withLock } from '@media-library/embedded-postgres'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../src/config/config.js'
import { enqueueJobs } from '../../../src/jobs/queue/enqueue-jobs.js'
import { countOpenJobs } from '../../../src/jobs/queue/list-jobs.js'
import type { JobHandler } from '../../../src/jobs/worker/job-handler.js'
import { startWorkers } from '../../../src/jobs/worker/worker.js'
import { openContext } from '../../../src/services.js'
import { makeUsedDataDir } from '../../support/database/data-dir.js'
import { createAssets, createUser } from '../../support/database/factories.js'
import { toHandlers } from '../../support/jobs/job-library.js'
import { until } from '../../support/until.js'

/** A worker on an embedded database of its own, which is down for as long as the test says. */
async function open(handler: JobHandler) {
  const dataDir = await makeUsedDataDir()
  const environment = { DATA_DIR: dataDir, LOG_LEVEL: 'silent', WORKER_METADATA: '4', WORKER_STOP_SECONDS: '1' }
  const context = await openContext(readConfig(environment))
  const { database } = context
  const worker = await startWorkers(context, { handlers: toHandlers({ 'refresh-metadata': handler }), pollMs: 200 })
  onTestFinished(async () => {
    await worker.stop()
    await context.close()
  })
  return {
    database,
    /** A process that starts the database waits for the lock. */
    outage: (milliseconds: number, signal: NodeJS.Signals) =>
      withLock(dataDir, clusterPaths(dataDir).lock, async () => {
        process.kill((await findPid(dataDir)) as number, signal)
        await sleep(milliseconds)
      }),
  }
}

test.each([
  ['stopped', 'SIGINT'],
  ['killed', 'SIGKILL'],
] as const)('a worker lives through an outage of a database that is %s, and no job is lost', async (_, signal) => {
  const done: string[] = []
  const work: JobHandler = async (_, { id }) => {
    await sleep(50)
    done.push(id)
    return { state: 'succeeded' }
  }
  const { database, outage } = await open(work)
  const ids = await createAssets(database, await createUser(database), 200)
  await enqueueJobs(database, 'refresh-metadata', ids)
  await until(() => done.length > 20)

  await outage(5_000, signal)
  const doneMeanwhile = done.length
  await until(async () => (await countOpenJobs(database).catch(() => 1)) === 0, 60_000)

  expect(doneMeanwhile).toBeLessThan(ids.length)
  expect(new Set(done)).toEqual(new Set(ids))
  expect(await database.assetJob.count({ where: { state: 'succeeded' } })).toBe(ids.length)
})
