import type { User } from '@media-library/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { NewPassword } from '../sign-in/new-password.js'
import { Check } from '../ui/fields/check.js'
import { TextField } from '../ui/fields/text-field.js'
import { Failure } from '../ui/notices/failure.js'
import styles from './own-account.module.css'
import { OwnPicture } from './own-picture.js'
import { Passkeys } from './passkeys.js'

/** The picture, the name, the memories, the password and the passkeys of the signed-in user. */
export function OwnAccount({ me }: { me: User }) {
  const { queries } = useService()
  const { data: features } = useQuery(queries.features())
  return (
    <>
      <OwnPicture me={me} />
      <Profile me={me} />
      {features?.passwordLogin && <Password me={me} />}
      <Passkeys />
    </>
  )
}

function Profile({ me }: { me: User }) {
  const { queries, notify } = useService()
  const { account, fields, verbs } = messages
  const changing = useMutation({ ...queries.updateUser(), onSuccess: () => void notify(account.saved) })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const name = String(data.get('name')).trim()
    changing.mutate({ id: me.id, name, memoriesEnabled: data.get('memories') === 'on' })
  }
  return (
    <form className={styles['form']} onSubmit={submit} aria-label={account.profile}>
      <h2>{account.profile}</h2>
      {changing.error && <Failure error={changing.error} />}
      <TextField label={fields.name} name="name" autoComplete="name" defaultValue={me.name} maxLength={200} required />
      <Check label={account.memories} name="memories" defaultChecked={me.memoriesEnabled !== false} />
      <button type="submit" disabled={changing.isPending}>
        {verbs.save}
      </button>
    </form>
  )
}

function Password({ me }: { me: User }) {
  const { queries, queryClient, notify } = useService()
  const { account } = messages
  const [isOpen, setOpen] = useState(me.shouldChangePassword)
  const done = () => {
    setOpen(false)
    notify(account.passwordChanged)
    void queryClient.invalidateQueries({ queryKey: queries.devices().queryKey })
  }
  return (
    <section className={styles['form']} aria-label={account.password}>
      <h2>{account.password}</h2>
      {isOpen ? (
        <NewPassword email={me.email} current={undefined} onDone={done} />
      ) : (
        <button type="button" onClick={() => setOpen(true)}>
          {account.changePassword}
        </button>
      )}
    </section>
  )
}
