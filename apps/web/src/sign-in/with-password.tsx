import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { TextField } from '../ui/fields/text-field.js'
import { Failure } from '../ui/notices/failure.js'
import { enter } from './enter.js'
import { NewPassword } from './new-password.js'

/** Signs in with an e-mail address and a password, and asks for another password if somebody else chose this one. */
export function WithPassword({ onDone }: { onDone: () => unknown }) {
  const service = useService()
  const [password, setPassword] = useState('')
  const login = useMutation({
    mutationFn: (credential: { email: string; password: string }) => service.client.login(credential),
    onSuccess: async ({ shouldChangePassword }) => {
      if (shouldChangePassword) await enter(service)
      else await onDone()
    },
  })
  const { signIn, fields } = messages
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const given = String(data.get('password'))
    setPassword(given)
    login.mutate({ email: String(data.get('email')), password: given })
  }
  if (login.data?.shouldChangePassword)
    return (
      <>
        <p>{signIn.welcome(login.data.name)}</p>
        <NewPassword email={login.data.userEmail} current={password} onDone={onDone} />
        <button type="button" onClick={() => void onDone()}>
          {signIn.later}
        </button>
      </>
    )
  return (
    <form onSubmit={submit}>
      {login.error && <Failure error={login.error} />}
      <TextField label={fields.email} name="email" type="email" autoComplete="username" required />
      <TextField label={signIn.password} name="password" type="password" autoComplete="current-password" required />
      <button type="submit" className="primary" disabled={login.isPending}>
        {signIn.title}
      </button>
    </form>
  )
}
