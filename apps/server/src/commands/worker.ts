import { Command } from 'commander'
import { readConfig } from '../config.js'
import { openContext } from '../context.js'
import { examples } from './help.js'
import { stopSignal } from './stop-signal.js'

const say = (line: string) => process.stderr.write(`${line}\n`)

export const worker = new Command('worker')
  .description(
    'run jobs until it is told to stop; any number may share a database, beside `serve` or on other machines',
  )
  .addHelpText(
    'after',
    examples(
      'worker',
      'worker  # with DATABASE_URL, or the DATA_DIR of a library on this machine, in the environment',
      'worker  # with WORKER_IMAGES=8 WORKER_METADATA=2 WORKER_VIDEOS=0: no videos here',
    ),
  )
  .action(async () => {
    const stopped = stopSignal()
    const { handlers } = await import('../jobs/index.js')
    const { startWorkers } = await import('../jobs/worker.js')
    const context = await openContext(readConfig(process.env))
    const { images, metadata, videos, stopMs } = context.config.worker
    try {
      const workers = await startWorkers(context, { handlers })
      say(`Runs jobs: ${images} thumbnails, ${metadata} metadata, ${videos} videos at once. Ctrl-C stops it.`)
      await stopped
      say(`Stopping: jobs that run may finish within ${stopMs / 1_000} s, the rest goes back to the queue.`)
      await workers.stop()
    } finally {
      await context.close()
    }
    say('Stopped. No job is lost.')
  })
