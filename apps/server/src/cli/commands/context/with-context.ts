import { setTimeout as sleep } from 'node:timers/promises'
import { noticing } from '@media-library/embedded-postgres'
import { type Config, readConfig } from '../../../config/config.js'
import { hasEmbedded } from '../../../database/embedded.js'
import { UserError } from '../../../errors.js'
import { announceEvents } from '../../../events/event.js'
import { Interrupted, type StopSignal } from '../../../process/interrupted.js'
import { stopSignal } from '../../../process/stop-signal.js'
import { type OpenContext, openContext } from '../../../services.js'
import { keepPrivate } from '../../../storage/private-folders.js'
import { tryFolders } from '../../../storage/writable-folders.js'
import { say } from '../../terminal/messages.js'

const GIVE_UP_MS = 8_000

/**
 * Opens the library of a configuration, whose files other accounts of the machine cannot read. Throws `Interrupted` within 8 s of
 * a stop signal, and a UserError when there is no library, unless it may be created, or when files are to be stored and cannot be.
 */
export async function openCheckedContext(
  config: Config,
  stopped: Promise<StopSignal>,
  { mayCreate = false, storesFiles = false } = {},
): Promise<OpenContext> {
  const stopping = new AbortController()
  const opening = { signal: stopping.signal, notice: say }
  const givenUp = stopped.then(async (signal) => {
    const interrupted = new Interrupted(signal)
    stopping.abort(interrupted)
    await sleep(GIVE_UP_MS, undefined, { ref: false })
    throw interrupted
  })
  givenUp.catch(() => {})
  const disks = `Waiting for the disks of DATA_DIR, ${config.dataDir}, and UPLOAD_DIR, ${config.uploads.folder}.`
  const looking = noticing(look(config, { storesFiles }), disks, opening)
  const isNew = await Promise.race([looking, givenUp])
  if (isNew && !mayCreate) {
    throw new UserError(
      `there is no library in ${config.dataDir}. Set DATA_DIR to its folder or DATABASE_URL to its database, or create one with ` +
        '`media-library serve`.',
    )
  }
  const context = await Promise.race([openContext(config, opening), givenUp])
  if (isNew) say(`Created a library in ${config.dataDir}.`)
  return context
}

/** Checks the folders before a database is started in one of them. Resolves to whether there is no library yet. */
async function look(config: Config, { storesFiles }: { storesFiles: boolean }): Promise<boolean> {
  const isNew = config.databaseUrl === null && !(await hasEmbedded(config.dataDir))
  await keepPrivate(config)
  const warning = storesFiles ? await tryFolders(config) : null
  if (warning !== null) say(`warning: ${warning}`)
  return isNew
}

/** Opens the library of the environment, runs an action, and closes the library. Throws `Interrupted` on a stop signal. */
export async function withContext<Result>(
  action: (context: OpenContext) => Promise<Result>,
  options?: { mayCreate?: boolean; storesFiles?: boolean },
): Promise<Result> {
  const interrupted = stopSignal()
  const context = await openCheckedContext(readConfig(process.env), interrupted, options)
  try {
    return await Promise.race([
      action(context).finally(() => announceEvents(context.database)),
      interrupted.then((signal) => {
        throw new Interrupted(signal)
      }),
    ])
  } finally {
    await context.close()
  }
}
