import {
  constants,
  copyFile,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FilePlace } from '@media-library/media'
import { ProblemError } from '../../errors.js'
import type { StoredUpload } from '../store-upload.js'
import { toStorageProblem } from '../upload-room.js'
import { appendPart } from '../write-part.js'

/** The folder of uploads that may be resumed, in that of all uploads. A walk leaves it out, because it is hidden. */
export const RESUMABLE = '.resumable'

/** An upload that nothing has touched for this long is removed. */
export const KEPT_MS = 86_400_000

/** What the client told of an upload, and what became of it. */
export interface Told {
  /** The number of its bytes. */
  size: number
  metadata: Record<string, string | null>
  /** The asset with its content, once it is in the library. */
  stored: StoredUpload | null
}

/** An upload that may be resumed. */
export interface PartialUpload extends Told {
  /** How many bytes have arrived. */
  arrived: number
  touchedAt: Date
}

/** Names an upload. */
export interface UploadName {
  ownerId: string
  uploadId: string
}

/** The name of the lock of an upload. */
export function lockOf({ ownerId, uploadId }: UploadName): string {
  return `upload ${ownerId} ${uploadId}`
}

/** Creates the problem of an upload with which another request goes on. */
export function takenOver() {
  return new ProblemError('unavailable', 'Another request goes on with this upload. What arrived is kept.', {
    headers: { 'Retry-After': '1' },
  })
}

/** What is known of bytes that arrive. */
export interface PartAppending {
  bytesBefore: number
  /** Called before bytes are stored. */
  onBytes: (bytes: number) => Promise<void>
  /** Called when the start of a file can be looked at. */
  onStart: (place: FilePlace) => Promise<void>
}

/** The uploads that may be resumed. */
export interface PartialUploads {
  create(name: UploadName, told: Told): Promise<void>
  /** null when there is none. */
  find(name: UploadName): Promise<PartialUpload | null>
  /** Adds bytes to its end, durably. Returns how many it has then. When the stream breaks off, what arrived before is kept. */
  append(name: UploadName, body: Readable, appending: PartAppending): Promise<number>
  /** Brings its bytes to a path, at which there is nothing yet. */
  bring(name: UploadName, path: string): Promise<void>
  /** Lets it be kept for another day. */
  touch(name: UploadName): Promise<void>
  /** Notes the asset, and removes the bytes, which the library has. */
  finish(name: UploadName, told: Told): Promise<void>
  remove(name: UploadName): Promise<void>
  /** Lists the uploads of an owner that are not in the library. */
  listOpen(ownerId: string): Promise<(PartialUpload & { uploadId: string })[]>
  /** Lists those that nothing has touched for a day. */
  listStale(): Promise<UploadName[]>
  /** Whether nothing has touched it for a day. */
  isStale(name: UploadName): Promise<boolean>
}

const TOLD = '.json'
/** What is being written. Nothing reads it. */
const UNFINISHED = '.json.new'

/** Uploads in a folder. */
export interface PartialUploadFiles extends PartialUploads {
  pathOf(name: UploadName): string
  list(): Promise<UploadName[]>
}

/** The bytes of each upload lie in a file, in the folder of its owner, and what is known of it beside them. */
export function openPartialUploads(uploadFolder: string): PartialUploadFiles {
  const folder = join(uploadFolder, RESUMABLE)
  const pathOf = ({ ownerId, uploadId }: UploadName) => join(folder, ownerId, uploadId)
  const toldPathOf = (name: UploadName) => pathOf(name) + TOLD

  const write = async (name: UploadName, { size, metadata, stored }: Told) => {
    const unfinished = pathOf(name) + UNFINISHED
    await writeFile(unfinished, JSON.stringify({ size, metadata, stored }), { flush: true })
    await rename(unfinished, toldPathOf(name))
  }
  const find = async (name: UploadName): Promise<PartialUpload | null> => {
    const path = toldPathOf(name)
    const found = await unlessGone(Promise.all([readFile(path, 'utf8'), stat(path)]))
    if (found === null) return null
    const [text, { mtime: touchedAt }] = found
    const told = JSON.parse(text) as Told
    const bytes = told.stored ? null : await unlessGone(stat(pathOf(name)))
    if (!told.stored && !bytes) return null
    return { ...told, arrived: bytes?.size ?? told.size, touchedAt }
  }
  const remove = async (name: UploadName) => {
    for (const ending of [TOLD, UNFINISHED, '']) await rm(pathOf(name) + ending, { force: true })
  }

  const list = async () => {
    const found: UploadName[] = []
    for (const ownerId of await namesIn(folder)) {
      const names = await namesIn(join(folder, ownerId))
      const ids = new Set(names.map((name) => name.split('.', 1)[0] as string))
      for (const uploadId of ids) found.push({ ownerId, uploadId })
    }
    return found
  }
  const isStale = async (name: UploadName) => {
    const path = pathOf(name)
    // The bytes get the time of the photo before they are in the library.
    const found =
      (await unlessGone(stat(path + TOLD))) ??
      (await unlessGone(stat(path + UNFINISHED))) ??
      (await unlessGone(stat(path)))
    return found !== null && Date.now() - found.mtimeMs > KEPT_MS
  }

  return {
    pathOf,
    find,
    remove,
    list,
    isStale,
    append: (name, body, { onStart, ...appending }) => {
      const path = pathOf(name)
      return appendPart(body, path, { ...appending, onStart: () => onStart({ folder: uploadFolder, path }) })
    },
    bring: (name, path) => linkOrCopy(pathOf(name), path),
    create: async (name, told) => {
      await mkdir(join(folder, name.ownerId), { recursive: true })
      try {
        if (!told.stored) await writeFile(pathOf(name), '', { flag: 'wx' })
        await write(name, told)
      } catch (error) {
        throw toStorageProblem(error)
      }
    },
    touch: async (name) => {
      await unlessGone(utimes(toldPathOf(name), new Date(), new Date()))
    },
    finish: async (name, told) => {
      await write(name, told)
      await rm(pathOf(name), { force: true })
    },
    listOpen: async (ownerId) => {
      const names = await namesIn(join(folder, ownerId))
      // The bytes of one that is in the library are gone.
      const uploadIds = names.filter((name) => !name.includes('.'))
      const found = await Promise.all(
        uploadIds.map(async (uploadId) => {
          const upload = await find({ ownerId, uploadId })
          return upload && !upload.stored ? [{ ...upload, uploadId }] : []
        }),
      )
      return found.flat()
    },
    listStale: async () => {
      const names = await list()
      const stale = await Promise.all(names.map(async (name) => ((await isStale(name)) ? name : [])))
      return stale.flat()
    },
  }
}

/** Some file systems have no links. */
async function linkOrCopy(from: string, to: string) {
  await link(from, to).catch((error: NodeJS.ErrnoException) => {
    if (['ENOENT', 'ENOSPC', 'EDQUOT'].includes(error.code ?? '')) throw error
    return copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  })
}

function namesIn(folder: string): Promise<string[]> {
  return unlessGone(readdir(folder)).then((names) => names ?? [])
}

async function unlessGone<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
