import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '../../language/messages.js'
import { TextArea } from '../fields/text-area.js'
import { Dialog } from './dialog.js'
import { DialogForm } from './dialog-form.js'

interface RenameProps {
  title: string
  name: string
  /** The maximum number of characters of the name. */
  maxLength: number
  /** Whether the name must not be empty. */
  required?: boolean
  /** The description, which can be changed with the name; undefined when there is none. */
  description?: string
  rename: (name: string, description: string) => PromiseLike<unknown>
  onClose: () => void
}

/** Asks for a new name, and a new description. */
export function RenameDialog({ title, maxLength, required = false, rename, onClose, ...before }: RenameProps) {
  const [name, setName] = useState(before.name)
  const [description, setDescription] = useState(before.description ?? '')
  const renaming = useMutation({
    mutationFn: async () => rename(name.trim(), description.trim()),
    onSuccess: onClose,
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm
        change={renaming}
        verb={before.description === undefined ? messages.verbs.rename : messages.verbs.save}
        onSubmit={() => renaming.mutate()}
        onClose={onClose}
      >
        <label htmlFor="new-name">{messages.fields.name}</label>
        <input
          id="new-name"
          value={name}
          maxLength={maxLength}
          required={required}
          onFocus={({ target }) => target.select()}
          onChange={(event) => setName(event.target.value)}
        />
        {before.description !== undefined && (
          <TextArea
            label={messages.fields.description}
            value={description}
            onChange={({ target }) => setDescription(target.value)}
          />
        )}
      </DialogForm>
    </Dialog>
  )
}
