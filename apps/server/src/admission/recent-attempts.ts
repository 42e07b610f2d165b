import { ProblemError } from '../errors.js'

interface Window {
  /** How many milliseconds after the first attempt of a key its attempts are forgotten. */
  windowMs: number
  /** The number of keys that are remembered. The one that began first is forgotten. */
  most: number
}

/** Counts attempts by a key, such as an account and a network, in the memory of this process. */
export interface RecentAttempts {
  count(key: string): number
  /** Counts an attempt before its outcome is known. The function takes it back, unless it is forgotten already. */
  add(key: string): () => void
  forget(key: string): void
  /** Returns the problem of a key with too many attempts. */
  tooMany(key: string, detail: string): ProblemError
}

export function createRecentAttempts({ windowMs, most }: Window): RecentAttempts {
  const counts = new Map<string, { count: number; since: number }>()
  const find = (key: string) => {
    const known = counts.get(key)
    if (!known || performance.now() - known.since < windowMs) return known
    counts.delete(key)
    return undefined
  }
  return {
    count: (key) => find(key)?.count ?? 0,
    add: (key) => {
      const current = find(key) ?? { count: 0, since: performance.now() }
      current.count += 1
      counts.set(key, current)
      const [oldest] = counts.keys()
      if (counts.size > most && oldest !== undefined) counts.delete(oldest)
      return () => {
        current.count -= 1
        if (current.count === 0 && counts.get(key) === current) counts.delete(key)
      }
    },
    forget: (key) => {
      counts.delete(key)
    },
    tooMany: (key, detail) => {
      const now = performance.now()
      const seconds = Math.ceil(((find(key)?.since ?? now) + windowMs - now) / 1_000)
      return new ProblemError('too_many_requests', detail, {
        headers: { 'Retry-After': String(Math.max(1, seconds)) },
      })
    },
  }
}
