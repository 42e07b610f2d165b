import type { IncomingMessage } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import { ProblemError } from '../../errors.js'
import type { PartAppending } from './partial-uploads.js'

/** The bytes that may arrive while the disk is busy. */
const BUFFER_BYTES = 512 * 1024

interface Receiving extends PartAppending {
  /** The number of bytes that the file will have. */
  size: number
  signal: AbortSignal
  append: (body: Readable, appending: PartAppending) => Promise<number>
}

/**
 * Appends the body of a request to a file. When the connection is lost, or the signal aborts, the bytes that arrived before are kept.
 * The request is neither closed nor read further then. Throws the reason of the signal, `invalid_request`, `payload_too_large`,
 * `storage_full`.
 */
export async function receiveBytes(
  request: IncomingMessage,
  { signal, size, bytesBefore, append, onBytes, onStart }: Receiving,
): Promise<number> {
  const body = new PassThrough({ highWaterMark: BUFFER_BYTES })
  const stop = () => {
    request.unpipe(body).pause()
    body.end()
  }
  request.once('close', stop).once('error', stop)
  signal.addEventListener('abort', stop)
  let rest = size - bytesBefore
  try {
    if (request.destroyed || signal.aborted) stop()
    else request.pipe(body)
    const arrived = await append(body, {
      bytesBefore,
      onStart,
      onBytes: async (bytes) => {
        rest -= bytes
        if (rest < 0) throw new ProblemError('payload_too_large', `The upload has ${size} bytes in all.`)
        await onBytes(bytes)
      },
    })
    signal.throwIfAborted()
    if (!request.complete)
      throw new ProblemError('invalid_request', 'The request body is incomplete. What arrived is kept.')
    return arrived
  } finally {
    request.off('close', stop).off('error', stop)
    signal.removeEventListener('abort', stop)
    if (!request.complete) stop()
  }
}
