import { useMutation } from '@tanstack/react-query'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { makePasskey } from '../sign-in/passkey.js'
import { Dialog } from '../ui/dialogs/dialog.js'
import { DialogForm } from '../ui/dialogs/dialog-form.js'
import { TextField } from '../ui/fields/text-field.js'
import { LONGEST_NAME } from './passkey-row.js'

/** Lets the browser make a passkey, and adds it. It stays open when the person cancels in the browser. */
export function PasskeyDialog({ onClose }: { onClose: () => void }) {
  const { client, queries, mutate, notify } = useService()
  const { account, fields } = messages
  const adding = useMutation({
    mutationFn: async (name: string) => {
      const credential = await makePasskey(await client.createPasskeyOptions())
      if (credential === null) return
      await mutate(queries.createPasskey(), { name, credential })
      notify(account.passkeyAdded)
      onClose()
    },
  })
  return (
    <Dialog title={account.addPasskey} onClose={onClose}>
      <DialogForm
        change={adding}
        verb={account.addPasskey}
        onSubmit={(data) => adding.mutate(String(data.get('name')).trim())}
        onClose={onClose}
      >
        <TextField
          label={fields.name}
          hint={account.passkeyNameHint}
          name="name"
          autoComplete="off"
          maxLength={LONGEST_NAME}
          required
        />
      </DialogForm>
    </Dialog>
  )
}
