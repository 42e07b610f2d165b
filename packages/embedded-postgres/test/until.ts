import { setTimeout as sleep } from 'node:timers/promises'

const LIMIT_MS = 100_000

/** Asks until the answer is neither false nor nothing, and returns it. Throws when that takes longer than a busy machine needs. */
export async function until<T>(ask: () => Promise<T | false | null | undefined>): Promise<T> {
  for (const limit = performance.now() + LIMIT_MS; performance.now() < limit; await sleep(10)) {
    const answer = await ask()
    if (answer) return answer
  }
  throw new Error(`not within ${LIMIT_MS} ms: ${ask}`)
}
