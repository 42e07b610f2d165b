import { join, sep } from 'node:path'
import { readFolder } from '../../media/walk.js'
import { listFilesAt } from '../../repositories/asset/import.js'
import { noteOffline } from '../../repositories/asset/offline.js'
import { toBatches } from '../batches.js'
import { addFound, type FoundFiles } from '../found-files.js'
import { type ImportRun, importBatch } from '../import-batch.js'
import { FILES_IN_A_BATCH } from '../import-folder.js'
import { noteLivePhotos } from '../live-photos.js'
import type { createSettling } from './settled-files.js'
import type { WatchedFolders } from './watched-folders.js'

/** What is to be looked at again: new folders at once, and a folder with files that are not whole a little later. */
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
  const { database, place } = run
  const { found, folders } = await readFolder(folder)
  const { whole, unfinished } = await settling.split(found)
  for await (const batch of toBatches(toAsync(whole), FILES_IN_A_BATCH)) await importBatch(run, batch)

  const files: FoundFiles = { paths: [], areAll: true }
  addFound(files, [...whole, ...unfinished])
  const added: string[] = []
  for (const path of folders) added.push(...(await watched.add(path)))
  const isTrusted = (await watched.isSameDisk(folder)) || (await isAnyKnown(run, files.paths))
  const areAll = files.areAll && isTrusted
  const note = (path: string, paths: string[], isShallow: boolean) =>
    noteOffline(database, { ownerId: place.ownerId, folder: join(path, sep), paths, areAll, isShallow })
  const changed = await note(folder, files.paths, true)
  if (areAll) {
    for (const path of watched.listIn(folder).filter((known) => !folders.includes(known))) {
      watched.remove(path)
      changed.push(...(await note(path, [], false)))
    }
  }
  run.summary.offline += changed.filter(({ isOffline }) => isOffline).length
  await noteLivePhotos(database, place.ownerId, { changed, paths: files.paths })
  return { added, isUnfinished: unfinished.length > 0 }
}

async function isAnyKnown({ database, place }: ImportRun, paths: string[]) {
  return (await listFilesAt(database, place.ownerId, paths)).length > 0
}

async function* toAsync<T>(entries: T[]): AsyncGenerator<T> {
  yield* entries
}
