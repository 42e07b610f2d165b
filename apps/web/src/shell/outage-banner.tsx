import { useSelector } from '@tanstack/react-store'
import { useEffect } from 'react'
import { messages } from '../language/messages.js'
import { awaitReturn } from '../service/outage.js'
import { useService } from '../service/service.js'
import styles from './outage-banner.module.css'

/** Shows once for the whole page that the service is away. */
export function OutageBanner() {
  const { outage, client, queryClient } = useService()
  const isOut = useSelector(outage, (state) => state.isOut)
  useEffect(() => (isOut ? awaitReturn(outage, client, queryClient) : undefined), [isOut, outage, client, queryClient])
  return (
    <div role="status" className={styles['place']}>
      {isOut && (
        <p className={styles['banner']}>
          <strong>{messages.outage.away}</strong> {messages.outage.comesBack}
        </p>
      )}
    </div>
  )
}
