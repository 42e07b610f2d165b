import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type OpenFile, readChecksum } from '@media-library/media'
import pLimit from 'p-limit'
import { v7 as uuidv7 } from 'uuid'
import { countOriginals, FIRST, isUpload, listOriginals, type OriginalRow } from '../../../assets/files/original-row.js'
import { findOrCreateLibrary } from '../../../assets/library.js'
import type { PrismaDatabase } from '../../../database/connect.js'
import { isObjectPath } from '../../../storage/object-path.js'
import type { Originals } from '../../../storage/originals.js'
import type { WorkOptions } from '../progress.js'
import { type FileCopies, keysOfUpload } from './copies.js'
import { allDone } from './copy-derived.js'
import { type CopySummary, countMissing, createCopySummary } from './copy-summary.js'
import { keyOfUpload, placeUpload, removeEmptied } from './restored-upload.js'
import { createCopyWriter, OTHER_CONTENT } from './write-copy.js'

/** The source and the target of the uploads. */
export interface UploadCopying {
  database: PrismaDatabase
  originals: Originals
  copies: FileCopies
  /** The folder of uploads. */
  folder: string
  /** The number of bytes that stay free on its disk. */
  reserve: number
}

const AT_ONCE = 4
const IN_A_BATCH = 100

/**
 * Copies uploads, and the videos inside photos, to the folder of new uploads, unless they are there. Each is compared with its checksum
 * before its asset refers to it. The work can be interrupted and repeated at any time. Throws a StorageError.
 */
export async function copyUploads(copying: UploadCopying, { signal, onProgress }: WorkOptions): Promise<CopySummary> {
  const { database, originals, folder } = copying
  const { files: total } = await countOriginals(database, isUpload)
  const limit = pLimit(AT_ONCE)
  const summary = createCopySummary()
  const formerPlaces = new Set<string>()
  // The path is that of the folder itself, even if a link leads to it.
  if (originals.bucket === null && total > 0) await mkdir(folder, { recursive: true })
  const write = createUploadWriter(copying, signal)
  let done = 0

  const copyOne = async (upload: OriginalRow) => {
    signal.throwIfAborted()
    const found = await bringUpload(copying, write, upload).catch((error) => {
      signal.throwIfAborted()
      return countMissing(summary, upload.originalPath, error)
    })
    done += 1
    onProgress({ step: 'copying uploads', done, total: Math.max(done, total) })
    if (!found) return
    if (found.path !== upload.originalPath) await recordPlace(copying, upload, found.path)
    formerPlaces.add(upload.importPath)
    summary[found.isCopy ? 'copied' : 'kept'] += 1
    if (found.isCopy) summary.bytes += upload.size ?? 0
  }

  for (let after = FIRST; ; ) {
    const batch = await listOriginals(database, isUpload, { after, count: IN_A_BATCH })
    const last = batch.at(-1)
    if (!last) break
    await allDone(batch.map((upload) => limit(() => copyOne(upload))))
    after = last.id
  }
  await removeEmptied(database, [...formerPlaces])
  return summary
}

type WriteUpload = ReturnType<typeof createUploadWriter>

/**
 * Copies an upload to its place, unless it is there, and returns its path. Throws an error for people when there is no copy.
 */
async function bringUpload(
  { originals, copies }: UploadCopying,
  write: WriteUpload,
  upload: OriginalRow,
): Promise<{ path: string; isCopy: boolean }> {
  const key = keyOfUpload(upload)
  if (key === null) throw new Error('its path is not that of an upload')
  const path = await originals.motion.toPath(key)
  if (await isThere(originals, upload, path)) return { path, isCopy: false }
  const file = await copies.open(...keysOfUpload(key))
  if (file) {
    await write(file, { key, path, upload }).finally(() => file.close())
    return { path, isCopy: true }
  }
  if (await originals.readSize(upload.originalPath)) return { path: upload.originalPath, isCopy: false }
  throw new Error(`it is not there, and not in ${copies.path}`)
}

async function recordPlace({ database, originals }: UploadCopying, upload: OriginalRow, path: string): Promise<void> {
  const { ownerId, libraryName: name, embeddedInId } = upload
  const importPath = await originals.motion.toPath(embeddedInId === null ? ownerId : `.motion/${ownerId}`)
  const { id: libraryId } = await findOrCreateLibrary(database, { id: uuidv7(), ownerId, name, importPath })
  await placeUpload(database, upload, { path, libraryId })
}

/** Returns whether a file is in its place: by its size, or by its checksum if its asset does not yet refer to it. */
async function isThere(originals: Originals, upload: OriginalRow, path: string): Promise<boolean> {
  const size = await originals.readSize(path)
  if (!size || (upload.size && size !== upload.size)) return false
  if (path === upload.originalPath) return true
  const file = await originals.open({ ...upload, originalPath: path, importPath: dirname(path) })
  return readChecksum(file)
    .then((checksum) => checksum === upload.checksum)
    .finally(() => file.close())
}

/** Creates a function that writes an upload and its side-car to their place, completely or not at all. */
function createUploadWriter({ originals, copies, folder, reserve }: UploadCopying, signal: AbortSignal) {
  const { files } = originals.motion
  const writer = createCopyWriter(originals.bucket ?? folder, reserve)

  return async (file: OpenFile, { key, path, upload }: { key: string; path: string; upload: OriginalRow }) => {
    const { checksum, fileModifiedAt: modifiedAt, embeddedInId } = upload
    const copy = { modifiedAt, checksum, signal }
    if (embeddedInId !== null) {
      return files.replace([key], ([target]) => writer.write(file, { path: target, ...copy }), signal)
    }
    const sidecar = await copies.open(...keysOfUpload(`${key}.xmp`))
    try {
      if (isObjectPath(path)) {
        if ((await readChecksum(file)) !== checksum) throw new Error(OTHER_CONTENT)
        if (sidecar) await originals.write(`${path}.xmp`, await buffer(sidecar.read()))
        return await originals.send(file, path, signal)
      }
      if (!sidecar)
        return await files.replace([key], ([target]) => writer.write(file, { path: target, ...copy }), signal)
      const sidecarCopy = { modifiedAt: new Date(sidecar.mtimeMs), checksum: null, signal }
      // The file is written last. When it is in its place, its side-car is, too.
      const writeBoth = async ([beside, target]: readonly [string, string]) => {
        await writer.write(file, { path: target, ...copy })
        await writer.write(sidecar, { path: beside, ...sidecarCopy })
      }
      await files.replace([`${key}.xmp`, key], writeBoth, signal)
    } finally {
      await sidecar?.close()
    }
  }
}
