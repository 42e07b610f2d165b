import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from './dialog.js'
import dialog from './dialog.module.css'
import { Failure } from './failure.js'

interface RenameProps {
  title: string
  name: string
  /** How many characters the name may have. */
  maxLength: number
  /** Whether a name is needed. */
  required?: boolean
  rename: (name: string) => PromiseLike<unknown>
  onClose: () => void
}

/** Asks for another name. */
export function RenameDialog({ title, name: before, maxLength, required = false, rename, onClose }: RenameProps) {
  const [name, setName] = useState(before)
  const renaming = useMutation({
    mutationFn: async () => rename(name.trim()),
    onSuccess: onClose,
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          renaming.mutate()
        }}
      >
        {renaming.error && <Failure error={renaming.error} />}
        <label htmlFor="new-name">Name</label>
        <input
          id="new-name"
          value={name}
          maxLength={maxLength}
          required={required}
          onFocus={({ target }) => target.select()}
          onChange={(event) => setName(event.target.value)}
        />
        <div className={dialog['actions']}>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="primary" disabled={renaming.isPending}>
            Rename
          </button>
        </div>
      </form>
    </Dialog>
  )
}
