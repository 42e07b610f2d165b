import { createHash } from 'node:crypto'
import { constants, copyFile, link, open, realpath, utimes } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { describeFileError } from '@media-library/media'
import pLimit from 'p-limit'
import { v7 as uuidv7 } from 'uuid'
import { countOriginals, FIRST, listOriginals, type OriginalRow } from '../../assets/files/original-row.js'
import { findOrCreateLibrary } from '../../assets/library.js'
import type { Database } from '../../database/ask.js'
import { findFailure } from '../../database/failure.js'
import { inTransaction } from '../../database/transaction.js'
import { StorageError } from '../../errors.js'
import { toDerivedKey } from '../../storage/derived-files.js'
import { joinPath } from '../../storage/object-path.js'
import type { Original } from '../../storage/original.js'
import type { Originals } from '../../storage/originals.js'
import type { Incoming } from '../incoming/incoming.js'
import { isMisplaced, switchPlace } from './moved-upload.js'

/** The parts of the service that move uploads. */
interface Moving {
  database: Database
  originals: Originals
  incoming: Incoming
}

export interface MoveOptions {
  /** The id of the owner; null for all users. */
  ownerId: string | null
  /** The folder of uploads. */
  folder: string
  /** Ends the move after the files that are being moved. */
  signal: AbortSignal
  /** Tells the bytes so far, and in all. */
  onProgress(progress: { step: string; done: number; total: number }): void
}

/** The results for the uploads that were not where they belong. */
export interface MoveSummary {
  place: string
  moved: number
  bytes: number
  failures: { path: string; reason: string }[]
}

const AT_ONCE = 4
const IN_A_BATCH = 100

/**
 * Moves uploads, and the videos inside photos, to where new uploads lie, while the service runs. Each is copied, compared with its checksum,
 * and then switched; the old file goes some minutes later. A later call continues an interrupted one. Throws a StorageError.
 */
export async function moveUploads(moving: Moving, options: MoveOptions): Promise<MoveSummary> {
  const { database, originals } = moving
  const { ownerId, signal, onProgress } = options
  const root = originals.bucket ?? (await realpath(options.folder).catch(() => options.folder))
  const misplaced = isMisplaced({ ownerId, root })
  const { bytes: total } = await countOriginals(database, misplaced)
  const summary: MoveSummary = { place: root, moved: 0, bytes: 0, failures: [] }
  const limit = pLimit(AT_ONCE)

  const move = async (upload: OriginalRow) => {
    if (signal.aborted) return
    try {
      await (upload.embeddedInId === null ? moveUpload(moving, upload, signal) : moveVideo(moving, upload, signal))
      summary.moved += 1
      summary.bytes += upload.size ?? 0
      onProgress({ step: `${summary.moved} files moved`, done: summary.bytes, total })
    } catch (error) {
      if (error instanceof StorageError || signal.aborted) throw error
      summary.failures.push({ path: upload.originalPath, reason: describeFileError(error) })
    }
  }

  for (let after = FIRST; !signal.aborted; ) {
    const batch = await listOriginals(database, misplaced, { after, count: IN_A_BATCH })
    const outcomes = await Promise.allSettled(batch.map((upload) => limit(() => move(upload))))
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed) throw failed.reason
    const last = batch.at(-1)
    if (!last) break
    after = last.id
  }
  return summary
}

/** Moves an upload as if it came anew. */
async function moveUpload({ database, originals, incoming }: Moving, upload: OriginalRow, signal: AbortSignal) {
  const staging = await incoming.begin(upload.ownerId)
  const name = basename(upload.originalPath)
  const moved = { ...upload, originalPath: joinPath(staging.target, name), importPath: staging.userFolder }
  try {
    await originals.lend(
      upload,
      async ({ path }) => {
        const to = join(staging.files, name)
        await take(path, to, upload.fileModifiedAt)
        await take(`${path}.xmp`, `${to}.xmp`, upload.fileModifiedAt).catch(unlessMissing)
      },
      { withSidecar: true, signal },
    )
    await staging.publish()
    try {
      await requireSame(originals, moved)
      const libraryId = await findLibrary(database, moved)
      await inTransaction(database, async (transaction) => {
        await staging.keep(transaction)
        if (!(await switchPlace(transaction, upload, { path: moved.originalPath, libraryId }))) throw changing()
      })
    } catch (error) {
      // Nobody knows whether the database has recorded it.
      if (findFailure(error) === 'lost connection') staging.leave()
      else await staging.withdraw()
      throw error
    }
  } finally {
    await staging.end()
  }
}

/** Moves the copy of a video inside a photo. A job would make it anew at the same path. */
async function moveVideo({ database, originals }: Moving, upload: OriginalRow, signal: AbortSignal) {
  const { ownerId, embeddedInId, fileModifiedAt } = upload
  const { files, toPath } = originals.motion
  const key = `${toDerivedKey('.motion', { id: embeddedInId ?? '', ownerId })}.mp4`
  const copy = (path: string) => files.replace([key], ([target]) => take(path, target, fileModifiedAt), signal)
  await originals.lend(upload, ({ path }) => copy(path), { signal })
  const moved = { ...upload, originalPath: await toPath(key), importPath: await toPath(`.motion/${ownerId}`) }
  await requireSame(originals, moved)
  const libraryId = await findLibrary(database, moved)
  await inTransaction(database, async (transaction) => {
    if (!(await switchPlace(transaction, upload, { path: moved.originalPath, libraryId }))) throw changing()
  })
}

/** Lets a path have the content of another one, durably. */
async function take(from: string, to: string, modifiedAt: Date) {
  await link(from, to).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw error
    // Some file systems have no links, and none lead to another one.
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    await utimes(to, new Date(), modifiedAt)
  })
  const handle = await open(to)
  await handle.sync().finally(() => handle.close())
}

function unlessMissing(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
}

/** Reads a file at its new place, and throws when it is not what the library knows. */
async function requireSame(originals: Originals, { checksum, ...original }: Original & { checksum: string }) {
  const file = await originals.open(original)
  const hash = createHash('sha1')
  try {
    if (file.size > 0) await pipeline(file.chunks({ start: 0, end: file.size - 1 }), hash)
  } finally {
    await file.close()
  }
  if (hash.digest('hex') !== checksum)
    throw new Error('its content does not match its checksum; restore it from a backup, and move it again')
}

function changing() {
  return new Error('it was changed at the same moment; move it again')
}

async function findLibrary(database: Database, { ownerId, libraryName: name, importPath }: OriginalRow) {
  const { id } = await findOrCreateLibrary(database, { id: uuidv7(), ownerId, name, importPath })
  return id
}
