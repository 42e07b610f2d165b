import type { ReactNode } from 'react'
import { messages } from '../language/messages.js'
import { Dialog } from '../ui/dialogs/dialog.js'
import dialog from '../ui/dialogs/dialog.module.css'

/** Shows a secret, which nobody can show again, until somebody has taken it. */
export function SecretDialog({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={dialog['text']}>
        {children}
        <div className={dialog['actions']}>
          <button type="button" className="primary" onClick={onClose}>
            {messages.verbs.done}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
