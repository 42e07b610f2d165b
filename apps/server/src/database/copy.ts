import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { PoolClient } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { releaseMemory } from '../process/release-memory.js'

const CHUNK = 64 * 1024

/** The number of chunks that are read ahead; enough for a list of 1,000 usual assets, though not every chunk is full. */
const AHEAD = { objectMode: true, highWaterMark: 64 }

/** The bytes before the rows: a signature of 11 bytes, flags, and the length of an empty extension. */
const PREAMBLE = 19

/** The bytes before a text: the number of columns, and the length of the only one, or -1 for NULL. */
const FRAME = 6

/** Starts to copy the result of a query in PostgreSQL's binary format. Resolves when the first data arrives. */
export async function copyOut(client: PoolClient, query: string): Promise<Readable> {
  const copied = client.query(copyTo(`COPY (${query}) TO STDOUT (FORMAT binary)`, AHEAD))
  // The reader receives the error, if there still is a reader.
  copied.on('error', () => {})
  await once(copied, 'readable')
  return copied
}

/** Resolves to whether a copy arrives completely before its reader takes any of it. If it fails, its reader receives the error. */
export function isAllAhead(copied: Readable, client: PoolClient): Promise<boolean> {
  return new Promise((resolve) => {
    const look = () => copied.readableLength >= copied.readableHighWaterMark && settle(false)
    const arrive = () => settle(true)
    const settle = (isAll: boolean) => {
      copied.off('readable', look).off('error', arrive)
      client.off('drain', arrive)
      resolve(isAll)
    }
    copied.on('readable', look).once('error', arrive)
    client.once('drain', arrive)
  })
}

/** Returns the largest number of bytes that may have been read ahead of the reader. */
export function bytesAhead(copied: Readable): number {
  return copied.readableLength * CHUNK
}

/**
 * Yields the texts of a copy's only column as bytes, in the chunks in which they arrive. A chunk is valid until the next one is
 * requested. A text is never assembled.
 */
export async function* readTexts(copied: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let frame = Buffer.alloc(0)
  let frameLength = PREAMBLE + FRAME
  let left = 0
  for await (const chunk of copied) {
    let rest = chunk
    while (rest.length > 0) {
      if (left === 0) {
        const missing = frameLength - frame.length
        frame = Buffer.concat([frame, rest.subarray(0, missing)])
        rest = rest.subarray(missing)
        if (frame.length < frameLength) break
        left = Math.max(0, frame.readInt32BE(frameLength - 4))
        frame = Buffer.alloc(0)
        frameLength = FRAME
      }
      const part = rest.subarray(0, left)
      left -= part.length
      rest = rest.subarray(part.length)
      if (part.length > 0) yield part
    }
    releaseMemory(chunk)
  }
}
