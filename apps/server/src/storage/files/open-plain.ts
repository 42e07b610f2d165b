import { close, fstatSync, open } from 'node:fs'
import { promisify } from 'node:util'
import { readChunks, type Span } from '@media-library/media'
import { findInThread } from './find-files.js'
import { plainFlags } from './flags.js'
import type { FoundFile } from './short-file-thread.js'

/** An open file of a folder in which nobody else writes. */
export interface PlainFile {
  size: number
  mtimeMs: number
  /** All of a short file that has been read already; null for another one. */
  content: Buffer | null
  /** Reads the bytes from `start` to `end`, both included, as readChunks does. */
  chunks(span: Span): AsyncIterable<Buffer>
  /** May be called more than once. */
  close(): Promise<void>
}

/** Opens a file whose path may lead over links, but is none itself. Throws the error of the file system, or for no file. */
export async function openPlain(path: string): Promise<PlainFile> {
  const found = (await findInThread(path)) ?? (await findInPool(path))
  if ('message' in found) throw Object.assign(new Error(found.message), { code: found.code })
  const { size, mtimeMs } = found
  return 'content' in found
    ? { size, mtimeMs, ...contentOf(found.content) }
    : { size, mtimeMs, ...contentBehind(found.descriptor) }
}

// These functions cost half of what a FileHandle does.
const [openFile, closeFile] = [promisify(open), promisify(close)]

async function findInPool(path: string): Promise<FoundFile> {
  const descriptor = await openFile(path, plainFlags)
  try {
    // Opening it has just read what this tells, so it does not wait for the disk.
    const found = fstatSync(descriptor)
    if (!found.isFile()) throw new Error('it is no longer a file')
    return { size: found.size, mtimeMs: found.mtimeMs, descriptor }
  } catch (error) {
    await closeFile(descriptor)
    throw error
  }
}

function contentOf({ buffer }: Uint8Array<ArrayBuffer>) {
  const content = Buffer.from(buffer)
  return {
    content,
    chunks: async function* ({ start, end }: Span) {
      yield content.subarray(start, end + 1)
    },
    close: async () => {},
  }
}

function contentBehind(descriptor: number) {
  let isOpen = true
  return {
    content: null,
    chunks: (span: Span) => readChunks(descriptor, span),
    close: async () => {
      // The number may already be that of another file.
      if (isOpen) {
        isOpen = false
        await closeFile(descriptor)
      }
    },
  }
}
