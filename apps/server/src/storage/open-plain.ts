import { close, constants, fstatSync, open } from 'node:fs'
import { promisify } from 'node:util'
import type { Worker } from 'node:worker_threads'
import { readChunks, type Span } from '@media-library/media'
import { startThread } from '../process/thread.js'
import type { FindFault, FoundFile, ThreadData } from './short-file-thread.js'

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

/**
 * The flags for a path that must not itself be a link, and may meanwhile lead to a pipe, which would block without these, or to a
 * terminal.
 */
const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY | (constants.O_NOFOLLOW ?? 0)

/** Opens a file whose path may lead over links, but is none itself. Throws the error of the file system, or for no file. */
export async function openPlain(path: string): Promise<PlainFile> {
  const found = (await findInThread(path)) ?? (await findInPool(path))
  if ('message' in found) throw Object.assign(new Error(found.message), { code: found.code })
  const { size, mtimeMs } = found
  return 'content' in found
    ? { size, mtimeMs, ...toContent(found.content) }
    : { size, mtimeMs, ...contentBehind(found.descriptor) }
}

// These functions cost half of what a FileHandle does.
const [openFile, closeFile] = [promisify(open), promisify(close)]

async function findInPool(path: string): Promise<FoundFile> {
  const descriptor = await openFile(path, flags)
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

function toContent({ buffer }: Uint8Array<ArrayBuffer>) {
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

/** The largest number of files in one trip, which are read one after the other. */
const MOST = 32

interface Lookup {
  path: string
  resolve(found: FoundFile | FindFault | null): void
}

let thread: Worker | null = null

/** The files of this turn of the event loop, which are about to be sent to the thread. */
let next: Lookup[] = []

/** The files that the thread is looking for. */
let current: Lookup[] = []

/**
 * Finds a file in a thread, which opens, reads and closes all files of one turn of the event loop in one trip: each trip to the
 * thread pool and back costs more than what it is for. Returns null while the thread is busy, so that nothing waits for the
 * slow disk of another file.
 */
function findInThread(path: string): Promise<FoundFile | FindFault | null> {
  if (current.length > 0 || next.length >= MOST) return Promise.resolve(null)
  return new Promise((resolve) => {
    if (next.length === 0) process.nextTick(send)
    next.push({ path, resolve })
  })
}

function send() {
  thread ??= start()
  current = next
  next = []
  thread.postMessage(current.map(({ path }) => path))
}

function start(): Worker {
  const workerData: ThreadData = { flags }
  // A file that stays open belongs to the process.
  const started = startThread(import.meta.url, 'short-file-thread', { workerData, trackUnmanagedFds: false })
  started.on('message', (found: (FoundFile | FindFault)[]) => settle((index) => found[index] ?? null))
  started.once('exit', () => {
    thread = null
    settle(() => null)
  })
  return started
}

function settle(foundAt: (index: number) => FoundFile | FindFault | null) {
  const settled = current
  current = []
  for (const [index, { resolve }] of settled.entries()) resolve(foundAt(index))
}
