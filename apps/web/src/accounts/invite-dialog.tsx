import type { InvitationWithCode } from '@media-library/client'
import { useMutation } from '@tanstack/react-query'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { Dialog } from '../ui/dialogs/dialog.js'
import { DialogForm } from '../ui/dialogs/dialog-form.js'
import { TextField } from '../ui/fields/text-field.js'
import { toQuota } from './quota.js'

interface InviteProps {
  onInvited: (name: string, invited: InvitationWithCode) => void
  onClose: () => void
}

/** Asks whom to invite. */
export function InviteDialog({ onInvited, onClose }: InviteProps) {
  const { queries } = useService()
  const { accounts, fields } = messages
  const inviting = useMutation(queries.createInvitation())
  const submit = (data: FormData) => {
    const read = (name: string) => String(data.get(name)).trim()
    const name = read('name')
    inviting.mutate(
      { name, email: read('email'), quotaSizeInBytes: toQuota(read('quota')) },
      { onSuccess: (invited) => onInvited(name, invited) },
    )
  }
  return (
    <Dialog title={accounts.invite} onClose={onClose}>
      <DialogForm change={inviting} verb={accounts.makeLink} onSubmit={submit} onClose={onClose}>
        <TextField label={fields.name} name="name" autoComplete="off" maxLength={200} required />
        <TextField label={fields.email} name="email" type="email" autoComplete="off" required />
        <TextField label={accounts.quota} hint={accounts.quotaHint} name="quota" type="number" min="0" step="any" />
      </DialogForm>
    </Dialog>
  )
}
