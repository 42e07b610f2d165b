import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { TextField } from '../ui/fields/text-field.js'
import { Failure } from '../ui/notices/failure.js'
import { NewPasswordField } from './new-password-field.js'

interface NewPasswordProps {
  /** The address for which a browser stores the password. */
  email: string
  /** The current password, if it is known; undefined asks for it. Empty for somebody who has none. */
  current: string | undefined
  onDone: () => unknown
}

/** Asks for a new password. */
export function NewPassword({ email, current, onDone }: NewPasswordProps) {
  const { client } = useService()
  const changing = useMutation({
    mutationFn: (passwords: { password: string; newPassword: string }) => client.changePassword(passwords),
    onSuccess: onDone,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const password = current ?? String(data.get('current'))
    changing.mutate({ password, newPassword: String(data.get('new')) })
  }
  const { signIn } = messages
  return (
    <form onSubmit={submit}>
      {changing.error && <Failure error={changing.error} />}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      {current === undefined && (
        <TextField
          label={signIn.currentPassword}
          hint={signIn.currentPasswordHint}
          name="current"
          type="password"
          autoComplete="current-password"
        />
      )}
      <NewPasswordField label={signIn.newPassword} name="new" />
      <button type="submit" className="primary" disabled={changing.isPending}>
        {signIn.setPassword}
      </button>
    </form>
  )
}
