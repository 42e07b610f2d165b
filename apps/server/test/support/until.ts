import { setTimeout as sleep } from 'node:timers/promises'
import { SLOWNESS } from './yardstick.js'

/** The time limit of any wait on a busy machine. */
export const TIME_LIMIT_MS = 100_000 * SLOWNESS

/** The options of a transaction that a test holds open while it does other things. */
export const LONG_TRANSACTION = { timeout: 2 * TIME_LIMIT_MS, maxWait: TIME_LIMIT_MS }

type Maybe<T> = T | false | null | undefined

/**
 * Asks until the answer is neither false nor nothing, and returns it; throws, with the question in its message, when that takes
 * longer than the limit. Each pause is a tenth of what it has waited: questions take time that others need.
 */
export async function until<T>(ask: () => Promise<Maybe<T>> | Maybe<T>, limitMs = TIME_LIMIT_MS): Promise<T> {
  const startedAt = performance.now()
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    const waitedMs = performance.now() - startedAt
    if (waitedMs > limitMs) throw new Error(`not within ${limitMs} ms: ${ask}`)
    await sleep(Math.min(100, 10 + waitedMs / 10))
  }
}

/** Waits for something, and says what it was when it takes longer than the limit. */
export async function within<T>(what: string, work: Promise<T>, limitMs = TIME_LIMIT_MS): Promise<T> {
  const over = new AbortController()
  const late = sleep(limitMs, undefined, { signal: over.signal }).then(() => {
    throw new Error(`${what} took longer than ${limitMs} ms`)
  })
  return Promise.race([work, late]).finally(() => over.abort())
}
