import { useEffect } from 'react'
import { useService } from './service.js'

/** How often it is asked whether the first view still reads something. */
const ASK_MS = 2_000

/** It is there when it was quiet so often: between two of its steps, it reads nothing for a moment. */
const QUIET_ASKS = 2

/**
 * Loads parts of the page that are needed later, as soon as the first view is there: they can be shown when the service is away.
 * What cannot be loaded now is loaded when it is needed. Ignores a list that changes.
 */
export function usePreload(parts: readonly (() => Promise<unknown> | undefined)[]): void {
  const { queryClient } = useService()
  useEffect(() => {
    let quiet = 0
    const timer = setInterval(() => {
      quiet = queryClient.isFetching() > 0 ? 0 : quiet + 1
      if (quiet < QUIET_ASKS) return
      clearInterval(timer)
      for (const part of parts) part()?.catch(() => {})
    }, ASK_MS)
    return () => clearInterval(timer)
  }, [])
}
