import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { describeFileError, EMPTY, hasMediaName, mayBeMedia } from '@media-library/media'
import { type Database, isAnswering } from '../database/ask.js'
import { ProblemError, UserError } from '../errors.js'
import { readFile } from '../import/read-file.js'
import { joinPath } from '../storage/object-path.js'
import type { Originals } from '../storage/originals.js'
import { safeFileName } from '../uploads/form/receive-form.js'
import { createFreeSpace } from '../uploads/incoming/free-space.js'
import type { openIncoming } from '../uploads/incoming/incoming.js'
import type { Staging } from '../uploads/incoming/staging.js'
import { readQuota, requireFitting } from '../uploads/quota/quota.js'
import { finishFile, requireMediaStart } from '../uploads/read-upload.js'
import { storeUpload } from '../uploads/store-upload.js'
import { type PartWriting, writePart } from '../uploads/write-part.js'
import type { ExportRun, TakenFile } from './apply-export.js'
import type { ArchivedFile } from './export-archives.js'
import { addEntries, toKey } from './export-entry.js'
import { toName } from './export-files.js'

/** Returns a text that distinguishes the content of a file from others before it is unpacked. */
export function toVersion({ size, crc32 }: ArchivedFile): string {
  return `${size} ${crc32}`
}

/** Returns the key that records that a file was stored. */
export function toStoredKey({ service }: ExportRun, file: ArchivedFile): string {
  return toKey(service, 'stored', file.path, toVersion(file))
}

/** The file as it is in the library, or the reason why it is not. */
type StoreOutcome =
  | 'notMedia'
  | { reason: string }
  | (Pick<TakenFile, 'originalPath' | 'checksum'> & { count: 'added' | 'duplicates' | 'unchanged' })

interface StoreContext {
  database: Database
  originals: Originals
  /** The bytes of the disk that stay free. */
  reserve: number
  run: ExportRun
  incoming: ReturnType<typeof openIncoming>
  readExif: Parameters<typeof readFile>[2]
}

/** Checks a file by its entry, before any of it is read. Returns the reason why it cannot be stored; null when it can. */
export function judge({ path, size, fault }: ArchivedFile): 'notMedia' | { reason: string } | null {
  if (!mayBeMedia(path)) return 'notMedia'
  if (fault !== null) return { reason: fault }
  if (size > 0) return null
  return hasMediaName(path) ? { reason: EMPTY } : 'notMedia'
}

/**
 * Returns a function that stores a file: the size that its ZIP file announces must fit into the quota and on the disk. A file that was
 * stored before is only read, so that a deleted one does not return. Throws when the database or the bucket does not answer.
 */
export function createStore({ database, originals, reserve, run, incoming, readExif }: StoreContext) {
  const { owner, service } = run
  const freeSpace = createFreeSpace(reserve)

  const keep = async (file: ArchivedFile, staging: Staging): Promise<StoreOutcome> => {
    const name = safeFileName(toName(file.path)) ?? 'file'
    const part = join(staging.files, '.part')
    await freeSpace.require(staging.files, file.size)
    const written = await writeWhole(file, part, {
      onBytes: (bytes) => freeSpace.take(staging.files, bytes),
      onStart: () => requireMediaStart(staging.files, part),
    })
    if (written === null) return { reason: DAMAGED }
    const { checksum, size } = written
    const path = await finishFile({ path: part }, join(staging.files, name), file.modifiedAt)
    const outcome = await readFile({ folder: staging.files, path }, undefined, readExif, checksum)
    if (outcome.kind === 'failed') return { reason: outcome.reason }
    if (outcome.kind !== 'read') return 'notMedia'
    const asset = { ...outcome.file, path: joinPath(staging.target, name) }
    const fields = { deviceAssetId: file.path, deviceId: service }
    const upload = { asset, video: null, bytes: size }
    const record = { ownerId: owner.id, credentialId: null, share: null }
    const storing = { ...record, originals, upload, fields, priority: 'bulk' } as const
    const { duplicate } = await storeUpload(database, staging, storing)
    await addEntries(database, owner.id, [{ key: toStoredKey(run, file), albumId: null }])
    return { originalPath: asset.path, checksum, count: duplicate ? 'duplicates' : 'added' }
  }

  const keepFitting = async (file: ArchivedFile): Promise<StoreOutcome> => {
    requireFitting(await readQuota(database, owner.id), file.size)
    const staging = await incoming.begin(owner.id)
    try {
      return await keep(file, staging)
    } finally {
      await staging.end()
    }
  }

  const store = async (file: ArchivedFile, wasStored: boolean): Promise<StoreOutcome> => {
    if (!wasStored) return keepFitting(file)
    const checksum = await readChecksum(file)
    return checksum === null ? { reason: DAMAGED } : { originalPath: '', checksum, count: 'unchanged' }
  }

  return async (...args: Parameters<typeof store>): Promise<StoreOutcome> => {
    try {
      return await store(...args)
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'unavailable') throw new UserError(error.message)
      if (!(await isAnswering(database))) throw error
      return { reason: error instanceof ProblemError ? error.message : describeFileError(error) }
    }
  }
}

const DAMAGED = 'the ZIP file is damaged there; download it again'

/** Writes a file from its ZIP file; null when its bytes are not those that were packed. */
async function writeWhole(file: ArchivedFile, path: string, writing: PartWriting) {
  let sum = 0
  try {
    const source = await file.open()
    const counted = async function* () {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        sum = crc32(chunk, sum)
        yield chunk
      }
    }
    const written = await writePart(Readable.from(counted()), path, writing)
    return sum === file.crc32 ? written : null
  } catch (error) {
    if (isOfZip(error)) return null
    throw error
  }
}

async function readChecksum(file: ArchivedFile): Promise<string | null> {
  const hash = createHash('sha1')
  try {
    await pipeline(await file.open(), hash)
    return hash.digest('hex')
  } catch (error) {
    if (isOfZip(error)) return null
    throw error
  }
}

/** Returns whether an error is one of unpacking, and not of the disk or the database. */
function isOfZip(error: unknown) {
  const { code = 'Z_' } = error as { code?: string }
  return !(error instanceof ProblemError) && code.startsWith('Z_')
}
