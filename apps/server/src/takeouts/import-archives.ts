import { readdir, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { createExifReader } from '@media-library/media/metadata'
import pLimit from 'p-limit'
import type { Config } from '../config/config.js'
import type { Database } from '../database/ask.js'
import { UserError } from '../errors.js'
import { chooseReading, type ImportOptions } from '../import/import-folder.js'
import { addFailure, addFailures, type ImportSummary, startSummary } from '../import/summary.js'
import type { Originals } from '../storage/originals.js'
import { openIncoming } from '../uploads/incoming/incoming.js'
import { type ExportRun, toKeys } from './apply-export.js'
import { applyFiles } from './apply-files.js'
import { type ArchivedFile, type EntryFile, openArchives } from './export-archives.js'
import { listEntries } from './export-entry.js'
import { countLookUps, type ExportOptions, type ExportSummary, startRun } from './import-export.js'
import type { ExportedFile } from './photo-export.js'
import { recognize } from './recognize-export.js'
import { createStore, judge, toStoredKey, toVersion } from './store-archived.js'

interface ArchiveOptions extends Pick<ImportOptions, 'onProgress' | 'onNotice' | 'signal'>, ExportOptions {
  database: Database
  originals: Originals
  uploads: Config['uploads']
  /** The paths of the ZIP files, all parts of one export. */
  paths: string[]
  /** Called with the name of the service from which the export comes. */
  onRecognised?: (service: string) => void
}

/** The names that Google and Apple give the parts of an export. */
const partNames = /^(?:takeout-.*|iCloud Photos.*)\.zip$/i

/** Google packs parts in this way, too, if one asks for it. */
const tarNames = /^takeout-.*\.(?:tgz|tar\.gz)$/i

/** Lists the ZIP files of a path: the file itself, or the parts of an export in that folder. */
export async function findArchives(path: string, onNotice: (message: string) => void): Promise<string[]> {
  const found = await stat(path).catch(() => null)
  if (found?.isFile()) return /\.zip$/i.test(path) ? [path] : []
  const names = found ? await readdir(path).catch(() => []) : []
  const packed = names.find((name) => tarNames.test(name))
  if (packed !== undefined) onNotice(`${join(path, packed)} is not read. Unpack it, and import its folder.`)
  return names.filter((name) => partNames.test(name)).map((name) => join(path, name))
}

const FILES_IN_A_BATCH = 64

/**
 * Stores the files of an export in the folder of the uploads, from its ZIP files. Files that were stored before are not read again.
 * Throws a UserError when the ZIP files are no export, or a file does not fit.
 */
export async function importArchives(options: ArchiveOptions): Promise<ImportSummary & { export: ExportSummary }> {
  const { database, originals, owner, writeSidecars, paths, signal, onNotice, onProgress } = options
  const archives = await openArchives(paths)
  const incoming = openIncoming(options.uploads.folder, { database, originals })
  const exif = createExifReader({ processes: availableParallelism() })
  try {
    const found = await recognize(archives.tree.values(), () => archives.tree, onNotice)
    if (!found)
      throw new UserError(
        paths.length === 1
          ? `${paths[0]} is no export of Google Photos, iCloud Photos or Immich. Unpack it, and import its folder.`
          : `${paths.join(', ')} are no export of Google Photos, iCloud Photos or Immich. Unpack them, and import their folder.`,
      )
    options.onRecognised?.(found.service)
    const { lookUp, toSummary } = countLookUps(found, onNotice)
    const run = startRun(found, { owner, writeSidecars })
    const store = createStore({
      database,
      originals,
      run,
      incoming,
      reserve: options.uploads.reserve,
      readExif: await chooseReading(exif, onNotice),
    })
    const summary = startSummary(paths.join(', '), null)
    const fail = (path: string, reason: string) => addFailure(summary, { path, reason })
    addFailures(summary, archives.refused)
    const limit = pLimit(availableParallelism())
    let done = archives.refused.failed
    for await (const files of toBatches(archives.listFiles())) {
      if (signal?.aborted) break
      const batch: { file: ArchivedFile; exported: ExportedFile }[] = []
      for (const each of files) {
        const exported = await lookUp(each.path)
        if (exported.leftOut !== null) continue
        const file = await each.look()
        const outcome = judge(file)
        if (outcome === 'notMedia') summary.notMedia += 1
        else if (outcome !== null) fail(toPlace(file), outcome.reason)
        else batch.push({ file, exported })
      }
      done += files.length
      const progress = () => onProgress?.({ ...summary, done, total: archives.total })
      if (batch.length === 0) {
        progress()
        continue
      }
      const known = await listEntries(
        database,
        owner.id,
        batch.flatMap((each) => keysOfAll(run, each)),
      )
      const isDone = (each: (typeof batch)[number]) => keysOfAll(run, each).every((key) => known.has(key))
      const due = batch.filter((each) => !isDone(each))
      summary.unchanged += batch.length - due.length
      const taken = await limit.map(due, async ({ file, exported }) => {
        if (signal?.aborted) return []
        const outcome = await store(file, known.has(toStoredKey(run, file)))
        if (typeof outcome === 'string') summary[outcome] += 1
        else if ('reason' in outcome) fail(toPlace(file), outcome.reason)
        else {
          summary[outcome.count] += 1
          return [{ path: file.path, version: toVersion(file), exported, ...outcome }]
        }
        return []
      })
      for (const { file, reason } of await applyFiles(database, run, taken.flat())) fail(file.path, reason)
      progress()
    }
    addFailures(summary, found.faults())
    return { ...summary, stopped: signal?.aborted ?? false, export: toSummary(run) }
  } finally {
    await archives.close()
    await incoming.close()
    await exif.close()
  }
}

async function* toBatches(files: AsyncIterable<EntryFile>): AsyncGenerator<EntryFile[]> {
  let batch: EntryFile[] = []
  for await (const file of files) {
    batch.push(file)
    if (batch.length < FILES_IN_A_BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function toPlace({ archive, path }: ArchivedFile) {
  return `${archive}: ${path}`
}

function keysOfAll(run: ExportRun, { file, exported }: { file: ArchivedFile; exported: ExportedFile }) {
  return [toStoredKey(run, file), ...toKeys(run, { version: toVersion(file), exported })]
}
