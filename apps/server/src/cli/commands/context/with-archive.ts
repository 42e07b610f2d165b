import { unlimited } from '@media-library/embedded-postgres'
import type { Config } from '../../../config/config.js'
import { hasEmbedded, openEmbedded } from '../../../database/embedded.js'
import { toUnreachable } from '../../../database/servers/unreachable.js'
import { UserError } from '../../../errors.js'
import { Interrupted } from '../../../process/interrupted.js'
import { stopSignal } from '../../../process/stop-signal.js'
import type { WorkOptions } from '../../backup/progress.js'
import { say } from '../../terminal/messages.js'
import { createBackupProgress } from '../../terminal/progress.js'

/** Runs work and shows its progress. On a stop signal, the work is undone or left to be continued, and `Interrupted` is thrown. */
export async function withProgress<Result>(
  { json }: { json?: boolean | undefined },
  work: (options: WorkOptions) => Promise<Result>,
  createView = createBackupProgress,
): Promise<Result> {
  const stopping = new AbortController()
  const interrupted = stopSignal().then((signal) => {
    stopping.abort()
    return signal
  })
  const view = json ? null : createView()
  try {
    return await work({ signal: stopping.signal, onProgress: (progress) => view?.show(progress) })
  } catch (error) {
    if (stopping.signal.aborted) throw new Interrupted(await interrupted)
    throw error
  } finally {
    view?.stop()
  }
}

/** Runs work with the address of the configured database, which it does not migrate. */
export async function withDatabase<Result>(
  { databaseUrl, dataDir, postgresSettings }: Config,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl !== null) {
    return work(databaseUrl).catch((error) => {
      throw toUnreachable(error, databaseUrl)
    })
  }
  const embedded = await openEmbedded(dataDir, { ...unlimited, notice: say }, postgresSettings)
  return work(embedded.url).finally(() => embedded.close())
}

/** Throws a UserError when the embedded database does not exist yet. */
export async function requireLibrary({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl !== null || (await hasEmbedded(dataDir))) return
  throw new UserError(`there is no library in ${dataDir}. Set DATA_DIR to its folder or DATABASE_URL to its database.`)
}
