import { randomUUID } from 'node:crypto'
import { releaseWatches } from '../../../assets/library.js'
import type { OpenContext } from '../../../context.js'
import { logSlowStatements } from '../../../database/slow-statements.js'
import type { ImportSummary } from '../../../import/summary.js'
import { requireOwner } from './owner.js'

/** What runs beside the requests. Its code is loaded here, so that other commands start without it. */
export interface BackgroundWork {
  stop(): Promise<void>
}

/** Starts what every process does that serves or works and, where it has a worker, the jobs, the side-cars and the watched folders. */
export async function startBackgroundWork(
  context: OpenContext,
  { hasWorker }: { hasWorker: boolean },
): Promise<BackgroundWork> {
  logSlowStatements(context.measures, context.logger)
  const works = [await startMaintenance(context)]
  if (hasWorker) {
    works.push(await startJobs(context))
    if (context.config.writeSidecars) works.push(await startSidecars(context))
    if (context.config.watchFolders.length > 0) works.push(await startWatches(context))
  }
  return { stop: async () => void (await Promise.all(works.map((work) => work.stop()))) }
}

async function startMaintenance(context: OpenContext): Promise<BackgroundWork> {
  const { startMaintenance } = await import('../../../jobs/maintenance.js')
  const { purge } = await import('../../../asset-changes/purge.js')
  return startMaintenance(context, async (signal) =>
    purge({ ...context, derived: await context.openDerived(), originals: await context.openOriginals() }, signal),
  )
}

async function startJobs(context: OpenContext): Promise<BackgroundWork> {
  const { handlers, startWorkers } = await import('../../../jobs/worker/worker.js')
  return startWorkers(context, { handlers })
}

async function startSidecars(context: OpenContext): Promise<BackgroundWork> {
  const { keepSidecars } = await import('../../../tags/sidecars/keep-sidecars.js')
  return keepSidecars({ ...context, originals: await context.openOriginals() })
}

async function startWatches({ config, database, logger }: OpenContext): Promise<BackgroundWork> {
  const { findExport } = await import('../../../exports/recognize-export.js')
  const { keepWatching } = await import('../../../import/watch/keep-watching.js')
  const stopping = new AbortController()
  const watcherId = randomUUID()
  const watches = config.watchFolders.map(({ email, folder }) =>
    keepWatching({
      database,
      folder,
      watcherId,
      findExport,
      signal: stopping.signal,
      findOwner: () => requireOwner(database, email ?? undefined),
      onNotice: (message) => logger.warn(message),
      onSummary: ({ failures, ...counts }: ImportSummary) => {
        logger.info(counts, 'the files of a watched folder were imported')
        for (const failure of failures) logger.warn(failure, 'a file of a watched folder was not imported')
      },
    }),
  )
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(watches)
      await releaseWatches(database, watcherId).catch((error) =>
        logger.warn({ err: error }, 'another process watches the folders in some seconds'),
      )
    },
  }
}
