import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { releaseMemory } from '../process/release-memory.js'
import { toStorageProblem } from './incoming/free-space.js'

/** The bytes that are written at once. */
const BATCH_BYTES = 256 * 1024

/** The number of bytes after which the disk is asked to write, so that little is left for the end. */
const SYNC_BYTES = 64 * 1024 * 1024

/**
 * The number of bytes after which the start of a file is checked. A usual photo is checked only once, when it is complete.
 */
export const START_BYTES = 8 * 1024 * 1024

export interface PartWriting {
  /** Called before bytes are written. */
  onBytes: (bytes: number) => Promise<void>
  /** Called when the start of a longer file has been written. */
  onStart: () => Promise<void>
}

/**
 * Writes a stream to a new file. Returns its SHA-1 in hexadecimal and its length. Throws `storage_full`, or the error of the file
 * system.
 */
export async function writePart(
  stream: Readable,
  path: string,
  writing: PartWriting,
): Promise<{ checksum: string; size: number }> {
  const hash = createHash('sha1')
  const onBatch = (batch: Buffer[]) => {
    for (const chunk of batch) hash.update(chunk)
  }
  const size = await write(stream, { path, flag: 'wx', bytesBefore: 0 }, { ...writing, onBatch })
  return { checksum: hash.digest('hex'), size }
}

/**
 * Appends a stream durably to a file that has so many bytes. Returns the number of bytes then. Throws as `writePart` does.
 */
export async function appendPart(
  stream: Readable,
  path: string,
  { bytesBefore, ...writing }: PartWriting & { bytesBefore: number },
): Promise<number> {
  const size = await write(stream, { path, flag: 'a', bytesBefore }, { ...writing, onBatch: () => {} })
  const handle = await open(path)
  await handle.datasync().finally(() => handle.close())
  return size
}

async function write(
  stream: Readable,
  { path, flag, bytesBefore }: { path: string; flag: 'wx' | 'a'; bytesBefore: number },
  { onBatch, ...writing }: PartWriting & { onBatch: (batch: Buffer[]) => void },
): Promise<number> {
  const handle = await open(path, flag).catch((error) => {
    throw toStorageProblem(error)
  })
  const syncing = createSyncing(handle)
  let size = bytesBefore
  let isStarted = false
  // One batch is written while the next one arrives.
  let pending = Promise.resolve()
  try {
    for await (const batch of toBatches(stream)) {
      const length = batch.reduce((sum, { byteLength }) => sum + byteLength, 0)
      await writing.onBytes(length)
      await pending
      if (size >= START_BYTES && !isStarted) {
        isStarted = true
        await writing.onStart()
      }
      pending = writeAll(handle, batch).then(() => syncing.note(length))
      pending.catch(() => {})
      onBatch(batch)
      size += length
    }
    await pending
    await syncing.end()
    return size
  } catch (error) {
    throw toStorageProblem(error)
  } finally {
    await pending.catch(() => {})
    await syncing.end().catch(() => {})
    await handle.close()
  }
}

async function* toBatches(stream: Readable): AsyncGenerator<Buffer[]> {
  let batch: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    batch.push(chunk)
    bytes += chunk.length
    if (bytes < BATCH_BYTES) continue
    yield batch
    batch = []
    bytes = 0
  }
  if (bytes > 0) yield batch
}

async function writeAll(handle: FileHandle, batch: Buffer[]) {
  const { bytesWritten } = await handle.writev(batch)
  let skipped = bytesWritten
  for (const chunk of batch) {
    // A disk that is almost full takes a part.
    if (skipped < chunk.length) await handle.appendFile(chunk.subarray(Math.max(0, skipped)))
    skipped = Math.max(0, skipped - chunk.length)
  }
  batch.forEach(releaseMemory)
}

/** Flushes the bytes so far to the disk while more are arriving, but is never more than one step behind. */
function createSyncing(handle: FileHandle) {
  let unsynced = 0
  let running: Promise<void> = Promise.resolve()
  return {
    note: async (bytes: number) => {
      unsynced += bytes
      if (unsynced < SYNC_BYTES) return
      unsynced = 0
      await running
      running = handle.datasync()
      running.catch(() => {})
    },
    end: () => running,
  }
}
