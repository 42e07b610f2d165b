import { realpath, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, join, sep } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../database/connect.js'
import { UserError } from '../errors.js'
import { createExifReader, type ExifReader, readFileTimes } from '../media/exif/exif.js'
import { walk } from '../media/walk.js'
import { refreshStatistics } from '../repositories/asset/import.js'
import { noteOffline } from '../repositories/asset/offline.js'
import { findOrCreateLibrary } from '../repositories/library.js'
import { toBatches } from './batches.js'
import { addFound, type FoundFiles } from './found-files.js'
import { importBatch } from './import-batch.js'
import { noteLivePhotos } from './live-photos.js'
import { type ImportProgress, type ImportSummary, startSummary } from './summary.js'

const FILES_IN_A_BATCH = 256

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
}

/**
 * Registers the photos, videos and sound files of a folder as assets, in place and without writing to them. Assets whose files
 * are missing become offline. The summary lists what could not be read. Throws a UserError when the folder does not exist.
 */
export async function importFolder(options: ImportOptions): Promise<ImportSummary> {
  const { database, ownerId, onProgress, signal } = options
  const folder = await findFolder(options.folder)
  const { id: libraryId } = await findOrCreateLibrary(database, {
    id: uuidv7(),
    ownerId,
    name: basename(folder) || folder,
    importPath: folder,
  })
  const summary = startSummary(folder, libraryId)
  const processes = availableParallelism()
  const reader = createExifReader({ processes })
  let done = 0
  let total: number | null = null
  const counted = countFiles(folder).then((files) => {
    total = files
  })
  const onRead = (files: number) => {
    done += files
    onProgress?.({ ...summary, done, total })
  }
  try {
    const readExif = await chooseReading(reader, options.onNotice)
    const run = {
      database,
      place: { ownerId, libraryId },
      summary,
      readExif,
      concurrency: 2 * processes,
      signal,
      onRead,
    }
    const found: FoundFiles = { paths: [], areAll: true }
    for await (const batch of toBatches(walk(folder), FILES_IN_A_BATCH)) {
      if (signal?.aborted) break
      await importBatch(run, batch)
      addFound(found, batch)
    }
    summary.stopped = signal?.aborted ?? false
    const areAll = found.areAll && !summary.stopped
    const { paths } = found
    const changed = await noteOffline(database, { ownerId, folder: join(folder, sep), paths, areAll })
    summary.offline = changed.filter(({ isOffline }) => isOffline).length
    await noteLivePhotos(database, ownerId, { changed, paths })
    if (summary.added > 0) await refreshStatistics(database)
    return summary
  } finally {
    await reader.close()
    await counted
  }
}

async function findFolder(folder: string): Promise<string> {
  const path = await realpath(folder).catch(() => {
    throw new UserError(`there is no folder ${folder}. Check its path and your permission to read it.`)
  })
  if (!(await stat(path)).isDirectory()) throw new UserError(`${folder} is a file. Import its folder.`)
  return path
}

async function countFiles(folder: string): Promise<number> {
  let files = 0
  for await (const _ of walk(folder)) files += 1
  return files
}

/** Falls back to the times of the file system when exiftool cannot run. */
async function chooseReading(reader: ExifReader, onNotice: ImportOptions['onNotice']) {
  const fault = await reader.findFault()
  if (!fault) return reader.read
  onNotice?.(
    `exiftool cannot run, so files are imported with the times of the file system, and without camera or place. Install perl, and run the refresh-metadata jobs of these assets. (${fault})`,
  )
  return readFileTimes
}
