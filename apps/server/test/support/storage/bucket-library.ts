import { onTestFinished } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'
import { createTestDatabase } from '../database/database.js'
import { createUser } from '../database/factories.js'
import { startRealWorker } from '../jobs/real-worker.js'
import { openObjectStore } from './object-store.js'

/** A library that keeps derived files in a bucket, whose real jobs run for the length of a test. */
export async function openBucketLibrary(environment: Record<string, string> = {}) {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const store = await openObjectStore()
  const dataDir = await makeFolder()
  const worker = await startRealWorker({ DATABASE_URL: url, DATA_DIR: dataDir, ...store.environment, ...environment })
  onTestFinished(worker.stop)
  const { database } = worker.context
  const ended = async (assetId: string) => {
    const [job] = await database.assetJob.findMany({ where: { assetId } })
    return job && !['queued', 'running'].includes(job.state) ? job : null
  }
  return { url, database, store, dataDir, owner: await createUser(database), ended }
}
