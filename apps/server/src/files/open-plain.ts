import { close, constants, fstatSync, open } from 'node:fs'
import { promisify } from 'node:util'
import { readChunks, type Span } from './read-chunks.js'

/** An open file of a folder in which nobody else writes. */
export interface PlainFile {
  size: number
  mtimeMs: number
  /** Reads the bytes from `start` to `end`, both included, as readChunks does. */
  chunks(span: Span): AsyncGenerator<Buffer>
  /** May be called more than once. */
  close(): Promise<void>
}

// These functions cost half of what a FileHandle does.
const [openFile, closeFile] = [promisify(open), promisify(close)]

// Without O_NONBLOCK, a pipe in the place of a file would block.
const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY | (constants.O_NOFOLLOW ?? 0)

/** Opens a file whose path may lead over links, but is none itself. Throws the error of the file system, or for no file. */
export async function openPlain(path: string): Promise<PlainFile> {
  const descriptor = await openFile(path, flags)
  try {
    // Opening it has just read what this tells, so it does not wait for the disk.
    const found = fstatSync(descriptor)
    if (!found.isFile()) throw new Error('it is no longer a file')
    const { size, mtimeMs } = found
    let isOpen = true
    return {
      ...{ size, mtimeMs },
      chunks: (span) => readChunks(descriptor, span),
      close: async () => {
        // The number may already be that of another file.
        if (isOpen) {
          isOpen = false
          await closeFile(descriptor)
        }
      },
    }
  } catch (error) {
    await closeFile(descriptor)
    throw error
  }
}
