import { followEvents } from '@media-library/client/tanstack'
import { useEffect } from 'react'
import { useService } from './service.js'

/**
 * Keeps what the page shows up to date by the events of the service, while it can be seen: browsers share six connections among
 * all tabs of a service. Without events, answers are read anew when they are older than a minute.
 */
export function useEvents(): void {
  const { client, queries, queryClient } = useService()
  useEffect(() => {
    let following: AbortController | null = null
    const change = () => {
      const isSeen = document.visibilityState === 'visible'
      if (isSeen === (following !== null)) return
      following?.abort()
      following = isSeen ? new AbortController() : null
      if (following) void follow(following.signal).catch(() => {})
    }
    const follow = (signal: AbortSignal) =>
      followEvents(client, queryClient, {
        signal,
        // Whether the service is away is seen by a request.
        onOpen: (isOpen) => !isOpen && !signal.aborted && void queryClient.refetchQueries(queries.me()),
      })
    change()
    document.addEventListener('visibilitychange', change)
    return () => {
      document.removeEventListener('visibilitychange', change)
      following?.abort()
    }
  }, [])
}
