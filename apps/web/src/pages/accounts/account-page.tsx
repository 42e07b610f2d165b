import { useMutation, useQuery } from '@tanstack/react-query'
import { Keys } from '../../accounts/keys.js'
import { OwnAccount } from '../../accounts/own-account.js'
import rows from '../../accounts/rows.module.css'
import { formats, messages } from '../../language/messages.js'
import { OwnLinks } from '../../links/own-links.js'
import { useService } from '../../service/service.js'
import { useSignOut } from '../../sign-in/sign-out.js'
import { LongList } from '../../ui/lists/long-list.js'
import { Scrolled } from '../../ui/lists/scrolled.js'
import { Failure } from '../../ui/notices/failure.js'
import page from '../../ui/page/page.module.css'
import { useTitle } from '../../ui/page/title.js'
import { Look } from './look.js'

/** The account: the user and their password, the links, the sessions, the API keys, the theme and the language. */
export function AccountPage() {
  const { queries } = useService()
  useTitle(messages.places.account)
  const { data: me } = useQuery(queries.me())
  return (
    <Scrolled name="account" className={page['page']}>
      <h1>{messages.places.account}</h1>
      {me && (
        <p>
          {me.name} <span className="quiet">{me.email}</span>
        </p>
      )}
      {me && <OwnAccount me={me} />}
      <Look />
      <OwnLinks />
      <Devices />
      <Keys />
    </Scrolled>
  )
}

function Devices() {
  const { queries } = useService()
  const devices = useQuery(queries.devices())
  const ending = useMutation(queries.logoutDevice())
  const signOut = useSignOut()
  const endingAll = useMutation(queries.logoutOtherDevices())
  const error = devices.error ?? ending.error ?? endingAll.error
  const others = devices.data?.filter(({ current }) => !current) ?? []
  return (
    <section aria-label={messages.account.devices}>
      <h2>{messages.account.devices}</h2>
      {error && <Failure error={error} onRetry={devices.error ? devices.refetch : undefined} />}
      <LongList name="devices" className={rows['rows']} items={devices.data ?? []} toKey={({ id }) => id}>
        {({ id, current, deviceOS, deviceType, updatedAt }) => (
          <div className={rows['row']}>
            <span>
              {[deviceType, deviceOS].filter(Boolean).join(', ') || messages.account.aBrowser}
              <small className="quiet">
                {current ? messages.account.thisOne : messages.account.lastUsed(formatDate(updatedAt))}
              </small>
            </span>
            <button
              type="button"
              disabled={ending.isPending || signOut.isPending}
              onClick={() => (current ? signOut.mutate() : ending.mutate(id))}
            >
              {messages.verbs.signOut}
            </button>
          </div>
        )}
      </LongList>
      {others.length > 0 && (
        <button type="button" className="danger" disabled={endingAll.isPending} onClick={() => endingAll.mutate()}>
          {messages.account.signOutElsewhere}
        </button>
      )}
    </section>
  )
}

function formatDate(moment: string) {
  return formats.date(new Date(moment))
}
