import { relative } from 'node:path'
import { type Found, rawExtensions, toStem } from '@media-library/media'
import pLimit from 'p-limit'
import { v7 as uuidv7 } from 'uuid'
import { pairLivePhotos, stackShots } from '../assets/metadata/live-photos-and-stacks.js'
import { lockStacks } from '../assets/metadata/lock-stacks.js'
import { describeMetadataFault } from '../assets/metadata/metadata.js'
import { type Database, isAnswering } from '../database/ask.js'
import { inTransaction } from '../database/transaction.js'
import { announceEvents } from '../events/event.js'
import { type ReadExif, type ReadFile, readFile } from './read-file.js'
import { type Decisions, decide, type Storing, storeFiles } from './store-files.js'
import { type ImportTarget, listFilesAt, listFilesWith, type SidecarNote } from './stored-files.js'
import { addFailure, type ImportCount, type ImportFailure, type ImportSummary } from './summary.js'
import { forgetUsed } from './unmounted.js'

/** The parts of an import that every batch needs. */
export interface ImportRun {
  database: Database
  place: ImportTarget
  summary: ImportSummary
  /** The subfolders whose disks are not mounted. */
  unmounted: Set<string>
  readExif: ReadExif
  /** The number of files that are read at once. */
  concurrency: number
  signal: AbortSignal | undefined
  /** Called with the number of files as they are read, and once more when the summary counts them. */
  onRead: (files: number) => void
  /**
   * Called with the files of a batch that are in the library, or whose content is; their checksums are SHA-1 in hexadecimal. Returns
   * the files that failed.
   */
  onImported?: ((files: ImportedFile[]) => Promise<ImportFailure[]>) | undefined
}

export interface ImportedFile {
  path: string
  checksum: string
}

/** Imports a batch of files. */
export async function importBatch(run: ImportRun, batch: Found[]): Promise<void> {
  for (const found of batch) {
    if (found.kind === 'unreadable') fail(run, found.path, found.reason)
    else if (found.kind === 'link') count(run, 'links')
    else if (found.kind === 'library') count(run, 'photosLibraries')
  }
  const found = batch.filter((entry) => entry.kind !== 'unreadable')
  run.onRead(batch.filter(({ kind }) => kind !== 'file').length)
  if (found.length === 0) return
  const { files, ...known } = await readBatch(run, found)
  const isNew = files.length + known.described.length + known.returnedIds.length > 0
  const refused = isNew ? await storeBatch(run, files, known) : []
  const imported = [...known.assets, ...files.filter(({ path }) => !refused.includes(path))]
  for (const { path, reason } of (await run.onImported?.(imported)) ?? []) fail(run, path, reason)
}

/** Writes a batch. A file that the database refuses does not affect the others. Returns the paths of the refused files. */
async function storeBatch(run: ImportRun, files: ReadFile[], known: KnownAssets): Promise<string[]> {
  try {
    await storeAll(run, files, known)
    return []
  } catch (error) {
    if (files.length === 0 || !(await isAnswering(run.database))) throw error
    const rest = { ...known, described: [], returnedIds: [] }
    if (known.described.length + known.returnedIds.length > 0) await storeAll(run, [], known)
    else if (files.length === 1) return files.map((file) => refuse(run, file, error))
    const refused: string[] = []
    for (const file of files) refused.push(...(await storeBatch(run, [file], rest)))
    // The files of one shot find each other only together.
    const paths = files.map(({ path }) => path)
    const stored = await listFilesAt(run.database, run.place.ownerId, paths)
    await storeAll(run, [], { ...rest, knownIds: [...known.knownIds, ...stored.map(({ id }) => id)] })
    return refused
  }
}

function refuse(run: ImportRun, file: ReadFile, error: unknown) {
  fail(run, file.path, describeMetadataFault(error, file)?.reason ?? (error as Error).message)
  run.onRead(0)
  return file.path
}

/** Writes files in one transaction, and counts the outcomes. */
async function storeAll(run: ImportRun, files: ReadFile[], known: KnownAssets) {
  const twins = await listFilesWith(
    run.database,
    run.place.ownerId,
    files.map(({ checksum }) => checksum),
  )
  const decisions = await decide(files, twins)
  const stored = await store(run, decisions, known)
  void announceEvents(run.database)
  count(run, 'added', stored)
  count(run, 'duplicates', decisions.duplicates.length + decisions.added.length - stored)
  count(run, 'updated', decisions.updated.length + known.described.length)
  count(run, 'moved', decisions.moved.length)
  run.onRead(0)
}

function fail(run: ImportRun, path: string, reason: string) {
  addFailure(run.summary, { path, reason })
}

function count({ summary }: ImportRun, outcome: ImportCount, files = 1) {
  summary[outcome] += files
}

/** Reads the files that are new or changed, and counts the others. Files whose reading a stop interrupted are left out. */
async function readBatch(run: ImportRun, found: Exclude<Found, { kind: 'unreadable' }>[]) {
  const paths = found.map(({ path }) => path)
  const known = new Map(
    (await listFilesAt(run.database, run.place.ownerId, paths)).map((row) => [row.originalPath, row]),
  )
  await forgetUsed(run.database, { libraryId: run.place.libraryId, unmounted: run.unmounted }, [...known.keys()])
  const described: SidecarNote[] = []
  const toRead = found.filter((entry) => entry.kind === 'file')
  const files = await pLimit(run.concurrency).map(toRead, async ({ path, sidecar }) => {
    if (run.signal?.aborted) return []
    const place = { folder: run.summary.folder, path, sidecar: sidecar ?? null }
    const outcome = await readFile(place, known.get(path), run.readExif)
    // Ctrl-C also ends exiftool, and the files that it was reading are not broken.
    if (outcome.kind === 'failed' && run.signal?.aborted) return []
    if (outcome.kind === 'failed') fail(run, path, outcome.reason)
    else if (outcome.kind === 'described') described.push(outcome.asset)
    else if (outcome.kind !== 'read') count(run, outcome.kind)
    run.onRead(1)
    return outcome.kind === 'read' ? [outcome.file] : []
  })
  const assets = [...known.values()]
  return {
    files: files.flat(),
    assets: assets.map(({ originalPath: path, checksum }) => ({ path, checksum })),
    described,
    returnedIds: assets.filter(({ isOffline }) => isOffline).map(({ id }) => id),
    knownIds: assets.map(({ id }) => id),
  }
}

/** The device of imported assets. Apps store the phone that uploaded an asset here. */
const imported = {
  deviceId: 'Library Import',
  isExternal: true,
  isFavorite: false,
  isArchived: false,
  uploadedBytes: null,
}

interface KnownAssets extends Pick<Storing, 'described' | 'returnedIds'> {
  /** The ids of assets that may be of the same shots as new ones. */
  knownIds: string[]
}

function store(run: ImportRun, decisions: Decisions, { knownIds, ...known }: KnownAssets) {
  const { database, place, summary } = run
  const describe = ({ path }: ReadFile) => ({ ...imported, deviceAssetId: relative(summary.folder, path) })
  return inTransaction(database, async (transaction) => {
    await lockStacks(transaction, [place.ownerId], 'as they are')
    const stored = await storeFiles(transaction, decisions, { place, ...known, describe, priority: 'bulk' })
    const ids = [...[...stored.added, ...stored.moved].map(({ id }) => id), ...knownIds]
    await pairLivePhotos(transaction, place.ownerId, ids)
    await stackShots(transaction, place.ownerId, { ids, spareIds: ids.map(() => uuidv7()), rawExtensions })
    return stored.added.length
  })
}

/** Splits the results of a walk into batches of about this size. The files of one shot stay together. */
export async function* toBatches(found: AsyncIterable<Found>, size: number): AsyncGenerator<Found[]> {
  let batch: Found[] = []
  for await (const entry of found) {
    const last = batch.at(-1)
    if (last && batch.length >= size && toStem(last.path) !== toStem(entry.path)) {
      yield batch
      batch = []
    }
    batch.push(entry)
  }
  if (batch.length > 0) yield batch
}
