/** Large enough that the calls for each chunk cost little beside copying it. */
const LARGE = 256 * 1024

/** Up to this length, a large buffer is not worth lending. */
const SHORT = 32 * 1024

/** What a chunk has when too many large buffers are lent. */
const SMALL = 16 * 1024

/** How many large buffers may be lent at once, such as to readers that have stopped. */
const MOST_LENT = 64

/** How many wait for the next file. */
const MOST_FREE = 16

/** A buffer to read a file into, chunk by chunk. */
export interface LentBuffer {
  buffer: Buffer
  /** Ends the loan. A buffer that something may still read from is not used again. */
  end(isUnused: boolean): void
}

const free: Buffer[] = []
let lent = 0

/** Lends a buffer for that many bytes, or for a part of them. However many are lent, each further one costs 16 kB. */
export function lendBuffer(bytes: number): LentBuffer {
  if (bytes <= SHORT) return { buffer: Buffer.allocUnsafe(bytes), end: () => {} }
  if (lent >= MOST_LENT) return { buffer: Buffer.allocUnsafeSlow(SMALL), end: () => {} }
  lent += 1
  const buffer = free.pop() ?? Buffer.allocUnsafeSlow(LARGE)
  return {
    buffer,
    end: (isUnused) => {
      lent -= 1
      if (isUnused && free.length < MOST_FREE) free.push(buffer)
    },
  }
}
