import { randomUUID } from 'node:crypto'
import { releaseWatches } from '../../../assets/library.js'
import type { OpenContext } from '../../../context.js'
import { logSlowStatements } from '../../../database/slow-statements.js'
import type { ImportSummary } from '../../../import/summary.js'
import { requireOwner } from './owner.js'

/** The work that runs besides the requests. Its code is loaded here, so that other commands start without it. */
export interface BackgroundWork {
  stop(): Promise<void>
}

/**
 * Starts the work of every process that serves or works and, if it has a worker, the jobs, the side-cars and the watched folders.
 */
export async function startBackgroundWork(
  context: OpenContext,
  { hasWorker }: { hasWorker: boolean },
): Promise<BackgroundWork> {
  logSlowStatements(context.measures, context.logger)
  const { writeSidecars, watchFolders } = context.config
  const loading = [loadMaintenance(context)]
  if (hasWorker) {
    loading.push(loadJobs(context))
    if (writeSidecars) loading.push(loadSidecars(context))
    if (watchFolders.length > 0) loading.push(loadWatches(context))
  }
  // All code is loaded first, because loading it prevents a busy machine from reading answers of the database in time.
  const starts = await Promise.all(loading)
  const works = await Promise.all(starts.map((start) => start()))
  return { stop: async () => void (await Promise.all(works.map((work) => work.stop()))) }
}

type Start = () => BackgroundWork | Promise<BackgroundWork>

async function loadMaintenance(context: OpenContext): Promise<Start> {
  const { startMaintenance } = await import('../../../jobs/maintenance.js')
  const { purge } = await import('../../../asset-changes/purge.js')
  return () =>
    startMaintenance(context, async (signal) =>
      purge({ ...context, derived: await context.openDerived(), originals: await context.openOriginals() }, signal),
    )
}

async function loadJobs(context: OpenContext): Promise<Start> {
  const { handlers, startWorkers } = await import('../../../jobs/worker/worker.js')
  return () => startWorkers(context, { handlers })
}

async function loadSidecars(context: OpenContext): Promise<Start> {
  const { keepSidecars } = await import('../../../tags/sidecars/keep-sidecars.js')
  return async () => keepSidecars({ ...context, originals: await context.openOriginals() })
}

async function loadWatches(context: OpenContext): Promise<Start> {
  const { findExport } = await import('../../../takeouts/recognize-export.js')
  const { keepWatching } = await import('../../../import/watch/keep-watching.js')
  return () => startWatches(context, { findExport, keepWatching })
}

interface WatchCode {
  findExport: typeof import('../../../takeouts/recognize-export.js').findExport
  keepWatching: typeof import('../../../import/watch/keep-watching.js').keepWatching
}

function startWatches(
  { config, database, logger }: OpenContext,
  { findExport, keepWatching }: WatchCode,
): BackgroundWork {
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
        // A terminal does not show the field `path`, which is that of a request.
        for (const { path, reason } of failures)
          logger.warn({ file: path, reason }, 'a file of a watched folder was not imported')
      },
    }),
  )
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(watches)
      await releaseWatches(database, watcherId).catch((error) =>
        logger.warn({ err: error }, 'another process takes over the watched folders in some seconds'),
      )
    },
  }
}
