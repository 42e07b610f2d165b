import { useEffect } from 'react'
import { useService } from './service.js'

/** How often it is asked whether the first view still reads something. */
const ASK_MS = 2_000

/**
 * Loads parts of the page that are needed later, as soon as the first view is there: they can be shown when the service is away.
 * What cannot be loaded now is loaded when it is needed. Ignores a list that changes.
 */
export function usePreload(parts: readonly (() => Promise<unknown> | undefined)[]): void {
  const { queryClient } = useService()
  useEffect(() => {
    const timer = setInterval(() => {
      if (queryClient.isFetching() > 0) return
      clearInterval(timer)
      for (const part of parts) part()?.catch(() => {})
    }, ASK_MS)
    return () => clearInterval(timer)
  }, [])
}
