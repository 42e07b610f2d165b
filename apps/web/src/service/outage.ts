import { type Client, isProblem, type MediaLibraryError } from '@media-library/client'
import type { Query, QueryClient } from '@tanstack/react-query'
import { Store } from '@tanstack/react-store'

/** Whether the service is away now, and how often it has returned. */
export interface Outage {
  isOut: boolean
  returns: number
}

/** The interval in milliseconds of the requests that find out whether the service is back. */
const ASK_MS = 2_000

const unreached = new Set<string | undefined>(['network', 'timeout', 'unexpected_answer'])

/** Returns whether the service did not answer, or something else answered. */
export function isUnreached(error: unknown): boolean {
  return unreached.has(((error ?? {}) as Partial<MediaLibraryError>).code)
}

/** Returns whether the service may answer later. */
export function isPassing(error: unknown): error is MediaLibraryError {
  const { status = 0 } = (error ?? {}) as Partial<MediaLibraryError>
  return isUnreached(error) || [408, 429, 502, 503, 504].includes(status)
}

/**
 * Returns why the answers of some queries cannot be shown; null when they can. What was read stays when reading it again fails, unless the
 * service says that it is no longer there for this user.
 */
export function findFault(...queries: { data: unknown; error: Error | null }[]): Error | null {
  const failed = queries.find(
    ({ data, error }) => error && (data === undefined || isProblem(error, 'not_found', 'forbidden', 'unauthenticated')),
  )
  return failed?.error ?? null
}

export function createOutage(): Store<Outage> {
  return new Store<Outage>({ isOut: false, returns: 0 })
}

export function noteFailure(outage: Store<Outage>, error: unknown): void {
  if (isPassing(error) && !outage.state.isOut) outage.setState((before) => ({ ...before, isOut: true }))
}

/** Sends requests until the service is back, and then reads again what has failed. Returns a function that stops it. */
export function awaitReturn(outage: Store<Outage>, client: Client, queryClient: QueryClient): () => void {
  const stopping = new AbortController()
  const ask = async () => {
    try {
      await client.getMyUserInfo({ retries: 0, timeoutMs: ASK_MS, signal: stopping.signal })
    } catch (error) {
      if (isPassing(error) || stopping.signal.aborted) return
    }
    outage.setState(({ returns }) => ({ isOut: false, returns: returns + 1 }))
    const hasFailed = ({ state }: Query) => state.status === 'error'
    await Promise.all([
      queryClient.resetQueries({ predicate: (query) => hasFailed(query) && query.state.data === undefined }),
      // Without its data, a view would begin anew.
      queryClient.invalidateQueries({ predicate: (query) => hasFailed(query) && query.state.data !== undefined }),
    ])
  }
  const timer = setInterval(() => void ask(), ASK_MS)
  return () => {
    clearInterval(timer)
    stopping.abort()
  }
}
