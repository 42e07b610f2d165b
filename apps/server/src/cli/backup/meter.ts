import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

/** Passes bytes through, and knows their number and hash at the end. */
export interface Meter extends Transform {
  bytes(): number
  /** Returns the SHA-256 in hexadecimal. */
  sha256(): string
}

/** Makes a meter that calls `onBytes` for each chunk. */
export function createMeter(onBytes: (count: number) => void): Meter {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform: (chunk: Buffer, _, done) => {
      hash.update(chunk)
      bytes += chunk.length
      onBytes(chunk.length)
      done(null, chunk)
    },
  })
  return Object.assign(stream, { bytes: () => bytes, sha256: () => hash.digest('hex') })
}
