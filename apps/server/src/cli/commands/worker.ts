import { Command } from 'commander'
import { readConfig } from '../../config/config.js'
import type { OpenContext } from '../../context.js'
import { endSoon, stopSignal } from '../../process/stop-signal.js'
import { examples, say } from '../terminal/messages.js'
import { startBackgroundWork } from './context/background-work.js'
import { openCheckedContext } from './context/with-context.js'

export const worker = new Command('worker')
  .addHelpText(
    'after',
    examples(
      'worker',
      'DATA_DIR=/srv/photos worker',
      'DATABASE_URL=postgresql://ada@db.example.org/library DERIVED_STORAGE=s3://bucket/folder worker',
      'WORKER_IMAGES=8 WORKER_METADATA=2 WORKER_VIDEOS=0 worker',
    ),
  )
  .action(async () => {
    // A service continues when the reader of its log has gone.
    const stopped = stopSignal(['stdout'])
    const context = await openCheckedContext(readConfig(process.env), stopped, { storesFiles: true })
    const { images, metadata, videos, stopMs } = context.config.worker
    let watch: Awaited<ReturnType<typeof startWatch>> = null
    try {
      watch = await startWatch(context)
      const work = await startBackgroundWork(context, { hasWorker: true })
      say(
        `Running up to ${images} thumbnail, ${metadata} metadata and ${videos} video jobs at once. Ctrl-C stops the worker.`,
      )
      await stopped
      say(`Stopping: running jobs have ${stopMs / 1_000} s to finish; the others return to the queue.`)
      watch?.drain()
      await work.stop()
    } finally {
      await watch?.close()
      await context.close()
    }
    say('Stopped. No jobs were lost.')
    endSoon()
  })

/** Serves the metrics and probes of the worker, if ADMIN_PORT is set. Their code is loaded here, so that other workers start faster. */
async function startWatch(context: OpenContext): Promise<{ drain(): void; close(): Promise<void> } | null> {
  const { config, logger } = context
  if (!config.admin) return null
  const { startAdminServer } = await import('../../http/watch/admin.js')
  const { createMetrics } = await import('../../http/watch/metrics/metrics.js')
  const { createReadiness } = await import('../../http/watch/probes.js')
  const readiness = await createReadiness(context)
  const { url, close } = await startAdminServer(config.admin, {
    metrics: await createMetrics(context),
    readiness,
    logger,
  })
  say(`Metrics: ${url}/metrics`)
  return { drain: readiness.drain, close }
}
