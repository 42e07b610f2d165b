import { ProblemError } from '../errors.js'

const WINDOW_MS = 60_000

/** The number of keys that are remembered. The one that began first is forgotten. */
const MOST = 100_000

/** Limits attempts within a minute, by a key such as an account and a network. */
export interface Attempts {
  /** Counts an attempt before its outcome is known; the function takes it back. Throws `too_many_requests` beyond the limit. */
  begin(key: string): () => void
}

/** Creates a limit of attempts in the memory of this process. */
export function createAttempts(limit: number): Attempts {
  const counts = new Map<string, { count: number; since: number }>()
  return {
    begin: (key) => {
      const now = performance.now()
      const known = counts.get(key)
      const current = known && now - known.since < WINDOW_MS ? known : { count: 0, since: now }
      if (current.count >= limit) {
        const seconds = Math.ceil((current.since + WINDOW_MS - now) / 1_000)
        throw new ProblemError('too_many_requests', `More than ${limit} passwords were tried within a minute.`, {
          headers: { 'Retry-After': String(Math.max(1, seconds)) },
        })
      }
      current.count += 1
      if (current !== known) {
        counts.delete(key)
        counts.set(key, current)
        const [oldest] = counts.keys()
        if (counts.size > MOST && oldest !== undefined) counts.delete(oldest)
      }
      return () => {
        current.count -= 1
      }
    },
  }
}
