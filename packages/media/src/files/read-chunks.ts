import { createHash } from 'node:crypto'
import { read as readFile } from 'node:fs'
import { promisify } from 'node:util'

/** A range of bytes, from one to another, both included. */
export interface Span {
  start: number
  end: number
}

/** Reads at half the cost of the same method of a FileHandle. */
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
    // A reader that stopped early may still be sending the last chunk.
    endLoan(isComplete)
  }
}

/** The content of an open file. */
interface FileContent {
  size: number
  /** Reads on demand, as readChunks does. */
  chunks(span: Span): AsyncIterable<Buffer>
}

/** Reads a few bytes of an open file into memory of their own. Throws when the file has fewer. */
export async function readBytes(file: Pick<FileContent, 'chunks'>, span: Span): Promise<Buffer> {
  const copies: Buffer[] = []
  for await (const chunk of file.chunks(span)) copies.push(Buffer.from(chunk))
  return Buffer.concat(copies)
}

/** The size of a large buffer in bytes. With it, the calls for each chunk cost little compared to copying it. */
const LARGE = 256 * 1024

/** The length in bytes up to which a large buffer is not worth lending. */
const SHORT = 32 * 1024

/** The size in bytes of a chunk when too many large buffers are lent. */
const SMALL = 16 * 1024

/** The number of large buffers that may be lent at once, for example to readers that have stopped. */
const MOST_LENT = 64

/** The number of buffers that are kept for the next file. */
const MOST_FREE = 16

/** A buffer into which a file is read, chunk by chunk. */
interface LentBuffer {
  buffer: Buffer
  /** Ends the loan. A buffer that something may still read from is not used again. */
  end(isUnused: boolean): void
}

const free: Buffer[] = []
let lent = 0

/** Lends a buffer for that many bytes, or for a part of them. Beyond the limit, each further buffer costs 16 kB. */
export function lendBuffer(bytes: number): LentBuffer {
  if (bytes <= SHORT) return { buffer: Buffer.alloc(bytes), end: () => {} }
  if (lent >= MOST_LENT) return { buffer: Buffer.alloc(SMALL), end: () => {} }
  lent += 1
  const buffer = free.pop() ?? Buffer.alloc(LARGE)
  return {
    buffer,
    end: (isUnused) => {
      lent -= 1
      if (isUnused && free.length < MOST_FREE) free.push(buffer)
    },
  }
}

/** Returns the SHA-1 of a file's content in hexadecimal. Throws when the file becomes shorter. */
export async function readChecksum({ size, chunks }: FileContent): Promise<string> {
  const hash = createHash('sha1')
  for await (const chunk of chunks({ start: 0, end: size - 1 })) hash.update(chunk)
  return hash.digest('hex')
}
