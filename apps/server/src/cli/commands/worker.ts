import { Command } from 'commander'
import { readConfig } from '../../config/config.js'
import type { OpenContext } from '../../context.js'
import { endSoon, stopSignal } from '../../process/stop-signal.js'
import { examples } from '../terminal/help.js'
import { say } from '../terminal/say.js'
import { startOwnMaintenance } from './library/maintenance.js'
import { startOwnWatches } from './library/watch.js'
import { openLibrary } from './library/with-context.js'

/** Starts a worker. The job handlers are loaded here, so that other commands start without them. */
export async function startOwnWorker(context: OpenContext) {
  const { handlers } = await import('../../jobs/worker/index.js')
  const { startWorkers } = await import('../../jobs/worker/worker.js')
  const workers = await startWorkers(context, { handlers })
  const sidecars = await startOwnSidecars(context)
  return {
    stop: async () => {
      await Promise.all([workers.stop(), sidecars?.stop()])
    },
  }
}

async function startOwnSidecars(context: OpenContext) {
  if (!context.config.writeSidecars) return null
  const { keepSidecars } = await import('../../tags/sidecars/keep-sidecars.js')
  return keepSidecars(context)
}

export const worker = new Command('worker')
  .addHelpText(
    'after',
    examples(
      'worker',
      'worker  # with DATABASE_URL, or the DATA_DIR of a library on this machine, in the environment',
      'worker  # with DERIVED_STORAGE=s3://bucket/folder in the environment, to write into a bucket',
      'worker  # with WORKER_IMAGES=8 WORKER_METADATA=2 WORKER_VIDEOS=0 in the environment, to transcode no videos',
    ),
  )
  .action(async () => {
    const stopped = stopSignal()
    const context = await openLibrary(readConfig(process.env), stopped)
    const { images, metadata, videos, stopMs } = context.config.worker
    try {
      const maintenance = await startOwnMaintenance(context)
      const workers = await startOwnWorker(context)
      const watches = await startOwnWatches(context)
      say(
        `Running up to ${images} thumbnail, ${metadata} metadata and ${videos} video jobs at once. Ctrl-C stops the worker.`,
      )
      await stopped
      say(`Stopping: running jobs have ${stopMs / 1_000} s to finish; the others return to the queue.`)
      await Promise.all([maintenance.stop(), workers.stop(), watches?.stop()])
    } finally {
      await context.close()
    }
    say('Stopped. No jobs were lost.')
    endSoon()
  })
