import { useMutation } from '@tanstack/react-query'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { Failure } from '../ui/notices/failure.js'
import { choosePasskey, hasPasskeys } from './passkey.js'

/** Signs in with a passkey, in browsers that have them here. */
export function WithPasskey({ onDone }: { onDone: () => unknown }) {
  const { client } = useService()
  const signIn = useMutation({
    mutationFn: async () => {
      const credential = await choosePasskey(await client.createPasskeySignInOptions())
      if (credential === null) return
      await client.signInWithPasskey({ credential })
      await onDone()
    },
  })
  if (!hasPasskeys()) return null
  return (
    <>
      {signIn.error && <Failure error={signIn.error} />}
      <button type="button" disabled={signIn.isPending} onClick={() => signIn.mutate()}>
        {messages.signIn.withPasskey}
      </button>
    </>
  )
}
