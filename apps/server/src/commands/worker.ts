import { Command } from 'commander'
import { readConfig } from '../config/config.js'
import type { OpenContext } from '../context.js'
import { endSoon, stopSignal } from '../process/stop-signal.js'
import { examples } from '../terminal/help.js'
import { say } from '../terminal/say.js'
import { openLibrary } from './library/with-context.js'

/** Starts a worker with the real jobs, which are loaded here, so that the other commands start without them. */
export async function startOwnWorker(context: OpenContext) {
  const { handlers } = await import('../jobs/index.js')
  const { startWorkers } = await import('../jobs/worker.js')
  return startWorkers(context, { handlers })
}

export const worker = new Command('worker')
  .addHelpText(
    'after',
    examples(
      'worker',
      'worker  # with DATABASE_URL, or the DATA_DIR of a library on this machine, in the environment',
      'worker  # with DERIVED_STORAGE=s3://bucket/folder: what it makes goes into a bucket',
      'worker  # with WORKER_IMAGES=8 WORKER_METADATA=2 WORKER_VIDEOS=0: no videos here',
    ),
  )
  .action(async () => {
    const stopped = stopSignal()
    const context = await openLibrary(readConfig(process.env), stopped)
    const { images, metadata, videos, stopMs } = context.config.worker
    try {
      const workers = await startOwnWorker(context)
      say(`Runs jobs: ${images} thumbnails, ${metadata} metadata, ${videos} videos at once. Ctrl-C stops it.`)
      await stopped
      say(`Stopping: jobs that run may finish within ${stopMs / 1_000} s, the rest goes back to the queue.`)
      await workers.stop()
    } finally {
      await context.close()
    }
    say('Stopped. No job is lost.')
    endSoon()
  })
