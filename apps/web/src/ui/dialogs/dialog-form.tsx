import type { ReactNode } from 'react'
import { messages } from '../../language/messages.js'
import { Failure } from '../notices/failure.js'
import styles from './dialog.module.css'

interface DialogFormProps {
  /** The change that the form makes. */
  change: { error: unknown; isPending: boolean }
  /** The label of the button that makes it. */
  verb: string
  /** Whether the fields name a change. */
  isReady?: boolean
  /** The label of the button that makes none. */
  cancel?: string
  /** Makes the change, with the values of the named fields. */
  onSubmit: (fields: FormData) => void
  onClose: () => void
  children: ReactNode
}

/** The form of a dialog: why the change failed, the fields, and the buttons. */
export function DialogForm({ change, verb, isReady = true, cancel, onSubmit, onClose, children }: DialogFormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(new FormData(event.currentTarget))
      }}
    >
      {change.error !== null && <Failure error={change.error} />}
      {children}
      <div className={styles['actions']}>
        <button type="button" onClick={onClose}>
          {cancel ?? messages.verbs.cancel}
        </button>
        <button type="submit" className="primary" disabled={!isReady || change.isPending}>
          {verb}
        </button>
      </div>
    </form>
  )
}
