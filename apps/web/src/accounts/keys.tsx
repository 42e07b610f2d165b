import type { ApiKey } from '@media-library/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formats, messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.js'
import { LongList } from '../ui/lists/long-list.js'
import { Failure } from '../ui/notices/failure.js'
import { KeyDialog } from './key-dialog.js'
import styles from './rows.module.css'

/** The keys of the caller for programs, and the ways to make and to remove them. */
export function Keys() {
  const { queries } = useService()
  const keys = useQuery(queries.apiKeys())
  const [isMaking, setMaking] = useState(false)
  const { account } = messages
  return (
    <section aria-label={account.keys}>
      <h2>{account.keys}</h2>
      {keys.error && <Failure error={keys.error} onRetry={keys.refetch} />}
      <LongList name="keys" className={styles['rows']} items={keys.data ?? []} toKey={({ id }) => id}>
        {(key) => <KeyRow apiKey={key} />}
      </LongList>
      <button type="button" onClick={() => setMaking(true)}>
        {account.makeKey}
      </button>
      {isMaking && <KeyDialog onClose={() => setMaking(false)} />}
    </section>
  )
}

function KeyRow({ apiKey: { id, name, scopes, createdAt, expiresAt } }: { apiKey: ApiKey }) {
  const { queries, notify } = useService()
  const { account, verbs } = messages
  const [isAsking, setAsking] = useState(false)
  const removing = useMutation({
    ...queries.deleteApiKey(id),
    onSuccess: () => void notify(account.removed(messages.quoted(name))),
  })
  const facts = [
    account.made(formatDate(createdAt)),
    expiresAt && account.validUntil(formatDate(expiresAt)),
    account.may(scopes),
  ]
  return (
    <div className={styles['row']}>
      <span>
        {name}
        <small className="quiet">{facts.filter(Boolean).join(' · ')}</small>
      </span>
      <button
        type="button"
        className="danger-quiet"
        aria-label={account.removeKey(name)}
        onClick={() => setAsking(true)}
      >
        {verbs.remove}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={account.removeKey(messages.quoted(name))}
          words={account.removeKeyWords}
          verb={verbs.remove}
          change={removing}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

function formatDate(moment: string) {
  return formats.date(new Date(moment))
}
