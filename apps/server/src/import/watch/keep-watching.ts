import { setTimeout as sleep } from 'node:timers/promises'
import { claimWatch } from '../../assets/library.js'
import { findFolder, openFolderLibrary } from '../import-folder.js'
import { type WatchFolderOptions, watchFolder } from './watch-folder.js'

const BEAT_MS = 3_000
const RETRY_MS = 5_000

export interface KeepWatchingOptions extends Omit<WatchFolderOptions, 'ownerId'> {
  /** The id of the process. Only one of several processes watches the same folder. */
  watcherId: string
  /** Finds the owner of the files. Throws as long as there is none. */
  findOwner(): Promise<{ id: string }>
  /** The milliseconds before the next attempt. */
  retryMs?: number
}

/**
 * Watches a folder until the signal aborts, whenever no other process does. An obstacle, such as a missing folder or user,
 * is reported once, and the watch is retried every 5 s.
 */
export async function keepWatching(options: KeepWatchingOptions): Promise<void> {
  const { signal, onNotice, retryMs = RETRY_MS } = options
  let reported = ''
  while (!signal.aborted) {
    try {
      await watchOnce(options)
      reported = ''
    } catch (error) {
      const { message } = error as Error
      if (message !== reported) onNotice?.(`${options.folder} is not watched: ${message}`)
      reported = message
    }
    await sleep(retryMs, undefined, { signal }).catch(() => {})
  }
}

/** Watches as long as no other process does. Does nothing when one does. */
async function watchOnce({ watcherId, findOwner, ...options }: KeepWatchingOptions): Promise<void> {
  const { database } = options
  const { id: ownerId } = await findOwner()
  const folder = await findFolder(options.folder)
  const { id: libraryId } = await openFolderLibrary(database, ownerId, folder)
  const claim = () => claimWatch(database, { libraryId, watcherId })
  if (!(await claim())) return
  const lost = new AbortController()
  const signal = AbortSignal.any([options.signal, lost.signal])
  const beating = (async () => {
    while (!signal.aborted) {
      await sleep(BEAT_MS, undefined, { signal }).catch(() => {})
      // A database that does not answer keeps nobody's place: the next beat tells who has it.
      if (!signal.aborted && (await claim().catch(() => true)) === false) lost.abort()
    }
  })()
  try {
    await watchFolder({ ...options, ownerId, folder, signal })
  } finally {
    lost.abort()
    await beating
  }
}
