import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { Failure } from '../ui/failure.js'
import { useTitle } from '../ui/title.js'
import { enter } from './enter.js'
import { linkCode } from './link-code.js'
import styles from './sign-in.module.css'

/** Signs in with a link of `serve` or `session link`. */
export function LinkPage() {
  const service = useService()
  useTitle(messages.signIn.title)
  const navigate = useNavigate()
  const { mutate, error } = useMutation({
    mutationFn: () => service.client.signInWithCode({ code: linkCode }),
    onSuccess: async () => {
      await enter(service)
      await navigate({ to: '/', replace: true })
    },
  })
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    mutate()
  }, [mutate])
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <img src="/icon.svg" alt="" width="56" height="56" />
        <h1>{messages.name}</h1>
        {error ? <Failure error={error} /> : <p role="status">{messages.signIn.running}</p>}
        {error && <Link to="/auth/login">{messages.signIn.otherWay}</Link>}
      </div>
    </main>
  )
}
