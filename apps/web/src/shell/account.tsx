import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useService } from '../service/service.js'
import { Avatar } from '../ui/avatar.js'
import { Failure } from '../ui/failure.js'
import { Icon } from '../ui/icon.js'
import { forgetLeft } from '../uploads/remembered.js'
import styles from './places.module.css'

/** Who is signed in, and the way out. */
export function Account() {
  const { client, queries, queryClient, notify } = useService()
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
    <div className={styles['who']}>
      <Link to="/account" className={styles['whose']} aria-label={`Account of ${me.name || me.email}`}>
        <Avatar name={me.name || me.email} colour={me.avatarColor} title={`${me.name}, ${me.email}`} />
      </Link>
      <button type="button" className={styles['place']} onClick={() => signOut.mutate()} disabled={signOut.isPending}>
        <Icon name="out" />
        <span>Sign out</span>
      </button>
    </div>
  )
}
