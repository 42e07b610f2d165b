import type { Passkey } from '@media-library/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formats, messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.js'
import { RenameDialog } from '../ui/dialogs/rename-dialog.js'
import rows from './rows.module.css'

/** The number of characters that the name of a passkey may have. */
export const LONGEST_NAME = 100

/** A passkey of the caller, and the ways to rename and to remove it. */
export function PasskeyRow({ passkey: { id, name, origin, createdAt, usedAt } }: { passkey: Passkey }) {
  const { queries, mutate } = useService()
  const [asking, setAsking] = useState<'name' | 'remove' | null>(null)
  const removing = useMutation(queries.deletePasskey(id))
  const { account, verbs } = messages
  const facts = [
    account.made(formatDate(createdAt)),
    usedAt === null ? account.neverUsed : account.lastUsed(formatDate(usedAt)),
    origin !== location.origin && account.passkeyOf(origin),
  ]
  const close = () => setAsking(null)
  return (
    <div className={rows['row']}>
      <span>
        {name}
        <small className="quiet">{facts.filter(Boolean).join(' · ')}</small>
      </span>
      <div className={rows['acts']}>
        <button type="button" aria-label={account.renamePasskey(name)} onClick={() => setAsking('name')}>
          {verbs.rename}
        </button>
        <button
          type="button"
          className="danger-quiet"
          aria-label={account.removeKey(name)}
          onClick={() => setAsking('remove')}
        >
          {verbs.remove}
        </button>
      </div>
      {asking === 'name' && (
        <RenameDialog
          title={account.renamePasskey(name)}
          name={name}
          maxLength={LONGEST_NAME}
          required
          rename={(name) => mutate(queries.updatePasskey(id), { name })}
          onClose={close}
        />
      )}
      {asking === 'remove' && (
        <ConfirmDialog
          title={account.removeKey(messages.quoted(name))}
          words={account.removePasskeyWords}
          verb={verbs.remove}
          change={removing}
          onClose={close}
        />
      )}
    </div>
  )
}

function formatDate(moment: string) {
  return formats.date(new Date(moment))
}
