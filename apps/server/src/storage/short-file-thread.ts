import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

/** The data with which the thread is started. */
export interface ThreadData {
  /** The flags with which each file is opened. */
  flags: number
}

/** The length up to which a file is read when it is opened. */
const SHORT = 32 * 1024

/** The result for a file: a short one read and closed, another one open. */
export type FoundFile = { size: number; mtimeMs: number } & (
  | { content: Uint8Array<ArrayBuffer> }
  | { descriptor: number }
)

/** The reason why a file could not be opened or read. */
export interface FindFault {
  code: string | undefined
  message: string
}

parentPort?.on('message', (paths: string[]) => {
  const found = paths.map(find)
  const contents = found.flatMap((file) => ('content' in file ? [file.content.buffer] : []))
  parentPort?.postMessage(found, contents)
})

function find(path: string): FoundFile | FindFault {
  try {
    return open(path)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { code, message }
  }
}

function open(path: string): FoundFile {
  const descriptor = openSync(path, (workerData as ThreadData).flags)
  let isKept = false
  try {
    const found = fstatSync(descriptor)
    if (!found.isFile()) throw new Error('it is no longer a file')
    const { size, mtimeMs } = found
    if (size <= SHORT) return { size, mtimeMs, content: readAll(descriptor, size) }
    isKept = true
    return { size, mtimeMs, descriptor }
  } finally {
    if (!isKept) closeSync(descriptor)
  }
}

function readAll(descriptor: number, size: number): Uint8Array<ArrayBuffer> {
  const content = new Uint8Array(size)
  for (let position = 0; position < size; ) {
    const bytesRead = readSync(descriptor, content, position, size - position, position)
    if (bytesRead === 0) throw new Error('it became shorter while it was being read')
    position += bytesRead
  }
  return content
}
