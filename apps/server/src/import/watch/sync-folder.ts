import { lstat } from 'node:fs/promises'
import { type Found, readFolder } from '@media-library/media'
import { addFound, createPathSet, type FoundFiles } from '../found-files.js'
import { type ImportRun, importBatch, toBatches } from '../import-batch.js'
import { FILES_IN_A_BATCH, noteMissingFiles } from '../import-folder.js'
import { listFilesAt } from '../stored-files.js'
import type { WatchedFolders } from './watched-folders.js'

/** The folders to check again: new folders at once, and those with files that are not complete a little later. */
export interface SyncOutcome {
  synced: string[]
  added: string[]
  unfinished: string[]
}

interface SyncOptions {
  watched: WatchedFolders
  settling: ReturnType<typeof createSettling>
}

/** What was in a folder itself, and the paths of its subfolders. */
interface Look {
  folder: string
  whole: Found[]
  unfinished: Found[]
  folders: string[]
}

/**
 * Brings the library up to date with what is in some folders themselves: those next in the queue, which are taken out of it, as many as
 * have the files of a batch, so that many folders with few changes share its statements. Files that are still being written are left for
 * later. Assets whose files are gone become offline, unless their folder is on another disk than before and holds no file that is known.
 */
export async function syncFolders(run: ImportRun, queue: string[], options: SyncOptions): Promise<SyncOutcome> {
  const looks: Look[] = []
  for (let files = 0; files < FILES_IN_A_BATCH && queue.length > 0 && !run.signal?.aborted; ) {
    const look = await lookAt(queue.shift() as string, options)
    looks.push(look)
    files += 1 + look.whole.length
  }
  const whole = looks.flatMap((look) => look.whole)
  for await (const batch of toBatches(toAsync(whole), FILES_IN_A_BATCH)) await importBatch(run, batch)
  const added: string[] = []
  for (const { folders } of looks) for (const path of folders) added.push(...(await options.watched.add(path)))
  const missing = await Promise.all(looks.map((look) => listMissing(run, look, options)))
  await noteMissingFiles(run, missing.flat())
  const toPaths = (of: Look[]) => of.map(({ folder }) => folder)
  return { synced: toPaths(looks), added, unfinished: toPaths(looks.filter((look) => look.unfinished.length > 0)) }
}

async function lookAt(folder: string, { settling }: SyncOptions): Promise<Look> {
  const { found, folders } = await readFolder(folder)
  return { folder, folders, ...(await settling.split(found)) }
}

/** Lists where files may be missing: in a folder itself, and in its former subfolders, which are no longer watched. */
async function listMissing(run: ImportRun, { folder, folders, ...look }: Look, { watched }: SyncOptions) {
  const found = [...look.whole, ...look.unfinished]
  const files: FoundFiles = { paths: createPathSet(), areAll: true }
  addFound(files, found)
  // An empty folder may be one whose disk is not mounted.
  const isBare = folder === run.summary.folder && found.length + folders.length === 0
  const isTrusted = !isBare && ((await watched.isSameDisk(folder)) || (await isAnyKnown(run, found)))
  if (!files.areAll || !isTrusted) return []
  const present = new Set(folders)
  const former = watched.listIn(folder).filter((path) => !present.has(path))
  for (const path of former) watched.remove(path)
  return [
    { folder, isGone: (path: string) => !files.paths.has(path), isShallow: true },
    ...former.map((path) => ({ folder: path, isGone: () => true })),
  ]
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
