import { useSelector } from '@tanstack/react-store'
import { useEffect } from 'react'
import { messages } from '../../language/messages.js'
import type { Notice } from '../../service/notices.js'
import { useService } from '../../service/service.js'
import { IconButton } from '../button.js'
import styles from './notices.module.css'

const SHOWN_MS = 8_000

/** The messages, at the lower edge of the page. */
export function Notices() {
  const { visibleNotices } = useService()
  const notices = useSelector(visibleNotices)
  return (
    <div className={styles['notices']} role="status" aria-live="polite">
      {notices.map((notice) => (
        <NoticeItem key={notice.id} {...notice} />
      ))}
    </div>
  )
}

function NoticeItem({ id, content, isFailure, stays }: Notice) {
  const { close } = useService()
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(() => close(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id, stays, close])
  return (
    <div className={styles['notice']} data-failure={isFailure || undefined}>
      <div>{content}</div>
      <IconButton icon="close" label={messages.verbs.closeMessage} onClick={() => close(id)} />
    </div>
  )
}
