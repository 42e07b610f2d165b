import { realpath, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, join, sep } from 'node:path'
import { type Found, walk } from '@media-library/media'
import { createExifReader, type ExifReader, readFileTimes } from '@media-library/media/metadata'
import { v7 as uuidv7 } from 'uuid'
import { findOrCreateLibrary, type Library } from '../assets/library.js'
import { separateLivePhotos } from '../assets/metadata/live-photos-and-stacks.js'
import type { Database } from '../database/ask.js'
import { UserError } from '../errors.js'
import { addFound, createPathSet, type FoundFiles, isGone } from './found-files.js'
import { type ImportRun, importBatch, toBatches } from './import-batch.js'
import { type FolderSearch, noteMissing } from './offline.js'
import { refreshStatistics } from './statistics.js'
import { type ImportProgress, type ImportSummary, startSummary } from './summary.js'
import { isUnmounted, noteDisks } from './unmounted.js'

export const FILES_IN_A_BATCH = 256

export interface ImportOptions {
  database: Database
  ownerId: string
  /** Any path of the folder. The library is identified by the real path. */
  folder: string
  onProgress?: (progress: ImportProgress) => void
  /** Called with messages that should be shown before the summary. */
  onNotice?: (message: string) => void
  /** Stops the import after the files that it is reading. */
  signal?: AbortSignal | undefined
  /**
   * Whether assets become offline only when some of the folder's files are known. Otherwise the disk of the folder may not be
   * mounted, and what lies in its place are other files or none.
   */
  isCautious?: boolean
  /** Reads the metadata. By default a reader does that starts and ends with the import. */
  exif?: ExifReader
  /** Chooses the files of a batch that are whole, and wanted. By default all are. */
  choose?: (batch: Found[]) => Promise<Found[]>
  /** Called with the files of a batch that are in the library, or whose content is. */
  onImported?: ImportRun['onImported']
}

/**
 * Registers the photos, videos and sound files of a folder as assets, in place and without writing to them. Assets whose files
 * are missing become offline. The summary lists what could not be read. Throws a UserError when the folder does not exist.
 */
export async function importFolder(options: ImportOptions): Promise<ImportSummary> {
  const { database, onProgress, signal } = options
  const folder = await findFolder(options.folder)
  let done = 0
  let total: number | null = null
  const counted =
    onProgress &&
    countFiles(folder).then((files) => {
      total = files
    })
  const { run, close } = await openRun(options, folder, (files) => {
    done += files
    onProgress?.({ ...run.summary, done, total })
  })
  const { summary } = run
  try {
    const found: FoundFiles = { paths: createPathSet(), areAll: true }
    // The new assets that the planner's statistics know of.
    let known = 0
    for await (const batch of toBatches(walk(folder), FILES_IN_A_BATCH)) {
      if (signal?.aborted) break
      const chosen = (await options.choose?.(batch)) ?? batch
      run.onRead(batch.length - chosen.length)
      await importBatch(run, chosen)
      addFound(found, batch)
      if (await refreshStatistics(database, summary.added - known, 'during')) known = summary.added
    }
    summary.stopped = signal?.aborted ?? false
    const isTrusted = !options.isCautious || summary.unchanged + summary.updated + summary.moved > 0
    const areAll = found.areAll && !summary.stopped && isTrusted
    if (areAll) await noteMissingFiles(run, [{ folder, isGone: (path) => isGone(found, path) }])
    summary.unmounted = [...run.unmounted]
    await refreshStatistics(database, summary.added - known, 'after')
    return summary
  } finally {
    await close()
    await counted
  }
}

/**
 * Marks the assets of folders whose files are missing as offline, but for those on disks that are not mounted. A live photo that
 * lacks its photo or its video is none.
 */
export async function noteMissingFiles(
  { database, place: { ownerId }, summary, unmounted }: ImportRun,
  searches: Omit<FolderSearch, 'ownerId'>[],
): Promise<void> {
  const missing = await noteMissing(
    database,
    searches.map(({ folder, isGone, ...search }) => ({
      ...search,
      ownerId,
      folder: join(folder, sep),
      isGone: (path) => !isUnmounted(unmounted, path) && isGone(path),
    })),
  )
  if (missing > 0) await separateLivePhotos(database, ownerId)
  summary.offline += missing
}

/** Opens what the batches of a folder need. Close it after the last one. */
export async function openRun(
  { database, ownerId, onNotice, onImported, signal, isCautious = false, exif }: ImportOptions,
  folder: string,
  onRead: (files: number) => void = () => {},
): Promise<{ run: ImportRun; close(): Promise<void> }> {
  const library = await openFolderLibrary(database, ownerId, folder)
  const unmounted = await noteDisks(database, library, { folder, isCautious })
  const processes = availableParallelism()
  const reader = exif ?? createExifReader({ processes })
  const close = async () => {
    if (!exif) await reader.close()
  }
  const readExif = await chooseReading(reader, onNotice).catch(async (error) => {
    await close()
    throw error
  })
  const run = {
    database,
    place: { ownerId, libraryId: library.id },
    summary: startSummary(folder, library.id),
    unmounted,
    readExif,
    concurrency: 2 * processes,
    signal,
    onRead,
    onImported,
  }
  return { run, close }
}

/** Returns the library of a user's folder, which is made when there is none. */
export function openFolderLibrary(database: Database, ownerId: string, folder: string): Promise<Library> {
  const name = basename(folder) || folder
  return findOrCreateLibrary(database, { id: uuidv7(), ownerId, name, importPath: folder })
}

/** Returns the real path of a folder. Throws a UserError when there is none. */
export async function findFolder(folder: string): Promise<string> {
  const path = await realpath(folder).catch(() => {
    throw new UserError(`there is no folder ${folder}. Check its path and your permission to read it.`)
  })
  if ((await stat(path)).isDirectory()) return path
  const isPacked = /\.(?:tgz|tar|gz|bz2|xz|7z|rar)$/i.test(path)
  throw new UserError(
    isPacked ? `${folder} is packed. Unpack it, and import its folder.` : `${folder} is a file. Import its folder.`,
  )
}

async function countFiles(folder: string): Promise<number> {
  let files = 0
  for await (const _ of walk(folder)) files += 1
  return files
}

/** Whether exiftool has run in this process. Then it starts only to read a file. */
let hasExiftoolRun = false

/** Falls back to the times of the file system when exiftool cannot run. */
export async function chooseReading(reader: ExifReader, onNotice: ImportOptions['onNotice']) {
  const fault = hasExiftoolRun ? null : await reader.findFault()
  hasExiftoolRun = fault === null
  if (!fault) return reader.read
  onNotice?.(
    `exiftool cannot run, so files are imported with the times of the file system, and without camera or place. Install perl, and run the refresh-metadata jobs of these assets. (${fault})`,
  )
  return readFileTimes
}
