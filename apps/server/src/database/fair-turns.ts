import { ProblemError } from '../errors.js'

/** How many may have a turn at once. */
export interface TurnLimits {
  atOnce: number
  /** Of one caller. */
  each: number
  /** How many turns of one caller may wait. */
  waiting: number
  waitMs: number
  /** What a caller is told whose turn does not come. */
  refusal: string
  /** After how many seconds such a caller should come again. */
  retryAfter: number
}

/** Turns that callers share fairly. */
export interface Turns {
  /**
   * Waits for a turn of a caller, and resolves with what ends it, of which more than one call does no harm. Throws
   * `unavailable` when too many of the caller's turns wait, or the wait takes too long.
   */
  take(caller: string, signal?: AbortSignal): Promise<() => void>
  /** Whether somebody waits who could begin if a turn of this caller ended. */
  isWanted(caller: string): boolean
}

/**
 * Of all who wait, the caller with the fewest turns at the moment is next; of equals the one whose last turn is longer ago.
 * However many turns one caller asks for, another waits for the end of a single one.
 */
export function createTurns({ atOnce, each, waiting, waitMs, refusal, retryAfter }: TurnLimits): Turns {
  const running = new Map<string, number>()
  /** Each caller's turns that wait, in the order of their callers. */
  const lines = new Map<string, Set<() => void>>()
  let total = 0

  const runningOf = (caller: string) => running.get(caller) ?? 0
  const refuse = () => new ProblemError('unavailable', refusal, { headers: { 'Retry-After': String(retryAfter) } })

  const begin = (caller: string) => {
    let hasEnded = false
    total += 1
    running.set(caller, runningOf(caller) + 1)
    return () => {
      if (hasEnded) return
      hasEnded = true
      total -= 1
      if (runningOf(caller) === 1) running.delete(caller)
      else running.set(caller, runningOf(caller) - 1)
      beginNext()
    }
  }

  const findNext = (): string | null => {
    let next: string | null = null
    let fewest = each
    for (const caller of lines.keys()) {
      if (runningOf(caller) >= fewest) continue
      next = caller
      fewest = runningOf(caller)
    }
    return next
  }

  const leave = (caller: string, start: () => void) => {
    const line = lines.get(caller)
    line?.delete(start)
    if (line?.size === 0) lines.delete(caller)
  }

  const beginNext = () => {
    for (let next = findNext(); next !== null && total < atOnce; next = findNext()) {
      const line = lines.get(next) as Set<() => void>
      const [start] = line as Set<() => void> & [() => void]
      // Who had a turn goes behind the others.
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
    take: async (caller, signal) => {
      signal?.throwIfAborted()
      const isFree = total < atOnce && runningOf(caller) < each
      return isFree ? begin(caller) : wait(caller, signal)
    },
    isWanted: (caller) => lines.has(caller) || (total >= atOnce && findNext() !== null),
  }
}
