import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useService } from '../service/service.js'

/** How often it is asked whether the first view still reads something. */
const ASK_MS = 2_000

/**
 * Loads the parts of the page that are needed later, as soon as the first view is there: they can be shown when the service is
 * away. What cannot be loaded now is loaded when it is needed.
 */
export function usePreload(parts: readonly (() => Promise<unknown>)[]): void {
  const { queryClient } = useService()
  const router = useRouter()
  useEffect(() => {
    const timer = setInterval(() => {
      if (queryClient.isFetching() > 0) return
      clearInterval(timer)
      for (const part of parts) part().catch(() => {})
      for (const route of Object.values(router.routesById)) router.loadRouteChunk(route)?.catch(() => {})
    }, ASK_MS)
    return () => clearInterval(timer)
  }, [router, queryClient, parts])
}
