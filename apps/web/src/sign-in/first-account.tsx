import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { TextField } from '../ui/fields/text-field.js'
import { Failure } from '../ui/notices/failure.js'
import { NewPasswordField } from './new-password-field.js'

/** Makes the first account of the service, with the code of the link that the service printed. */
export function FirstAccount({ code, onDone }: { code: string; onDone: () => unknown }) {
  const { client } = useService()
  const { signIn, fields } = messages
  const signUp = useMutation({
    mutationFn: async (account: { name: string; email: string; password: string }) => {
      await client.signUpAdmin(account, { setUpCode: code })
      await client.login({ email: account.email, password: account.password })
    },
    onSuccess: onDone,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const read = (name: string) => String(data.get(name)).trim()
    signUp.mutate({ name: read('name'), email: read('email'), password: String(data.get('password')) })
  }
  return (
    <form onSubmit={submit}>
      <p>{signIn.firstAccount}</p>
      {signUp.error && <Failure error={signUp.error} />}
      <TextField label={fields.name} name="name" autoComplete="name" maxLength={200} required />
      <TextField label={fields.email} name="email" type="email" autoComplete="username" required />
      <NewPasswordField label={signIn.password} name="password" />
      <button type="submit" className="primary" disabled={signUp.isPending}>
        {signIn.makeAccount}
      </button>
    </form>
  )
}
