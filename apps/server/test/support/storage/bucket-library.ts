import { onTestFinished } from 'vitest'
import { readConfig } from '../../../src/config/config.js'
import { openContext } from '../../../src/context.js'
import { handlers } from '../../../src/jobs/index.js'
import { startWorkers } from '../../../src/jobs/worker.js'
import { makeFolder } from '../../fixtures/folder.js'
import { createTestDatabase } from '../database/database.js'
import { createUser } from '../database/factories.js'
import { databaseWaits } from '../long.js'
import { openObjectStore } from './object-store.js'

/** A library that keeps derived files in a bucket, whose real jobs run for the length of a test. */
export async function openBucketLibrary(environment: Record<string, string> = {}) {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const store = await openObjectStore()
  const dataDir = await makeFolder()
  const given = {
    ...databaseWaits,
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    WORKER_STOP_SECONDS: '1',
  }
  const context = await openContext(readConfig({ ...given, ...store.environment, ...environment }))
  const worker = await startWorkers(context, { handlers, backoffMs: 100, pollMs: 200 })
  onTestFinished(async () => {
    await worker.stop()
    await context.close()
  })
  const { database } = context
  const ended = async (assetId: string) => {
    const [job] = await database.assetJob.findMany({ where: { assetId } })
    return job && !['queued', 'running'].includes(job.state) ? job : null
  }
  return { url, database, store, dataDir, owner: await createUser(database), ended }
}
