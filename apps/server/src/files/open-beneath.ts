import { constants } from 'node:fs'
import { type FileHandle, realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { areDescriptorsShared, haveDescriptorPaths, openByDescriptors } from './by-descriptors.js'
import { openByNames, requireSame } from './by-names.js'

/** Where a file lies: in a folder, which is trusted, at a path beneath it, of which anybody may have made a link since. */
export interface FilePlace {
  folder: string
  /** Of the file, absolute. */
  path: string
}

/** A file that was reached from its folder without a link, and stays the one it is. */
export interface OpenFile extends FilePlace {
  size: number
  mtimeMs: number
  descriptor: number
  /** A path that leads other processes of this account to this very file while it is open. */
  steadyPath: string
  /** The same for a process that inherits the descriptor under this number. */
  inheritedPath(number: number): string
  /** Its content, or that from the byte `start` to the byte `end`, both included. */
  read(range?: { start: number; end?: number }): Readable
  /** The bytes from `start` to `end`, both included, each chunk read when it is asked for. Throws when there are fewer. */
  chunks(range: { start: number; end: number }): AsyncGenerator<Buffer>
  /** Throws when other processes may have read another file, which is so only where descriptors have no paths. */
  confirm(): Promise<void>
  close(): Promise<void>
}

const openAt = haveDescriptorPaths ? openByDescriptors : openByNames

// A pipe put in the place of a file would be waited for, and a terminal taken for this process.
const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY

/**
 * Opens a file beneath a folder without following a link on the way from the one to the other. Throws the error of the
 * file system, ELOOP for a link, and another for what is no file; close what it returns.
 */
export async function openBeneath(place: FilePlace): Promise<OpenFile> {
  const names = toNames(place)
  const folder = await realpath(place.folder)
  const handle = await openAt(folder, names, flags)
  try {
    return await describe({ folder, path: join(folder, ...names) }, handle)
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Lends a file opened by openBeneath. Throws also when what `use` started may have read another one. */
export async function lendFile<T>(place: FilePlace, use: (file: OpenFile) => Promise<T>): Promise<T> {
  const file = await openBeneath(place)
  try {
    const result = await use(file)
    await file.confirm()
    return result
  } finally {
    await file.close()
  }
}

function toNames({ folder, path }: FilePlace): string[] {
  const names = relative(folder, path).split(sep)
  if (names[0] === '' || names[0] === '..' || isAbsolute(names.join(sep))) {
    throw new Error('it lies outside of the folder of its library')
  }
  return names
}

async function describe(place: FilePlace, handle: FileHandle): Promise<OpenFile> {
  const found = await handle.stat()
  if (!found.isFile()) throw new Error('it is not a file any more')
  const { fd } = handle
  return {
    ...place,
    size: found.size,
    mtimeMs: found.mtimeMs,
    descriptor: fd,
    steadyPath: areDescriptorsShared ? `/proc/${process.pid}/fd/${fd}` : place.path,
    inheritedPath: (number) => (haveDescriptorPaths ? `/proc/self/fd/${number}` : place.path),
    read: (range = { start: 0 }) => handle.createReadStream({ ...range, autoClose: false }),
    chunks: (range) => readChunks(handle, range),
    confirm: async () => {
      if (!areDescriptorsShared) await requireSame(handle, place.path)
    },
    close: () => handle.close(),
  }
}

const CHUNK_BYTES = 64 * 1024

/** Nothing is read ahead, so that whoever reads slowly costs one chunk. */
async function* readChunks(handle: FileHandle, { start, end }: { start: number; end: number }) {
  for (let position = start; position <= end; ) {
    const length = Math.min(CHUNK_BYTES, end + 1 - position)
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, position)
    if (bytesRead === 0) throw new Error('it became shorter while it was being read')
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
