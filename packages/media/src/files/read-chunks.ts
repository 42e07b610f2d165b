import { read as readFile } from 'node:fs'
import { promisify } from 'node:util'
import { lendBuffer } from './lent-buffers.js'

/** From one byte to another, both included. */
export interface Span {
  start: number
  end: number
}

/** Costs half of what the same method of a FileHandle does. */
const read = promisify(readFile)

/**
 * Reads bytes of an open file on demand. A chunk is valid until the next one is requested, because its memory is used again.
 * Nothing is read ahead, so a slow reader costs one chunk. Throws when the file has fewer bytes.
 */
export async function* readChunks(descriptor: number, { start, end }: Span): AsyncGenerator<Buffer> {
  const { buffer, end: endLoan } = lendBuffer(end + 1 - start)
  let isComplete = false
  try {
    for (let position = start; position <= end; ) {
      const length = Math.min(buffer.length, end + 1 - position)
      const { bytesRead } = await read(descriptor, buffer, 0, length, position)
      if (bytesRead === 0) throw new Error('it became shorter while it was being read')
      position += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
    isComplete = true
  } finally {
    // Whoever stopped early may still be sending the last chunk.
    endLoan(isComplete)
  }
}

/** Reads a few bytes of an open file into memory of their own. Throws when the file has fewer. */
export async function readBytes(file: { chunks(span: Span): AsyncIterable<Buffer> }, span: Span): Promise<Buffer> {
  const copies: Buffer[] = []
  for await (const chunk of file.chunks(span)) copies.push(Buffer.from(chunk))
  return Buffer.concat(copies)
}
