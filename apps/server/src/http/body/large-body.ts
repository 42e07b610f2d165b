import type { Request, Response } from 'express'
import onHeaders from 'on-headers'
import { createFairSemaphore } from '../../database/fair-semaphore.js'
import { callerKeyOf } from '../access/caller-key.js'

const LARGE = 1024 * 1024

const waiting = { waiting: 20, waitMs: 60_000, refusal: 'Too many large requests came at once.', retryAfter: 5 }

/** Several at once, so that a slow sender does not delay others. */
const reading = createFairSemaphore({ atOnce: 4, each: 2, ...waiting })

/** One at a time, because each takes up to 100 MB until its response starts, and ten at once would not be faster. */
const working = createFairSemaphore({ atOnce: 1, each: 1, ...waiting })

/** Whether the body of a request has about 25,000 ids or more, or may have after its decompression. */
export function isLarge({ headers }: Request): boolean {
  return (
    Number(headers['content-length'] ?? 0) > LARGE ||
    headers['content-encoding'] !== undefined ||
    headers['transfer-encoding'] !== undefined
  )
}

/** Waits for a turn to read a large body. Resolves with the function that ends the turn. Throws `unavailable`. */
export function beginReading(request: Request, response: Response): Promise<() => void> {
  return reading.acquire(callerKeyOf(request), goneOf(response))
}

/** Waits for the turn to process a large body. The turn ends when the response starts. Throws `unavailable`. */
export async function beginWorking(request: Request, response: Response): Promise<void> {
  const end = await working.acquire(callerKeyOf(request), goneOf(response))
  onHeaders(response, () => {
    request.body = undefined
    end()
  })
  response.once('close', end)
  if (response.closed) end()
}

/** Returns a signal that aborts when the client no longer waits for the response. */
function goneOf(response: Response) {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  return gone.signal
}
