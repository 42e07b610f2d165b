import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { messages } from '../../language/messages.js'
import { IconButton } from '../button.js'
import styles from './dialog.module.css'

/** A modal dialog. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    // A browser would focus the button that closes the dialog.
    dialog.current?.querySelector('input')?.focus()
  }, [])
  // The page below may be inert, as it is below the light box.
  return createPortal(
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-label={title}
      // React also reports the end of a dialog that this one opened.
      onClose={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <div className={styles['heading']}>
        <h2>{title}</h2>
        <IconButton icon="close" label={messages.verbs.close} onClick={onClose} />
      </div>
      {children}
    </dialog>,
    document.body,
  )
}
