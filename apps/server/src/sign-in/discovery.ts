import { setTimeout } from 'node:timers/promises'

const SECOND = 1_000

/** The milliseconds for which a result is cached, and a failure, and for which callers wait for either. */
const KEPT = 3_600 * SECOND
const PAUSE = 5 * SECOND
const WAIT_LIMIT = 1.5 * SECOND

/** A cached result of a discovery. Only one discovery runs at a time. */
export interface Discovery<Found> {
  /** Resolves to the result; null when the discovery takes too long or failed recently. */
  find(): Promise<Found | null>
  /** Discards the cached result. */
  forget(): void
}

interface DiscoveryAttempt<Found> {
  outcome: Promise<Found | null>
  goodUntil: number
}

/** Caches the result of `discover`. Concurrent callers share one attempt, which continues when they stop waiting. */
export function createDiscovery<Found>(
  discover: () => Promise<Found>,
  onFailure: (error: unknown) => void,
): Discovery<Found> {
  let latest: (DiscoveryAttempt<Found> & { waitLimit: Promise<null> }) | null = null

  const start = () => {
    const attempt = { goodUntil: Number.POSITIVE_INFINITY }
    const settle = (milliseconds: number) => {
      attempt.goodUntil = performance.now() + milliseconds
    }
    const outcome = discover().then(
      (found) => {
        settle(KEPT)
        return found
      },
      (error: unknown) => {
        settle(PAUSE)
        onFailure(error)
        return null
      },
    )
    return Object.assign(attempt, { outcome, waitLimit: setTimeout(WAIT_LIMIT, null, { ref: false }) })
  }

  return {
    find: () => {
      if (!latest || latest.goodUntil <= performance.now()) latest = start()
      return Promise.race([latest.outcome, latest.waitLimit])
    },
    forget: () => {
      latest = null
    },
  }
}
