import { useMutation, useQuery } from '@tanstack/react-query'
import { client, queries, queryClient } from '../service/client.js'
import { forgetLeft } from '../uploads/remembered.js'
import { Failure } from './failure.js'
import { Icon } from './icon.js'
import { notify } from './notices.js'

/** Who is signed in, and the way out. */
export function Account() {
  const { data: me } = useQuery(queries.me())
  const signOut = useMutation({
    mutationFn: () => client.logout(),
    onSuccess: ({ redirectUri }) => {
      queryClient.clear()
      if (me) forgetLeft(me.id)
      // Nothing of the library stays in the memory of the page.
      location.assign(redirectUri)
    },
    onError: (error) => notify(<Failure error={error} />, { isFailure: true }),
  })
  if (!me) return null
  return (
    <div className="account">
      <span className="avatar" data-colour={me.avatarColor} title={`${me.name}, ${me.email}`}>
        {initialsOf(me.name || me.email)}
      </span>
      <button type="button" className="place" onClick={() => signOut.mutate()} disabled={signOut.isPending}>
        <Icon name="out" />
        <span>Sign out</span>
      </button>
    </div>
  )
}

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '').join('')
}
