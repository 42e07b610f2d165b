import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { InviteDialog } from '../../accounts/invite-dialog.js'
import { LinkDialog } from '../../accounts/link-dialog.js'
import { UserRow } from '../../accounts/user-row.js'
import { messages } from '../../language/messages.js'
import { useService } from '../../service/service.js'
import { useFind } from '../../ui/lists/find.js'
import { LongList } from '../../ui/lists/long-list.js'
import { Scrolled } from '../../ui/lists/scrolled.js'
import { Loading } from '../../ui/page/loading.js'
import page from '../../ui/page/page.module.css'
import { ReadFailure } from '../../ui/page/read-failure.js'
import { useTitle } from '../../ui/page/title.js'
import styles from './accounts-page.module.css'

/** The users of the service, for an administrator. */
export function AccountsPage() {
  const { queries } = useService()
  const { accounts, places } = messages
  useTitle(places.accounts)
  const me = useQuery(queries.me())
  const users = useQuery(queries.managedUsers())
  const invitations = useQuery(queries.invitations())
  const [isInviting, setInviting] = useState(false)
  const [link, setLink] = useState<{ name: string; code: string } | null>(null)
  // The one who was invited last is the one to be seen.
  const newestFirst = useMemo(() => users.data?.toReversed() ?? [], [users.data])
  const [found, field] = useFind(newestFirst, ({ name }) => name)
  const error = users.error ?? invitations.error
  if (!users.data || !invitations.data) {
    const retry = () => Promise.all([users.refetch(), invitations.refetch()])
    return error ? <ReadFailure error={error} onRetry={retry} /> : <Loading />
  }
  return (
    <Scrolled name="accounts" className={page['page']}>
      <h1>{places.accounts}</h1>
      <p>{accounts.words}</p>
      <div className={page['header']}>
        <button type="button" className="primary" onClick={() => setInviting(true)}>
          {accounts.invite}
        </button>
        {field}
      </div>
      <LongList
        name="everybody"
        label={places.accounts}
        className={styles['users']}
        items={found}
        toKey={({ id }) => id}
      >
        {(user) => (
          <UserRow
            user={user}
            invitation={invitations.data.find(({ id }) => id === user.id)}
            isMe={user.id === me.data?.id}
            onInvited={(name, { code }) => setLink({ name, code })}
          />
        )}
      </LongList>
      {isInviting && (
        <InviteDialog
          onInvited={(name, { code }) => {
            setInviting(false)
            setLink({ name, code })
          }}
          onClose={() => setInviting(false)}
        />
      )}
      {link && <LinkDialog {...link} onClose={() => setLink(null)} />}
    </Scrolled>
  )
}
