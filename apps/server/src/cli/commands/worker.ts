import { Command } from 'commander'
import { readConfig } from '../../config/config.js'
import { endSoon, stopSignal } from '../../process/stop-signal.js'
import { examples, say } from '../terminal/messages.js'
import { startBackgroundWork } from './library/background-work.js'
import { openLibrary } from './library/with-context.js'

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
      const work = await startBackgroundWork(context, { hasWorker: true })
      say(
        `Running up to ${images} thumbnail, ${metadata} metadata and ${videos} video jobs at once. Ctrl-C stops the worker.`,
      )
      await stopped
      say(`Stopping: running jobs have ${stopMs / 1_000} s to finish; the others return to the queue.`)
      await work.stop()
    } finally {
      await context.close()
    }
    say('Stopped. No jobs were lost.')
    endSoon()
  })
