import { finished } from 'node:stream'
import type { Request, Response } from 'express'
import { readInTurns } from '../process/read-in-turns.js'

/** The milliseconds that a client may keep sending after the response. */
const LINGER_MS = 1_000

/** The length of a body up to which its remainder is read, so that the connection stays open. */
const SMALL_BODY = 64 * 1024

/**
 * Sends a response whose headers are set. If the client is still sending a large body, the response announces the end of the
 * connection. The connection stays open until the client has had time to read the response, because an immediate close would
 * reset it.
 */
export function sendEarly(response: Response, body: string): void {
  const request = response.req
  if (!isStillSending(request)) {
    response.send(body)
    return
  }
  response.set({ Connection: 'close', 'Content-Length': String(Buffer.byteLength(body)) })
  if (request.method === 'HEAD') response.flushHeaders()
  else response.write(body)
  const end = setTimeout(() => response.end(), LINGER_MS)
  readInTurns(request)
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
