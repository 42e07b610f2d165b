import { createClient } from '@media-library/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef } from 'react'
import { useService } from '../service/service.js'
import { Failure } from '../ui/failure.js'
import { useTitle } from '../ui/title.js'
import { enter } from './enter.js'
import styles from './sign-in.module.css'

/** Where the provider sends people back to. */
const redirectUri = `${location.origin}/auth/login`

/** The address with which the provider sent somebody back. It works once, so that a repeated effect must not send it again. */
let arrival: string | null = /[?&]state=/.test(location.search) ? location.href : null

/** Lets people in: by the provider, or with a key, which is exchanged for a session. */
export function LoginPage() {
  const service = useService()
  const { client, queries } = service
  useTitle('Sign in')
  const { back, autoLaunch } = useSearch({ from: '/auth/login' })
  const navigate = useNavigate()
  const features = useQuery(queries.features())
  const config = useQuery(queries.serverConfig())

  const goOn = async () => {
    await enter(service)
    await navigate({ href: back ?? sessionStorage.getItem('back') ?? '/', replace: true })
    sessionStorage.removeItem('back')
  }
  const begin = useMutation({
    mutationFn: () => client.authorize({ redirectUri }),
    onSuccess: ({ url }) => {
      if (back) sessionStorage.setItem('back', back)
      location.assign(url)
    },
  })
  const finish = useMutation({ mutationFn: (url: string) => client.finishSignIn({ url }), onSuccess: goOn })
  const withKey = useMutation({
    mutationFn: (apiKey: string) => createClient({ baseUrl: location.origin, apiKey }).signInWithKey(),
    onSuccess: goOn,
  })

  const hasBegun = useRef(false)
  const isAutomatic = features.data?.oauthAutoLaunch && autoLaunch !== 0
  useEffect(() => {
    if (hasBegun.current) return
    if (arrival !== null) {
      hasBegun.current = true
      const url = arrival
      arrival = null
      history.replaceState(null, '', '/auth/login')
      finish.mutate(url)
    } else if (isAutomatic) {
      hasBegun.current = true
      begin.mutate()
    }
  }, [isAutomatic, begin, finish])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const key = new FormData(event.currentTarget).get('key')
    if (typeof key === 'string' && key.trim() !== '') withKey.mutate(key.trim())
  }
  const error = withKey.error ?? finish.error ?? begin.error ?? features.error
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <img src="/icon.svg" alt="" width="56" height="56" />
        <h1>Media library</h1>
        {config.data?.loginPageMessage && <p>{config.data.loginPageMessage}</p>}
        {error && <Failure error={error} />}
        {(finish.isPending || begin.isPending) && <p role="status">Signing you in…</p>}
        {features.data?.oauth && (
          <button type="button" className="primary" onClick={() => begin.mutate()} disabled={begin.isPending}>
            {config.data?.oauthButtonText || 'Sign in'}
          </button>
        )}
        <form onSubmit={submit}>
          <label htmlFor="key">Key</label>
          <input
            id="key"
            name="key"
            type="password"
            autoComplete="off"
            spellCheck={false}
            required
            placeholder="mlk_…"
          />
          <button type="submit" className={features.data?.oauth ? undefined : 'primary'} disabled={withKey.isPending}>
            Sign in with the key
          </button>
        </form>
        <p className="quiet">
          Who runs the service makes a key with <code>media-library key create</code>, or a link that signs you in with{' '}
          <code>media-library session link</code>.
        </p>
      </div>
    </main>
  )
}
