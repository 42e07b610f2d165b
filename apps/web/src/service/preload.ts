import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useService } from './service.js'

/** The interval in milliseconds at which the page checks whether the first view is still loading. */
const ASK_MS = 500

/**
 * The number of quiet checks after which the first view has loaded. Between two steps, it loads nothing for a moment.
 */
const QUIET_ASKS = 2

/**
 * Loads parts of the page that are needed later, as soon as the first view has loaded, so that they can be shown when the service is away.
 * A part that cannot be loaded now is loaded when it is needed. Later changes of the list are ignored.
 */
export function usePreload(parts: readonly (() => Promise<unknown> | undefined)[]): void {
  const { queryClient } = useService()
  useEffect(
    () =>
      whenLoaded(queryClient, () => {
        for (const part of parts) part()?.catch(() => {})
      }),
    [],
  )
}

/** Calls `callback` as soon as the first view has loaded. Returns a function that stops waiting. */
export function whenLoaded(queryClient: QueryClient, callback: () => void): () => void {
  let quiet = 0
  const timer = setInterval(() => {
    quiet = queryClient.isFetching() > 0 ? 0 : quiet + 1
    if (quiet < QUIET_ASKS) return
    clearInterval(timer)
    callback()
  }, ASK_MS)
  return () => clearInterval(timer)
}
