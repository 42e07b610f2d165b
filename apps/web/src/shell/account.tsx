import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { useSignOut } from '../sign-in/sign-out.js'
import { Avatar } from '../ui/avatar.js'
import { Icon } from '../ui/icon.js'
import styles from './places.module.css'

/** The signed-in user, and the way to sign out. */
export function Account() {
  const { queries } = useService()
  const { data: me } = useQuery(queries.me())
  const signOut = useSignOut()
  if (!me) return null
  return (
    <div className={styles['who']}>
      <Link to="/account" className={styles['whose']} title={`${me.name}, ${me.email}`}>
        <Avatar user={me} />
        <span className="hidden">{messages.places.accountOf(me.name || me.email)}</span>
      </Link>
      <button type="button" className={styles['place']} onClick={() => signOut.mutate()} disabled={signOut.isPending}>
        <Icon name="out" />
        <span>{messages.verbs.signOut}</span>
      </button>
    </div>
  )
}
