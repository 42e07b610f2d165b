import type { Readable } from 'node:stream'

/** What most bodies have at most. */
const USUAL = 64 * 1024

/**
 * Lets other work have its turn between two chunks of a stream that flows. Node.js reads from each connection as much as has arrived, up to
 * 2 MB.
 */
export function readInTurns(content: Readable): void {
  let length = 0
  content.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length <= USUAL) return
    content.pause()
    setImmediate(() => content.resume())
  })
}
