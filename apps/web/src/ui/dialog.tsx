import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { messages } from '../language/messages.js'
import { IconButton } from './button.js'
import styles from './dialog.module.css'

/** A question that is answered before anything else goes on. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    // A browser would take the button that closes it.
    dialog.current?.querySelector('input')?.focus()
  }, [])
  // The page below may be inert, as it is below a large picture.
  return createPortal(
    <dialog ref={dialog} className={styles['dialog']} aria-label={title} onClose={onClose}>
      <div className={styles['heading']}>
        <h2>{title}</h2>
        <IconButton icon="close" label={messages.verbs.close} onClick={onClose} />
      </div>
      {children}
    </dialog>,
    document.body,
  )
}
