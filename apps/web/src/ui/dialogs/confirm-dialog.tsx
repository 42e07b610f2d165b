import type { UseMutationResult } from '@tanstack/react-query'
import { messages } from '../../language/messages.js'
import { Failure } from '../notices/failure.js'
import { Dialog } from './dialog.js'
import dialog from './dialog.module.css'

interface ConfirmProps {
  title: string
  /** The consequences. */
  words: string
  /** The label of the button that confirms. */
  verb: string
  change: Pick<UseMutationResult<unknown, Error, void>, 'error' | 'isPending' | 'mutate'>
  onClose: () => void
}

/** Asks for confirmation before something is removed. */
export function ConfirmDialog({ title, words, verb, change, onClose }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {change.error && <Failure error={change.error} />}
      <p>{words}</p>
      <div className={dialog['actions']}>
        <button type="button" onClick={onClose}>
          {messages.verbs.cancel}
        </button>
        <button type="button" className="danger" disabled={change.isPending} onClick={() => change.mutate()}>
          {verb}
        </button>
      </div>
    </Dialog>
  )
}
