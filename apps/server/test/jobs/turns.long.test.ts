import { expect, test } from 'vitest'
import { enqueueJobs } from '../../src/jobs/queue/enqueue-jobs.js'
import type { JobHandler } from '../../src/jobs/worker/job-handler.js'
import { openJobLibrary } from '../support/jobs/job-library.js'
import { until } from '../support/until.js'

const CONCURRENCY = 2

test('the job of one user waits for at most one of another, who has 100,000 (J9)', async () => {
  const { database, addAssets, addAssetsOfAnother, startWorker } = await openJobLibrary()
  const [ben = ''] = await addAssetsOfAnother(1)
  const started: string[] = []
  const handler: JobHandler = async (_, { id }) => {
    started.push(id)
    return { state: 'succeeded' }
  }
  await enqueueJobs(database, 'refresh-metadata', await addAssets(100_000))
  await startWorker({
    handlers: { 'refresh-metadata': handler },
    environment: { WORKER_METADATA: String(CONCURRENCY) },
  })
  await until(() => started.length > 10)

  await enqueueJobs(database, 'refresh-metadata', [ben])
  const before = started.length
  await until(() => started.includes(ben))

  // Those that ran, were claimed, or ended while the job was being queued.
  expect(started.indexOf(ben) - before).toBeLessThanOrEqual(2 * CONCURRENCY)
})
