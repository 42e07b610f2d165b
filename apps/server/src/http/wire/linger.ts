import { finished } from 'node:stream'
import type { Request, Response } from 'express'

/** How long a client may keep sending after its answer. */
const LINGER_MS = 1_000

/** What is left of a body up to this length is read to its end, and the connection kept. */
const SMALL_BODY = 64 * 1024

/**
 * Sends an answer whose headers are set. To a client that is still sending a large body it says that the connection ends,
 * and closes it only when the client had the time to read that: closed at once, it would be reset under the answer.
 */
export function sendEarly(request: Request, response: Response, body: string): void {
  if (!isStillSending(request)) {
    response.send(body)
    return
  }
  response.set({ Connection: 'close', 'Content-Length': String(Buffer.byteLength(body)) })
  if (request.method === 'HEAD') response.flushHeaders()
  else response.write(body)
  const end = setTimeout(() => response.end(), LINGER_MS)
  finished(request.resume(), () => {
    clearTimeout(end)
    response.end()
  })
}

function isStillSending({ complete, headers }: Request) {
  return (
    !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > SMALL_BODY)
  )
}
