import { Store } from '@tanstack/react-store'
import type { ReactNode } from 'react'

/** A message at the lower edge of the page. */
export interface Notice {
  id: number
  content: ReactNode
  isFailure: boolean
  /** Whether it stays until it is closed. */
  stays: boolean
}

export interface Notices {
  visibleNotices: Store<Notice[]>
  /**
   * Shows a message for some seconds, or until it is closed. It replaces the previous one, except a message that stays: progress, and a
   * failure until the next one. Returns a function that removes it.
   */
  notify: (content: ReactNode, options?: { isFailure?: boolean; stays?: boolean }) => () => void
  close: (id: number) => void
}

export function createNotices(): Notices {
  const visibleNotices = new Store<Notice[]>([])
  let latest = 0
  const close = (id: number) => visibleNotices.setState((notices) => notices.filter((notice) => notice.id !== id))
  return {
    visibleNotices,
    notify: (content, { isFailure = false, stays = isFailure } = {}) => {
      latest += 1
      const id = latest
      const remaining = (notice: Notice) => notice.stays && !(notice.isFailure && isFailure)
      visibleNotices.setState((notices) => [...notices.filter(remaining), { id, content, isFailure, stays }])
      return () => close(id)
    },
    close,
  }
}
