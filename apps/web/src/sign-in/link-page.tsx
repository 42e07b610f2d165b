import { isProblem } from '@media-library/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { messages } from '../language/messages.js'
import { type Service, useService } from '../service/service.js'
import { PageError } from '../service/words.js'
import { Failure } from '../ui/notices/failure.js'
import { useTitle } from '../ui/page/title.js'
import { Card } from './card.js'
import { cookieRefused, enter } from './enter.js'
import { FirstAccount } from './first-account.js'
import { linkCode } from './link-code.js'
import { NewPassword } from './new-password.js'

/** Signs in with a link: that of an invitation, of `session link`, or of a service that has no user yet. */
export function LinkPage() {
  const service = useService()
  const { client, queries, queryClient } = service
  useTitle(messages.signIn.title)
  const navigate = useNavigate()
  const config = useQuery(queries.serverConfig())
  const goOn = () => navigate({ to: '/', replace: true })
  const signIn = useMutation({
    mutationFn: async () => {
      const { passwordLogin } = await queryClient.ensureQueryData(queries.features())
      const login = await client.signInWithCode({ code: linkCode }).catch(async (error) => {
        // Many keep the link of their invitation, and open the library by it again.
        if (isProblem(error, 'sign_in_failed') && (await isSignedIn(service))) return null
        throw toLinkError(error)
      })
      await enter(service)
      return login && { ...login, needsPassword: login.shouldChangePassword && passwordLogin }
    },
    onSuccess: async (login) => {
      if (!login?.needsPassword) await goOn()
    },
  })
  const isInitialized = config.data?.isInitialized
  const hasBegun = useRef(false)
  const { mutate } = signIn
  useEffect(() => {
    if (hasBegun.current || !isInitialized || linkCode === '') return
    hasBegun.current = true
    mutate()
  }, [mutate, isInitialized])

  const error = signIn.error ?? config.error
  // The page was loaded again, without the code that it had used.
  if (linkCode === '' && isInitialized) return <Navigate to="/" replace />
  if (isInitialized === false)
    return (
      <Card>
        <FirstAccount code={linkCode} onDone={() => enter(service).then(goOn)} />
      </Card>
    )
  if (signIn.data?.needsPassword)
    return (
      <Card>
        <p>{messages.signIn.welcome(signIn.data.name)}</p>
        <NewPassword email={signIn.data.userEmail} current="" onDone={goOn} />
        <button type="button" onClick={() => void goOn()}>
          {messages.signIn.later}
        </button>
      </Card>
    )
  return (
    <Card>
      {error ? (
        <Failure error={error} onRetry={config.error ? config.refetch : undefined} />
      ) : (
        <p role="status">{messages.signIn.running}</p>
      )}
      {error && <Link to="/auth/login">{messages.signIn.otherWay}</Link>}
    </Card>
  )
}

function isSignedIn({ queries, queryClient }: Service): Promise<boolean> {
  return queryClient.fetchQuery(queries.me()).then(
    () => true,
    () => false,
  )
}

/** Describes why a link signs nobody in. The service does not use up its code where the browser would drop the session. */
function toLinkError(error: unknown): unknown {
  const { linkOver, linkOverToDo } = messages.signIn
  if (isProblem(error, 'sign_in_off')) return cookieRefused()
  return isProblem(error, 'sign_in_failed') ? new PageError(linkOver, linkOverToDo) : error
}
