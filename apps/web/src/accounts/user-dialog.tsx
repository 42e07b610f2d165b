import type { User } from '@media-library/client'
import { useMutation } from '@tanstack/react-query'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { Dialog } from '../ui/dialogs/dialog.js'
import { DialogForm } from '../ui/dialogs/dialog-form.js'
import { Check } from '../ui/fields/check.js'
import { TextField } from '../ui/fields/text-field.js'
import { toGigabytes, toQuota } from './quota.js'

interface UserDialogProps {
  user: User
  /** Whether the user is the caller, who keeps their own rights. */
  isMe: boolean
  onClose: () => void
}

/** Changes the name, the quota and the rights of a user. */
export function UserDialog({ user, isMe, onClose }: UserDialogProps) {
  const { queries } = useService()
  const { accounts, fields, verbs } = messages
  const changing = useMutation(queries.updateUser())
  const submit = (data: FormData) => {
    const quotaSizeInBytes = toQuota(String(data.get('quota')).trim())
    const rights = isMe ? {} : { isAdmin: data.get('administrator') === 'on' }
    const change = { id: user.id, name: String(data.get('name')).trim(), quotaSizeInBytes, ...rights }
    changing.mutate(change, { onSuccess: onClose })
  }
  return (
    <Dialog title={user.name} onClose={onClose}>
      <DialogForm change={changing} verb={verbs.save} onSubmit={submit} onClose={onClose}>
        <TextField label={fields.name} name="name" defaultValue={user.name} maxLength={200} required />
        <TextField
          label={accounts.quota}
          hint={accounts.quotaHint}
          name="quota"
          type="number"
          min="0"
          step="any"
          defaultValue={toGigabytes(user.quotaSizeInBytes)}
        />
        {!isMe && <Check label={accounts.mayManage} name="administrator" defaultChecked={user.isAdmin} />}
      </DialogForm>
    </Dialog>
  )
}
