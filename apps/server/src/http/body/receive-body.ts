import type { IncomingMessage } from 'node:http'
import { finished, type Readable, type Transform } from 'node:stream'
import { finished as untilFinished } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { ProblemError } from '../../errors.js'
import { readInTurns } from '../../process/read-in-turns.js'

/** The milliseconds for which the rest of a refused body is received before the answer. */
const REST_MS = 1_000

interface Receiving {
  /** The largest body in bytes, uncompressed. */
  limit: number
  /** Called before memory is used. It may throw `unavailable`. */
  take(bytes: number): void
}

/**
 * Receives a body, uncompressed, at the pace of its sender; undefined when the request has none. Throws `payload_too_large`,
 * `malformed_json`, `unsupported_media_type`, `unavailable`.
 */
export async function receiveBody(request: IncomingMessage, { limit, take }: Receiving): Promise<Buffer | undefined> {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  if (length === undefined && coding === undefined) return undefined
  const inflater = inflaterFor(request)
  const most = inflater === null && length !== undefined ? Number(length) : limit
  const stop = () => {
    if (inflater === null) return
    request.unpipe(inflater).resume()
    inflater.destroy()
  }
  try {
    return await collect(inflater ?? request, { limit, take, most }).finally(stop)
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'unavailable') throw error
    // Many senders read the answer once everything is sent, and the connection then stays open. One who sends on has it soon all the same.
    await untilFinished(request.resume(), { signal: AbortSignal.timeout(REST_MS) }).catch(() => {})
    if (error instanceof ProblemError) throw error
    const fault = request.complete ? 'The body cannot be read.' : 'The request body is incomplete.'
    throw new ProblemError('malformed_json', fault)
  }
}

const inflaters: Record<string, () => Transform> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** Returns the stream that decompresses the body of a request; null when it is not compressed. */
function inflaterFor(request: IncomingMessage): Transform | null {
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase()
  if (encoding === 'identity') return null
  const create = Object.hasOwn(inflaters, encoding) ? inflaters[encoding] : undefined
  if (!create) {
    throw new ProblemError('unsupported_media_type', 'The body can be compressed by gzip, deflate or br alone.')
  }
  const inflater = create()
  // A pipe does not end when its source breaks off.
  finished(request, (error) => error && inflater.destroy(error))
  return request.pipe(inflater)
}

/** Creates the problem of a body that is larger than its limit. */
export function tooLarge(limit: number): ProblemError {
  return new ProblemError('payload_too_large', `The body is larger than ${limit} bytes, counted uncompressed.`)
}

/**
 * Collects chunks in one buffer, because many small ones would take far more memory than their bytes. The buffer grows up to `most`.
 */
function collect(content: Readable, { limit, take, most }: Receiving & { most: number }): Promise<Buffer> {
  let buffer: Buffer = Buffer.alloc(0)
  let length = 0
  const grow = (needed: number) => {
    const capacity = Math.min(Math.max(needed, 2 * buffer.length), Math.max(needed, most))
    take(capacity - buffer.length)
    const grown = Buffer.alloc(capacity)
    buffer.copy(grown, 0, 0, length)
    buffer = grown
  }
  const append = (chunk: Buffer) => {
    const needed = length + chunk.length
    if (needed > limit) throw tooLarge(limit)
    if (length === 0) {
      take(chunk.length)
      buffer = chunk
    } else {
      if (needed > buffer.length) grow(needed)
      chunk.copy(buffer, length)
    }
    length = needed
  }
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      try {
        append(chunk)
      } catch (error) {
        content.off('data', onData).pause()
        reject(error)
      }
    }
    content.on('data', onData)
    readInTurns(content)
    finished(content, (error) => (error ? reject(error) : resolve(buffer.subarray(0, length))))
  })
}
