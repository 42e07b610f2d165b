import { createClient, isProblem } from '@media-library/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef } from 'react'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { PageError } from '../service/words.js'
import { Around } from '../ui/around.js'
import { Failure } from '../ui/failure.js'
import { useTitle } from '../ui/title.js'
import { enter } from './enter.js'
import styles from './sign-in.module.css'

/** The address to which the provider redirects people. */
const redirectUri = `${location.origin}/auth/login`

/**
 * The address to which the provider redirected the user. It works once, so a repeated effect must not send it again.
 */
let arrival: string | null = /[?&]state=/.test(location.search) ? location.href : null

/** Signs people in: with the provider, or with a key, which is exchanged for a session. */
export function LoginPage() {
  const service = useService()
  const { client, queries } = service
  useTitle(messages.signIn.title)
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
    mutationFn: signInWithKey,
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
        <h1>{messages.name}</h1>
        {config.data?.loginPageMessage && <p>{config.data.loginPageMessage}</p>}
        {error && <Failure error={error} />}
        {(finish.isPending || begin.isPending) && <p role="status">{messages.signIn.running}</p>}
        {features.data?.oauth && (
          <button type="button" className="primary" onClick={() => begin.mutate()} disabled={begin.isPending}>
            {config.data?.oauthButtonText || messages.signIn.title}
          </button>
        )}
        <form onSubmit={submit}>
          <label htmlFor="key">{messages.signIn.key}</label>
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
            {messages.signIn.withKey}
          </button>
        </form>
        <p className="quiet">
          <Around sentence={messages.signIn.makeKey}>
            <code>media-library key create</code>
          </Around>{' '}
          <Around sentence={messages.signIn.makeLink}>
            <code>media-library session link</code>
          </Around>
        </p>
      </div>
    </main>
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
