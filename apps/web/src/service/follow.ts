import { followEvents } from '@media-library/client/tanstack'
import { useEffect } from 'react'
import { useService } from './service.js'

/**
 * Keeps what the page shows up to date by the events of the service, while it can be seen: browsers share six connections among
 * all tabs of a service. Without events, answers are read anew when they are older than a minute.
 */
export function useEvents(): void {
  const { client, queryClient } = useService()
  useEffect(() => {
    let following: AbortController | null = null
    const change = () => {
      const isSeen = document.visibilityState === 'visible'
      if (isSeen === (following !== null)) return
      following?.abort()
      following = isSeen ? new AbortController() : null
      if (following) followEvents(client, queryClient, { signal: following.signal }).catch(() => {})
    }
    change()
    document.addEventListener('visibilitychange', change)
    return () => {
      document.removeEventListener('visibilitychange', change)
      following?.abort()
    }
  }, [])
}
