import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { Icon } from './icon.js'

interface Notice {
  id: number
  content: ReactNode
  isFailure: boolean
  stays: boolean
}

const SHOWN_MS = 8_000

let latest = 0
let notices: Notice[] = []
const listeners = new Set<() => void>()

/** Shows a message for some seconds, or until it is closed. Returns what takes it away. */
export function notify(
  content: ReactNode,
  { isFailure = false, stays = isFailure }: { isFailure?: boolean; stays?: boolean } = {},
): () => void {
  latest += 1
  const notice = { id: latest, content, isFailure, stays }
  change([...notices, notice])
  return () => change(notices.filter(({ id }) => id !== notice.id))
}

/** The messages, at the lower edge of the page. */
export function Notices() {
  const shown = useSyncExternalStore(subscribe, () => notices)
  return (
    <div className="notices" role="status" aria-live="polite">
      {shown.map((notice) => (
        <Shown key={notice.id} {...notice} />
      ))}
    </div>
  )
}

function Shown({ id, content, isFailure, stays }: Notice) {
  const close = () => change(notices.filter((notice) => notice.id !== id))
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(() => change(notices.filter((notice) => notice.id !== id)), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id, stays])
  return (
    <div className="notice" data-failure={isFailure || undefined}>
      <div>{content}</div>
      <button type="button" className="plain" aria-label="Close the message" onClick={close}>
        <Icon name="close" />
      </button>
    </div>
  )
}

function change(next: Notice[]) {
  notices = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
