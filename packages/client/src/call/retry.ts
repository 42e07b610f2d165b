import type { MediaLibraryError } from '../error.js'

/** The statuses after which the same request may succeed. */
const passing = [408, 429, 502, 503, 504]

/**
 * Returns the wait before the next attempt in milliseconds: what the service asks for, or else a time that grows with
 * each attempt; null when there is no next attempt.
 */
export function retryDelay(error: MediaLibraryError, attempt: number, maxDelayMs: number): number | null {
  if (!mayPass(error)) return null
  const { retryAfterMs } = error
  if (retryAfterMs !== undefined) return retryAfterMs <= maxDelayMs ? retryAfterMs + Math.random() * 250 : null
  return Math.min(maxDelayMs, 250 * 2 ** attempt) * (0.5 + Math.random() / 2)
}

/** Returns the milliseconds of a `Retry-After`, which holds seconds or a date. */
export function readRetryAfter(value: string | null): number | undefined {
  if (!value) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/** Resolves after the given time; rejects with the reason of the signal when it is aborted earlier. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/**
 * Returns whether a later attempt may succeed. A 409 with `Retry-After` passes when the request with the same key has ended.
 */
export function mayPass({ code, status = 0, retryAfterMs }: MediaLibraryError) {
  const isStillRunning = status === 409 && retryAfterMs !== undefined
  return code === 'network' || code === 'timeout' || isStillRunning || passing.includes(status)
}
