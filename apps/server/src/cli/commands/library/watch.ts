import { randomUUID } from 'node:crypto'
import { releaseWatches } from '../../../assets/library.js'
import type { OpenContext } from '../../../context.js'
import type { ImportSummary } from '../../../import/summary.js'
import { requireOwner } from './owner.js'

/** Starts to watch the folders of the configuration; null when there are none. The code is loaded only then. */
export async function startOwnWatches({ config, database, logger }: OpenContext) {
  if (config.watchFolders.length === 0) return null
  const { keepWatching } = await import('../../../import/watch/keep-watching.js')
  const stopping = new AbortController()
  const watcherId = randomUUID()
  const watches = config.watchFolders.map(({ email, folder }) =>
    keepWatching({
      database,
      folder,
      watcherId,
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
