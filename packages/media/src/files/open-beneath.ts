import { constants } from 'node:fs'
import { type FileHandle, realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { areDescriptorsShared, haveDescriptorPaths, openAt, requireSame } from './open-at.js'
import { readChunks, type Span } from './read-chunks.js'

/** The place of a file: a trusted folder, and a path below it, parts of which may have become links since. */
export interface FilePlace {
  folder: string
  /** The absolute path of the file. */
  path: string
}

/** An open file that was reached from its folder without following a link. */
export interface OpenFile extends FilePlace {
  size: number
  mtimeMs: number
  descriptor: number
  /** A path by which other processes of this account can open this same file while it is open. */
  steadyPath: string
  /** Returns the path for a process that inherits the descriptor under this number. */
  inheritedPath(number: number): string
  /** Reads the content, or only the bytes from `start` to `end`, both included. */
  read(range?: { start: number; end?: number }): Readable
  /** Reads the bytes from `start` to `end`, both included, as readChunks does. */
  chunks(span: Span): AsyncGenerator<Buffer>
  /** Throws when another process may have read a different file. This can only happen when descriptors have no paths. */
  confirm(): Promise<void>
  close(): Promise<void>
}

/**
 * The path may meanwhile be a pipe, which would block without these flags, or a terminal, which would become the terminal of this process.
 */
const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY

/**
 * Opens a file beneath a folder without following links below that folder. The caller has to close the file. Throws the error
 * of the file system, ELOOP for a link, or an error for anything that is not a file.
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

/** Opens a file by openBeneath for `use`, and closes it. Also throws when `use` may have read a different file. */
export async function withOpenFile<T>(place: FilePlace, use: (file: OpenFile) => Promise<T>): Promise<T> {
  const file = await openBeneath(place)
  try {
    const result = await use(file)
    await file.confirm()
    return result
  } finally {
    await file.close()
  }
}

/** Returns the path segments of a file below its folder. Throws when it is not below it. */
export function toNames({ folder, path }: FilePlace): string[] {
  const names = relative(folder, path).split(sep)
  if (names[0] === '' || names[0] === '..' || isAbsolute(names.join(sep))) {
    throw new Error('it is outside its imported folder')
  }
  return names
}

async function describe(place: FilePlace, handle: FileHandle): Promise<OpenFile> {
  const found = await handle.stat()
  if (!found.isFile()) throw new Error('it is no longer a file')
  const { fd } = handle
  return {
    ...place,
    size: found.size,
    mtimeMs: found.mtimeMs,
    descriptor: fd,
    steadyPath: areDescriptorsShared ? `/proc/${process.pid}/fd/${fd}` : place.path,
    inheritedPath: (number) => (haveDescriptorPaths ? `/proc/self/fd/${number}` : place.path),
    read: (range = { start: 0 }) => handle.createReadStream({ ...range, autoClose: false }),
    chunks: (span) => readChunks(handle.fd, span),
    confirm: async () => {
      if (!areDescriptorsShared) await requireSame(handle, place.path)
    },
    close: () => handle.close(),
  }
}
