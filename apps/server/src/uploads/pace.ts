import type { IncomingMessage } from 'node:http'
import { ProblemError } from '../errors.js'

const TICK_MS = 1_000

/** The least number of bytes a second, on average over a window. */
const LEAST_RATE = 1_024

/** The limits for the time of an upload. */
export interface PaceLimits {
  /** The length of a window. */
  windowMs: number
  totalMs: number
}

/**
 * Calls back once with `request_timeout` when an upload sends less than 1 KiB a second over a window, or takes too long in all. A
 * window in which the service itself did not read counts as fast. `outcome` describes for the client what happens to its bytes. Returns
 * the function that ends the watch.
 */
export function watchPace(
  request: IncomingMessage,
  { windowMs, totalMs, outcome = 'Nothing was stored.' }: PaceLimits & { outcome?: string },
  onSlow: (problem: ProblemError) => void,
): () => void {
  const startedAt = performance.now()
  const tickMs = Math.min(TICK_MS, windowMs / 2)
  let checkedAt = startedAt
  let window = { startedAt, bytesBefore: request.socket.bytesRead, isOurs: false }

  const check = () => {
    const now = performance.now()
    if (request.complete) return
    // A check that comes late comes before the bytes that arrived meanwhile.
    const isLate = now - checkedAt > 2 * tickMs
    checkedAt = now
    if (isLate || request.readableLength > 0 || request.isPaused()) window.isOurs = true
    if (now - startedAt > totalMs) return slow(`An upload may take ${totalMs / 1_000} seconds.`)
    const lasted = now - window.startedAt
    if (lasted < windowMs) return
    const bytes = request.socket.bytesRead - window.bytesBefore
    if (!window.isOurs && bytes < (LEAST_RATE * lasted) / 1_000) {
      return slow(`Only ${bytes} bytes arrived within ${Math.round(lasted / 1_000)} seconds.`)
    }
    window = { startedAt: now, bytesBefore: request.socket.bytesRead, isOurs: false }
  }

  const timer = setInterval(check, tickMs)
  const slow = (reason: string) => {
    clearInterval(timer)
    onSlow(new ProblemError('request_timeout', `${reason} ${outcome}`))
  }
  return () => clearInterval(timer)
}
