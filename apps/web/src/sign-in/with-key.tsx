import { createClient, isProblem } from '@media-library/client'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { messages } from '../language/messages.js'
import { PageError } from '../service/words.js'
import { Around } from '../ui/around.js'
import { TextField } from '../ui/fields/text-field.js'
import { Failure } from '../ui/notices/failure.js'

/** Signs in with a key, which is exchanged for a session, and names the other ways. */
export function WithKey({ onDone }: { onDone: () => unknown }) {
  const withKey = useMutation({ mutationFn: signInWithKey, onSuccess: onDone })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const key = new FormData(event.currentTarget).get('key')
    if (typeof key === 'string' && key.trim() !== '') withKey.mutate(key.trim())
  }
  const { signIn } = messages
  return (
    <>
      <p>{signIn.otherDevice}</p>
      <form onSubmit={submit}>
        {withKey.error && <Failure error={withKey.error} />}
        <TextField
          label={signIn.key}
          name="key"
          type="password"
          autoComplete="off"
          spellCheck={false}
          required
          placeholder="mlk_…"
        />
        <button type="submit" disabled={withKey.isPending}>
          {signIn.withKey}
        </button>
      </form>
      <p className="quiet">
        <Around sentence={signIn.makeKey}>
          <code>media-library key create</code>
        </Around>{' '}
        <Around sentence={signIn.makeLink}>
          <code>media-library session link</code>
        </Around>
      </p>
    </>
  )
}

async function signInWithKey(apiKey: string) {
  try {
    return await createClient({ baseUrl: location.origin, apiKey }).signInWithKey()
  } catch (error) {
    if (!isProblem(error, 'unauthenticated')) throw error
    throw new PageError(messages.signIn.keyUnknown, messages.signIn.keyUnknownToDo)
  }
}
