import type { Request, Response } from 'express'
import onHeaders from 'on-headers'
import { createTurns } from '../../database/fair-turns.js'
import { sharerOf } from '../access/sharer.js'

const LARGE = 1024 * 1024

const waiting = { waiting: 20, waitMs: 60_000, refusal: 'Too many large requests came at once.', retryAfter: 5 }

/** Of one that is sent slowly, others notice nothing. */
const reading = createTurns({ atOnce: 4, each: 2, ...waiting })

/** One takes up to 100 MB until its answer begins, and ten at once would take no less time. */
const working = createTurns({ atOnce: 1, each: 1, ...waiting })

/** Whether the body of a request is some 25,000 ids, or may become as many. */
export function isLarge({ headers }: Request): boolean {
  return (
    Number(headers['content-length'] ?? 0) > LARGE ||
    headers['content-encoding'] !== undefined ||
    headers['transfer-encoding'] !== undefined
  )
}

/** Waits until few enough other large bodies are read, and resolves with what ends that. Throws `unavailable`. */
export function beginReading(request: Request, response: Response): Promise<() => void> {
  return reading.take(sharerOf(request), goneOf(response))
}

/** Waits until no other large body is worked on, which this one then is until its answer begins. Throws `unavailable`. */
export async function beginWorking(request: Request, response: Response): Promise<void> {
  const end = await working.take(sharerOf(request), goneOf(response))
  onHeaders(response, () => {
    request.body = undefined
    end()
  })
  response.once('close', end)
  if (response.closed) end()
}

/** A signal that tells when nobody waits for the answer any more. */
function goneOf(response: Response) {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  return gone.signal
}
