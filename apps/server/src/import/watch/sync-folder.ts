import { lstat } from 'node:fs/promises'
import { type Found, readFolder } from '@media-library/media'
import { addFound, createPathSet, type FoundFiles } from '../found-files.js'
import { type ImportRun, importBatch, toBatches } from '../import-batch.js'
import { FILES_IN_A_BATCH, noteMissingFiles } from '../import-folder.js'
import { listFilesAt } from '../stored-files.js'
import type { WatchedFolders } from './watched-folders.js'

/** The folders to check again: new folders at once, and a folder with files that are not complete a little later. */
export interface SyncOutcome {
  added: string[]
  isUnfinished: boolean
}

/**
 * Brings the library up to date with what is in a folder itself. Files that are still being written are left for later. Assets
 * whose files are gone become offline, unless the folder is on another disk than before and holds no file that is known.
 */
export async function syncFolder(
  run: ImportRun,
  folder: string,
  { watched, settling }: { watched: WatchedFolders; settling: ReturnType<typeof createSettling> },
): Promise<SyncOutcome> {
  const { found, folders } = await readFolder(folder)
  const { whole, unfinished } = await settling.split(found)
  for await (const batch of toBatches(toAsync(whole), FILES_IN_A_BATCH)) await importBatch(run, batch)

  const files: FoundFiles = { paths: createPathSet(), areAll: true }
  addFound(files, [...whole, ...unfinished])
  const added: string[] = []
  for (const path of folders) added.push(...(await watched.add(path)))
  // An empty folder may be one whose disk is not mounted.
  const isBare = folder === run.summary.folder && found.length + folders.length === 0
  const isTrusted = !isBare && ((await watched.isSameDisk(folder)) || (await isAnyKnown(run, found)))
  if (files.areAll && isTrusted) {
    await noteMissingFiles(run, folder, { isGone: (known) => !files.paths.has(known), isShallow: true })
    for (const path of watched.listIn(folder).filter((known) => !folders.includes(known))) {
      watched.remove(path)
      await noteMissingFiles(run, path, { isGone: () => true })
    }
  }
  return { added, isUnfinished: unfinished.length > 0 }
}

async function isAnyKnown({ database, place }: ImportRun, found: Found[]) {
  const paths = found.map(({ path }) => path)
  return (await listFilesAt(database, place.ownerId, paths)).length > 0
}

async function* toAsync<T>(entries: T[]): AsyncGenerator<T> {
  yield* entries
}

/** The milliseconds since its last change after which a file is complete. */
const RECENT_MS = 10_000

interface FileLook {
  version: string
  /**
   * The time at which the file was first seen in this state, by the clock of the process, because that of a network share may differ.
   */
  since: number
}

/**
 * Distinguishes files that are still being written from complete ones, which have not changed for so many milliseconds. It remembers
 * only the former.
 */
export function createSettling(settleMs: number): {
  split(found: Found[]): Promise<{ whole: Found[]; unfinished: Found[] }>
} {
  const looks = new Map<string, FileLook>()

  const isWhole = async (path: string) => {
    const file = await lstat(path).catch(() => null)
    if (!file || Math.abs(Date.now() - Math.max(file.mtimeMs, file.ctimeMs)) > RECENT_MS) {
      looks.delete(path)
      return true
    }
    const version = [file.size, file.mtimeMs, file.ctimeMs, file.ino].join(' ')
    const before = looks.get(path)
    if (before?.version !== version) looks.set(path, { version, since: performance.now() })
    else if (performance.now() - before.since >= settleMs) {
      looks.delete(path)
      return true
    }
    return false
  }

  return {
    split: async (found) => {
      const [whole, unfinished]: [Found[], Found[]] = [[], []]
      for (const entry of found) {
        const isFinished = entry.kind !== 'file' || (await isWhole(entry.path))
        ;(isFinished ? whole : unfinished).push(entry)
      }
      return { whole, unfinished }
    },
  }
}
