import { useMutation } from '@tanstack/react-query'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { Dialog } from '../ui/dialogs/dialog.js'
import { DialogForm } from '../ui/dialogs/dialog-form.js'
import { CopyField } from '../ui/fields/copy-field.js'
import { TextField } from '../ui/fields/text-field.js'
import { SecretDialog } from './secret-dialog.js'

/** Makes a key for a program, and shows its secret, which nobody can show again. */
export function KeyDialog({ onClose }: { onClose: () => void }) {
  const { queries } = useService()
  const { account } = messages
  const making = useMutation(queries.createApiKey())
  const submit = (data: FormData) => {
    making.mutate({ name: String(data.get('name')).trim() })
  }
  if (making.data)
    return (
      <SecretDialog title={making.data.apiKey.name} onClose={onClose}>
        <p>{account.keyWords}</p>
        <CopyField label={messages.signIn.key} value={making.data.secret} copied={account.keyCopied} />
      </SecretDialog>
    )
  return (
    <Dialog title={account.makeKey} onClose={onClose}>
      <DialogForm change={making} verb={account.makeKey} onSubmit={submit} onClose={onClose}>
        <TextField label={account.program} name="name" autoComplete="off" maxLength={1_000} required />
      </DialogForm>
    </Dialog>
  )
}
