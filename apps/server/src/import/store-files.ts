import { basename } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { ask, type Queryable } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'
import { enqueueFirstJobs, enqueueJobs, type JobPriority } from '../jobs/queue/enqueue-jobs.js'
import type { Originals } from '../storage/originals.js'
import { checkFile, type ReadFile } from './read-file.js'
import {
  type AssetFile,
  addFiles,
  type ImportTarget,
  type KnownFile,
  moveFiles,
  noteSidecars,
  type SidecarNote,
  updateFiles,
} from './stored-files.js'

/** The properties of an asset besides those that its file contains. */
export type AssetOrigin = Pick<
  AssetFile,
  'deviceAssetId' | 'deviceId' | 'isExternal' | 'isFavorite' | 'isArchived' | 'uploadedBytes'
>

export interface Storing {
  place: ImportTarget
  /** Assets whose side-cars changed. */
  described: SidecarNote[]
  /** Assets whose missing files are back. */
  returnedIds: string[]
  describe: (file: ReadFile) => AssetOrigin
  priority: JobPriority
}

/** The assets that were added and moved. */
export interface StoredFiles {
  added: { id: string; path: string }[]
  moved: { id: string; path: string }[]
}

/** Writes the decisions about files, and queues their jobs. Call it in a transaction. */
export async function storeFiles(
  transaction: Queryable,
  { added, updated, moved }: Decisions,
  { place, described, returnedIds, describe, priority }: Storing,
): Promise<StoredFiles> {
  const write = (id: string, file: ReadFile) => toAsset(id, file, describe(file))
  const newAssets = added.map((file) => write(uuidv7(), file))
  const storedIds = new Set(await addFiles(transaction, place, newAssets))
  const stored = newAssets.filter(({ id }) => storedIds.has(id))
  const changed = updated.map(({ id, file }) => write(id, file))
  await updateFiles(transaction, changed)
  const found = moved.map(({ id, file }) => write(id, file))
  await moveFiles(transaction, place, found)
  await noteSidecars(transaction, described)
  await noteReturned(transaction, returnedIds)
  await enqueueFirstJobs(transaction, [...stored, ...changed], priority)
  const anew = [...described, ...moved.filter(({ isDescribed }) => isDescribed)]
  await enqueueJobs(
    transaction,
    'refresh-metadata',
    anew.map(({ id }) => id),
    priority,
  )
  return { added: stored.map(toPlace), moved: found.map(toPlace) }
}

/** Marks assets whose files have returned as online. */
export async function noteReturned(database: Queryable, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await ask(
    database,
    Prisma.sql`UPDATE asset SET is_offline = false, updated_at = now() WHERE id = ANY (${ids}::uuid[]) AND is_offline`,
  )
}

function toAsset(id: string, { path, known: _, ...file }: ReadFile, origin: AssetOrigin): AssetFile {
  return { ...file, ...origin, id, originalPath: path, originalFileName: basename(path) }
}

function toPlace({ id, originalPath }: AssetFile) {
  return { id, path: originalPath }
}

/** The changes that a batch makes; a moved file keeps its asset. */
export interface Decisions {
  added: ReadFile[]
  updated: { id: string; file: ReadFile }[]
  /** `isDescribed` when the side-car at the new place is another one. */
  moved: { id: string; file: ReadFile; isDescribed: boolean }[]
  /** `id` is the asset that has the content; null for a file of the same batch. */
  duplicates: { id: string | null; file: ReadFile }[]
}

/**
 * Decides by content what happens to each file. `twins` are the owner's assets with the same contents. A twin whose file has
 * changed since then does not count. `originals` knows those in buckets; without it, they count as they are.
 */
export async function decide(
  files: ReadFile[],
  twins: KnownFile[],
  originals: Pick<Originals, 'open'> | null = null,
): Promise<Decisions> {
  const decisions: Decisions = { added: [], updated: [], moved: [], duplicates: [] }
  const states = await Promise.all(twins.map(async (known) => ({ known, state: await checkFile(known, originals) })))
  const taken = new Set<string>()
  for (const file of files) {
    const same = states.filter(({ known }) => known.checksum === file.checksum)
    const copy = same.find(({ state }) => state === 'same')
    const gone = same.find(({ state }) => state === 'gone')
    if (file.known) decisions.updated.push({ id: file.known.id, file })
    else if (taken.has(file.checksum) || copy) decisions.duplicates.push({ id: copy?.known.id ?? null, file })
    else if (gone) {
      const isDescribed = gone.known.sidecarVersion !== file.sidecarVersion
      decisions.moved.push({ id: gone.known.id, file, isDescribed })
    } else decisions.added.push(file)
    taken.add(file.checksum)
  }
  return decisions
}
