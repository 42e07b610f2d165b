import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StoredObject } from '../file-store.js'

/**
 * The milliseconds before a second check, because some stores show an object only a moment after they have acknowledged it.
 */
const LATER_MS = 1_000

/** The facts of a content once all of it has passed. */
export interface Tally {
  note(chunk: Uint8Array): void
  bytes(): number
  /** Returns the ETag of most stores: the MD5, or for several parts that of their MD5s, with their number. */
  etag(): string
}

/** Counts and hashes a content that is sent in parts of so many bytes. */
export function createTally(partBytes: number): Tally {
  const parts = [createHash('md5')]
  let bytes = 0
  return {
    note: (chunk) => {
      for (let start = 0; start < chunk.length; ) {
        if (bytes === parts.length * partBytes) parts.push(createHash('md5'))
        const piece = chunk.subarray(start, start + parts.length * partBytes - bytes)
        parts.at(-1)?.update(piece)
        bytes += piece.length
        start += piece.length
      }
    },
    bytes: () => bytes,
    etag: () => {
      const [first, ...others] = parts.map((part) => part.digest())
      if (!first || others.length === 0) return first?.toString('hex') ?? ''
      const all = createHash('md5').update(Buffer.concat([first, ...others]))
      return `${all.digest('hex')}-${parts.length}`
    },
  }
}

/** Passes a content on, and counts and hashes it. */
export function noting(tally: Tally): Transform {
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      tally.note(chunk)
      done(null, chunk)
    },
  })
}

interface Keeping {
  open: () => Promise<StoredObject | null>
  sent: Tally
  partBytes: number
}

/**
 * Throws unless a store has the acknowledged object: its size, and its content by the ETag. Where the ETag does not depend on the
 * content alone, as with encryption, the object is read.
 */
export async function requireKept({ open, sent, partBytes }: Keeping): Promise<void> {
  const [bytes, etag] = [sent.bytes(), sent.etag()]
  const findFault = async () => {
    const kept = await open()
    if (kept === null) return 'nothing'
    if (kept.size !== bytes) return `${kept.size} bytes`
    if (kept.version === etag || bytes === 0) return null
    const found = createTally(partBytes)
    for await (const chunk of kept.chunks({ start: 0, end: bytes - 1 })) found.note(chunk)
    return found.etag() === etag ? null : 'other bytes'
  }
  const fault = (await findFault()) && (await sleep(LATER_MS).then(findFault))
  if (fault) throw new Error(`it acknowledged a file of ${bytes} bytes, and has ${fault}; check the store`)
}
