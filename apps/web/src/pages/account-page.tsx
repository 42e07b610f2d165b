import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useService } from '../service/service.js'
import { readTheme, setTheme, type Theme, themes } from '../service/theme.js'
import { Failure } from '../ui/failure.js'
import page from '../ui/page.module.css'
import { useTitle } from '../ui/title.js'
import styles from './account-page.module.css'

const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** Who is signed in, where else, the keys for programs, and how the page looks. */
export function AccountPage() {
  const { queries } = useService()
  useTitle('Account')
  const { data: me } = useQuery(queries.me())
  return (
    <div className={page['page']}>
      <h1>Account</h1>
      {me && (
        <p>
          {me.name} <span className="quiet">{me.email}</span>
        </p>
      )}
      <Look />
      <Devices />
      <Keys />
    </div>
  )
}

function Look() {
  const [theme, show] = useState(readTheme)
  return (
    <fieldset className={styles['look']}>
      <legend>Look</legend>
      {Object.entries(themes).map(([name, words]) => (
        <label key={name}>
          <input
            type="radio"
            name="theme"
            checked={theme === name}
            onChange={() => {
              setTheme(name as Theme)
              show(name as Theme)
            }}
          />
          {words}
        </label>
      ))}
    </fieldset>
  )
}

function Devices() {
  const { queries } = useService()
  const devices = useQuery(queries.devices())
  const ending = useMutation(queries.logoutDevice())
  const endingAll = useMutation(queries.logoutOtherDevices())
  const error = devices.error ?? ending.error ?? endingAll.error
  const others = devices.data?.filter(({ current }) => !current) ?? []
  return (
    <section aria-label="Where you are signed in">
      <h2>Where you are signed in</h2>
      {error && <Failure error={error} onRetry={devices.error ? devices.refetch : undefined} />}
      <ul className={styles['rows']}>
        {devices.data?.map(({ id, current, deviceOS, deviceType, updatedAt }) => (
          <li key={id}>
            <span>
              {[deviceType, deviceOS].filter(Boolean).join(', ') || 'A browser'}
              <small className="quiet">{current ? 'This one' : `Last used ${date.format(new Date(updatedAt))}`}</small>
            </span>
            {!current && (
              <button type="button" disabled={ending.isPending} onClick={() => ending.mutate(id)}>
                Sign out
              </button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <button type="button" className="danger" disabled={endingAll.isPending} onClick={() => endingAll.mutate()}>
          Sign out everywhere else
        </button>
      )}
    </section>
  )
}

function Keys() {
  const { queries } = useService()
  const keys = useQuery(queries.apiKeys())
  if (!keys.data || keys.data.length === 0) return null
  return (
    <section aria-label="Keys for programs">
      <h2>Keys for programs</h2>
      <ul className={styles['rows']}>
        {keys.data.map(({ id, name, scopes, createdAt, expiresAt }) => (
          <li key={id}>
            <span>
              {name}
              <small className="quiet">
                Made {date.format(new Date(createdAt))}
                {expiresAt && `, valid until ${date.format(new Date(expiresAt))}`}. May: {scopes.join(', ')}
              </small>
            </span>
            <Revoke id={id} name={name} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Revoke({ id, name }: { id: string; name: string }) {
  const { queries, notify } = useService()
  const revoking = useMutation({
    ...queries.deleteApiKey(id),
    onSuccess: () => void notify(`The key “${name}” opens nothing any more.`),
    onError: (error) => void notify(<Failure error={error} />, { isFailure: true }),
  })
  return (
    <button
      type="button"
      className="danger-quiet"
      aria-label={`Revoke ${name}`}
      disabled={revoking.isPending}
      onClick={() => revoking.mutate()}
    >
      Revoke
    </button>
  )
}
