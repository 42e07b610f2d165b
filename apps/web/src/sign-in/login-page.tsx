import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { Failure } from '../ui/notices/failure.js'
import { useTitle } from '../ui/page/title.js'
import { Card } from './card.js'
import { enter } from './enter.js'
import styles from './sign-in.module.css'
import { WithKey } from './with-key.js'
import { WithPasskey } from './with-passkey.js'
import { WithPassword } from './with-password.js'

/** The address to which the provider redirects people. */
const redirectUri = `${location.origin}/auth/login`

/**
 * The address to which the provider redirected the user. It works once, so a repeated effect must not send it again.
 */
let arrival: string | null = /[?&]state=/.test(location.search) ? location.href : null

/** Signs people in: with the provider, a password or a passkey, or in another way. */
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

  const error = finish.error ?? begin.error
  // A way that is shown stays as it is.
  const isKnown = !features.isPending && !config.isPending
  const isNew = config.data?.isInitialized === false
  const hasPassword = features.data?.passwordLogin ?? false
  return (
    <Card>
      {config.data?.loginPageMessage && <p>{config.data.loginPageMessage}</p>}
      {isNew && <p role="status">{messages.signIn.noAccountYet}</p>}
      {error && <Failure error={error} />}
      {features.error && <Failure error={features.error} onRetry={features.refetch} />}
      {(finish.isPending || begin.isPending) && <p role="status">{messages.signIn.running}</p>}
      {isKnown && features.data?.oauth && (
        <button type="button" className="primary" onClick={() => begin.mutate()} disabled={begin.isPending}>
          {config.data?.oauthButtonText || messages.signIn.title}
        </button>
      )}
      {isKnown && hasPassword && !isNew && <WithPassword onDone={goOn} />}
      {isKnown && !isNew && <WithPasskey onDone={goOn} />}
      {isKnown && (
        <details className={styles['others']} open={!hasPassword || undefined}>
          <summary>{messages.signIn.otherWays}</summary>
          <WithKey onDone={goOn} />
        </details>
      )}
    </Card>
  )
}
