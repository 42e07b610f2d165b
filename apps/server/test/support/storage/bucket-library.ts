import { join } from 'node:path'
import type { JobName } from '@media-library/contract'
import { onTestFinished } from 'vitest'
import { enqueueJobs } from '../../../src/jobs/queue/enqueue-jobs.js'
import { makeFolder } from '../../fixtures/folder.js'
import { createTestDatabase } from '../database/database.js'
import { createAsset, createUser } from '../database/factories.js'
import { startRealWorker } from '../jobs/real-worker.js'
import { openObjectStore } from './object-store.js'

/** A library that keeps derived files in a bucket, whose real jobs run for the length of a test. */
export async function openBucketLibrary() {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const store = await openObjectStore()
  const dataDir = await makeFolder()
  const worker = await startRealWorker({ DATABASE_URL: url, DATA_DIR: dataDir, ...store.environment })
  onTestFinished(worker.stop)
  const { database } = worker.context
  const owner = await createUser(database)
  return {
    store,
    dataDir,
    /** An asset whose file is still to be written; `run` runs its job to the end, and returns what became of it. */
    addFile: async (name: string, job: JobName) => {
      const path = join(await makeFolder(), name)
      const type = job === 'transcode-video' ? 'VIDEO' : 'IMAGE'
      const asset = await createAsset(database, owner, { originalPath: path, type })
      const run = async () => {
        await enqueueJobs(database, job, [asset.id])
        await worker.drained()
        return database.assetJob.findFirst({ where: { assetId: asset.id } })
      }
      return { asset, path, run }
    },
  }
}
