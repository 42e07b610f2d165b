import { createClient, MediaLibraryError } from '@media-library/client'
import { type FormEvent, useState } from 'react'

/** Exchanges a key for the cookie of a session. */
export function SignIn({ onEnd }: { onEnd: () => void }) {
  const [fault, setFault] = useState('')
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const apiKey = String(new FormData(event.currentTarget).get('key'))
    try {
      await createClient({ baseUrl: location.origin, apiKey }).signInWithKey()
      onEnd()
    } catch (error) {
      if (!(error instanceof MediaLibraryError)) throw error
      setFault(error.message)
    }
  }

  return (
    <form onSubmit={submit}>
      <label>
        Key <input name="key" type="password" required />
      </label>
      <button type="submit">Sign in</button>
      <p role="alert">{fault}</p>
    </form>
  )
}
