import type { ReceivedEvent } from '@media-library/client'
import { followEvents } from '@media-library/client/tanstack'
import { useEffect, useEffectEvent } from 'react'
import { whenLoaded } from './preload.js'
import { useService } from './service.js'

/**
 * Updates the page by the events of the service while it is visible: a browser shares six connections among all tabs of a service. Without
 * events, answers are read again when they are older than a minute.
 */
export function useEvents(onEvent: (event: ReceivedEvent) => void): void {
  const { client, queries, queryClient } = useService()
  const hear = useEffectEvent(onEvent)
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
        onEvent: hear,
        // A request shows whether the service is away.
        onOpen: (isOpen) => !isOpen && !signal.aborted && void queryClient.refetchQueries(queries.me()),
      })
    // Events begin with reading everything on the screen again, for which the first view does not wait.
    const stopWaiting = whenLoaded(queryClient, change)
    document.addEventListener('visibilitychange', change)
    return () => {
      stopWaiting()
      document.removeEventListener('visibilitychange', change)
      following?.abort()
    }
  }, [])
}
