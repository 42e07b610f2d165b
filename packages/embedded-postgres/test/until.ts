import { setTimeout as sleep } from 'node:timers/promises'

const LIMIT_MS = 100_000

/**
 * Calls `ask` until its answer is neither false nor nullish, and returns it. Throws when that takes longer than a busy machine needs.
 */
export async function until<T>(ask: () => Promise<T | false | null | undefined>): Promise<T> {
  for (const limit = performance.now() + LIMIT_MS; performance.now() < limit; await sleep(10)) {
    const answer = await ask()
    if (answer) return answer
  }
  throw new Error(`not within ${LIMIT_MS} ms: ${ask}`)
}
