import { JobName } from '@media-library/contract'
import { onTestFinished } from 'vitest'
import { readConfig } from '../../../src/config/config.js'
import type { PrismaDatabase } from '../../../src/database/connect.js'
import type { AssetJob } from '../../../src/generated/prisma/client.js'
import type { JobHandler } from '../../../src/jobs/worker/job-handler.js'
import { startWorkers, type Worker } from '../../../src/jobs/worker/worker.js'
import { openContext } from '../../../src/services.js'
import { createTestDatabase } from '../database/database.js'
import { createAssets, createUser } from '../database/factories.js'
import { databaseWaits } from '../long.js'

/** A library of one user's assets, whose jobs the test's own handlers run. */
export interface JobLibrary {
  url: string
  database: PrismaDatabase
  /** Adds assets, and returns their ids. */
  addAssets(howMany: number): Promise<string[]>
  /** Adds assets of a user of their own, and returns their ids. */
  addAssetsOfAnother(howMany: number): Promise<string[]>
  /** Adds an asset for each order that the handlers of a worker process obey. */
  addOrders(orders: string[]): Promise<string[]>
  /** Starts a worker in this process; a job name without a handler succeeds. It stops after the test. */
  startWorker(options: TestWorkerOptions): Promise<Worker>
  listJobs(assetIds: string[]): Promise<AssetJob[]>
}

interface TestWorkerOptions {
  handlers?: Partial<Record<JobName, JobHandler>>
  environment?: Record<string, string>
  backoffMs?: number
  pollMs?: number
}

export const succeed: JobHandler = async () => ({ state: 'succeeded' })

export function toHandlers(given: Partial<Record<JobName, JobHandler>> = {}): Record<JobName, JobHandler> {
  const all = Object.fromEntries(JobName.options.map((name) => [name, succeed])) as Record<JobName, JobHandler>
  return { ...all, ...given }
}

/** Opens a library for the length of a test, or of a file with `afterAll`. */
export async function openJobLibrary(
  atEnd: (close: () => Promise<void>) => void = onTestFinished,
): Promise<JobLibrary> {
  const { url, drop } = await createTestDatabase()
  const context = await openContext(readConfig({ ...databaseWaits, DATABASE_URL: url, LOG_LEVEL: 'silent' }))
  const { database } = context
  atEnd(async () => {
    await context.close()
    await drop()
  })
  const owner = await createUser(database)
  return {
    url,
    database,
    addAssets: (howMany) => createAssets(database, owner, howMany),
    addAssetsOfAnother: async (howMany) => createAssets(database, await createUser(database), howMany),
    addOrders: async (orders) => {
      const paths = orders.map((order, index) => `/${order.replace(' ', '/')}/${index}`)
      const ids = await createAssets(database, owner, orders.length)
      await database.$executeRaw`
        UPDATE asset SET original_path = path FROM unnest(${ids}::uuid[], ${paths}::text[]) AS given (asset_id, path)
        WHERE id = asset_id`
      return ids
    },
    startWorker: async ({ handlers, environment = {}, backoffMs = 100, pollMs = 200 }) => {
      const { worker: limits } = readConfig({ WORKER_STOP_SECONDS: '1', ...environment })
      const config = { ...context.config, worker: limits }
      const worker = await startWorkers({ ...context, config }, { handlers: toHandlers(handlers), backoffMs, pollMs })
      onTestFinished(() => worker.stop())
      return worker
    },
    listJobs: (assetIds) =>
      database.assetJob.findMany({
        where: { assetId: { in: assetIds } },
        orderBy: [{ assetId: 'asc' }, { name: 'asc' }],
      }),
  }
}
