import { setTimeout as sleep } from 'node:timers/promises'
import { SLOWNESS } from './yardstick.js'

/** What anything may take on a busy machine. */
export const TIME_LIMIT_MS = 100_000 * SLOWNESS

/** For a transaction that a test holds open while it does other things. */
export const LONG_TRANSACTION = { timeout: 2 * TIME_LIMIT_MS, maxWait: TIME_LIMIT_MS }

type Maybe<T> = T | false | null | undefined

/**
 * Asks until the answer is neither false nor nothing, and returns it; throws, with the question in its message, when that takes
 * longer than the limit.
 */
export async function until<T>(ask: () => Promise<Maybe<T>> | Maybe<T>, limitMs = TIME_LIMIT_MS): Promise<T> {
  const limit = performance.now() + limitMs
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (performance.now() > limit) throw new Error(`not within ${limitMs} ms: ${ask}`)
    await sleep(10)
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
