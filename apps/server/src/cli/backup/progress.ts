import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

/** The progress of a backup, of a restore, or of other long work. */
export interface Progress {
  /** The current step, such as "writing asset". */
  step: string
  /** The number of bytes or assets so far. */
  done: number
  /** The total number; an estimate for a backup. */
  total: number
}

/** The options of long work. */
export interface WorkOptions {
  /** Aborts the work, which then leaves nothing incomplete behind. */
  signal: AbortSignal
  onProgress(progress: Progress): void
}

/** A stream that passes bytes through, and has their number and hash at the end. */
interface Meter extends Transform {
  bytes(): number
  /** Returns the SHA-256 in hexadecimal. */
  sha256(): string
}

/** Creates a meter that calls `onBytes` for each chunk. */
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
