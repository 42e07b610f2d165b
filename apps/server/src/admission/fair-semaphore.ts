import { RefusedError } from '../errors.js'

/** The limits of a semaphore. */
export interface SemaphoreLimits {
  /** The number of turns at once. */
  atOnce: number
  /** The number of turns of one caller at once. */
  each: number
  /**
   * For how many milliseconds the current turns of one caller may keep the others waiting, by the time that their latest ones took: a caller
   * of long turns has fewer at once, but always one. By default any.
   */
  work?: number
  /** How many turns a caller has in any case, beyond `atOnce` when others have all of those: by default none. */
  sure?: number
  /** The number of turns of one caller that may wait. */
  waiting: number
  waitMs: number
  /** The message for a caller who gets no turn. */
  refusal: string
  /** The seconds after which that caller should retry. */
  retryAfter: number
}

/** Shares a limited number of turns fairly among callers. */
export interface FairSemaphore {
  /**
   * Waits for a turn, and calls `onWait` first when none is free. Resolves with the function that ends it, which may be called more than
   * once. Throws `unavailable` when too many turns of the caller are waiting, or when the wait takes too long.
   */
  acquire(caller: string, options?: { signal?: AbortSignal; onWait?: () => void }): Promise<() => void>
  /** Returns whether a waiting caller could start if a turn of this caller ended. */
  isWanted(caller: string): boolean
}

/** The part of the latest turn in the average of a caller's turns: some quick ones do not hide a long one. */
const LATEST = 0.25

/**
 * Creates a semaphore. The next turn goes to the waiting caller with the fewest current turns, or among equals to the one whose last
 * turn is longest ago. However many turns one caller requests, another caller waits for at most one of them to end.
 */
export function createFairSemaphore({
  atOnce,
  each,
  sure = 0,
  work = Number.POSITIVE_INFINITY,
  waiting,
  waitMs,
  refusal,
  retryAfter,
}: SemaphoreLimits): FairSemaphore {
  const running = new Map<string, number>()
  /** The waiting turns of each caller, in the order of their callers. */
  const lines = new Map<string, Set<() => void>>()
  /** How many milliseconds a turn of each caller takes on average. A caller whose turns take none is left out. */
  const times = new Map<string, number>()
  let total = 0

  const countRunning = (caller: string) => running.get(caller) ?? 0
  const mostOf = (caller: string) => Math.max(1, Math.min(each, Math.floor(work / (times.get(caller) ?? 0))))
  const hasRoom = (caller: string) =>
    countRunning(caller) < sure || (total < atOnce && countRunning(caller) < mostOf(caller))
  const refuse = () => new RefusedError(refusal, { retryAfter })

  const noteTime = (caller: string, ms: number) => {
    const average = (1 - LATEST) * (times.get(caller) ?? 0) + LATEST * ms
    if (average < 1) times.delete(caller)
    else times.set(caller, average)
  }

  const begin = (caller: string) => {
    const startedAt = performance.now()
    let hasEnded = false
    total += 1
    running.set(caller, countRunning(caller) + 1)
    return () => {
      if (hasEnded) return
      hasEnded = true
      noteTime(caller, performance.now() - startedAt)
      total -= 1
      if (countRunning(caller) === 1) running.delete(caller)
      else running.set(caller, countRunning(caller) - 1)
      beginNext()
    }
  }

  const findNext = (): string | null => {
    let next: string | null = null
    let fewest = each
    for (const caller of lines.keys()) {
      if (countRunning(caller) >= Math.min(fewest, mostOf(caller))) continue
      next = caller
      fewest = countRunning(caller)
    }
    return next
  }

  const leave = (caller: string, start: () => void) => {
    const line = lines.get(caller)
    line?.delete(start)
    if (line?.size === 0) lines.delete(caller)
  }

  const beginNext = () => {
    for (let next = findNext(); next !== null && hasRoom(next); next = findNext()) {
      const line = lines.get(next) as Set<() => void>
      const [start] = line as Set<() => void> & [() => void]
      // A caller who had a turn goes to the end of the line.
      lines.delete(next)
      lines.set(next, line)
      leave(next, start)
      start()
    }
  }

  const wait = (caller: string, signal: AbortSignal | undefined) =>
    new Promise<() => void>((resolve, reject) => {
      const line = lines.get(caller) ?? new Set()
      if (line.size >= waiting) return reject(refuse())
      const stop = () => {
        clearTimeout(limit)
        signal?.removeEventListener('abort', giveUp)
        leave(caller, start)
      }
      const start = () => {
        stop()
        resolve(begin(caller))
      }
      const giveUp = () => {
        stop()
        reject(signal?.aborted ? signal.reason : refuse())
      }
      const limit = setTimeout(giveUp, waitMs)
      signal?.addEventListener('abort', giveUp)
      lines.set(caller, line.add(start))
    })

  return {
    acquire: async (caller, { signal, onWait } = {}) => {
      signal?.throwIfAborted()
      if (hasRoom(caller)) return begin(caller)
      onWait?.()
      return wait(caller, signal)
    },
    isWanted: (caller) => lines.has(caller) || (total >= atOnce && findNext() !== null),
  }
}
