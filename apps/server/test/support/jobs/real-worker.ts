import type { JobName } from '@media-library/contract'
import { readConfig } from '../../../src/config/config.js'
import { announceJobs } from '../../../src/jobs/queue/enqueue-jobs.js'
import { countOpenJobs } from '../../../src/jobs/queue/list-jobs.js'
import type { JobHandler } from '../../../src/jobs/worker/job-handler.js'
import { handlers, startWorkers } from '../../../src/jobs/worker/worker.js'
import { type OpenContext, openContext } from '../../../src/services.js'
import { databaseWaits } from '../long.js'
import { until } from '../until.js'

/** A worker in this process that runs the jobs of a library. */
export interface RealWorker {
  context: OpenContext
  /** Resolves when no job waits or runs. */
  drained(): Promise<unknown>
  stop(): Promise<void>
}

/** Starts a worker with the jobs of the service, some of which may be replaced. The environment begins with the database's. */
export async function startRealWorker(
  environment: { DATABASE_URL: string; DATA_DIR: string } & Record<string, string>,
  replaced: Partial<Record<JobName, JobHandler>> = {},
): Promise<RealWorker> {
  const context = await openContext(
    readConfig({ ...databaseWaits, LOG_LEVEL: 'silent', WORKER_STOP_SECONDS: '1', ...environment }),
  )
  const worker = await startWorkers(context, { handlers: { ...handlers, ...replaced }, backoffMs: 20, pollMs: 500 })
  return {
    context,
    drained: async () => {
      void announceJobs(context.database)
      await until(async () => (await countOpenJobs(context.database)) === 0)
    },
    stop: async () => {
      await worker.stop()
      await context.close()
    },
  }
}
