import { ProblemError, RefusedError } from '../errors.js'
import type { Listener } from './listener.js'

/** The listeners of a server. */
export interface Audience {
  readonly size: number
  /** Throws `too_many_requests` or `unavailable` when no further listener of the user may join. */
  requireUnderLimit(userId: string): void
  add(listener: Listener): void
  remove(listener: Listener): void
  /** Returns whether the user listens. */
  has(userId: string): boolean
  ofUser(userId: string): Iterable<Listener>
  all(): Listener[]
  /** Yields another fifteenth of the listeners each time. */
  nextShare(): Iterable<Listener>
}

/** The number of listeners that one user may have at a server. */
const MOST_OF_USER = 100
const SHARES = 15
const RETRY_AFTER_S = 10

/** Creates the audience of a server with at most `limit` listeners. */
export function createAudience(limit: number): Audience {
  const byUser = new Map<string, Set<Listener>>()
  const shares = Array.from({ length: SHARES }, () => new Set<Listener>())
  let size = 0
  let joined = 0
  let turn = 0
  return {
    get size() {
      return size
    },
    requireUnderLimit: (userId) => {
      if ((byUser.get(userId)?.size ?? 0) >= MOST_OF_USER) {
        throw new ProblemError('too_many_requests', `A user can listen ${MOST_OF_USER} times at once.`, {
          headers: { 'Retry-After': String(RETRY_AFTER_S) },
        })
      }
      if (size >= limit) throw new RefusedError('Too many clients listen to events.', { retryAfter: RETRY_AFTER_S })
    },
    add: (listener) => {
      const own = byUser.get(listener.userId) ?? new Set()
      byUser.set(listener.userId, own.add(listener))
      shares[joined % SHARES]?.add(listener)
      joined += 1
      size += 1
    },
    remove: (listener) => {
      const own = byUser.get(listener.userId)
      if (!own?.delete(listener)) return
      if (own.size === 0) byUser.delete(listener.userId)
      for (const share of shares) share.delete(listener)
      size -= 1
    },
    has: (userId) => byUser.has(userId),
    ofUser: (userId) => byUser.get(userId) ?? [],
    all: () => Array.from(byUser.values()).flatMap((own) => [...own]),
    nextShare: () => {
      turn += 1
      return shares[turn % SHARES] ?? []
    },
  }
}
