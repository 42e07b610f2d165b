import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { awaitReturn, isPassing } from '../service/outage.js'
import { useService } from '../service/service.js'
import { Failure } from '../ui/notices/failure.js'
import page from '../ui/page/page.module.css'

/** The page in place of one that cannot be shown. It goes away when the service is back. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const { outage, client, queryClient } = useService()
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  useEffect(() => {
    if (!isPassing(error)) return
    const { unsubscribe } = outage.subscribe(() => void router.invalidate())
    const stop = awaitReturn(outage, client, queryClient)
    return () => {
      unsubscribe()
      stop()
    }
  }, [error, outage, client, queryClient, router])
  return (
    <main className={page['message']}>
      <Failure error={error} onRetry={retry} />
    </main>
  )
}
