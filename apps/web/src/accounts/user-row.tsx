import type { Invitation, InvitationWithCode, User } from '@media-library/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formats, messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { Avatar } from '../ui/avatar.js'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.js'
import { Failure } from '../ui/notices/failure.js'
import { UserDialog } from './user-dialog.js'
import styles from './user-row.module.css'

interface UserRowProps {
  user: User
  /** The open invitation of the user; undefined when there is none. */
  invitation: Invitation | undefined
  isMe: boolean
  onInvited: (name: string, invited: InvitationWithCode) => void
}

/** A user: how much they have, and what an administrator can do. */
export function UserRow({ user, invitation, isMe, onInvited }: UserRowProps) {
  const [asking, setAsking] = useState<'change' | 'withdraw' | 'remove' | null>(null)
  const { queries, notify } = useService()
  const onError = (error: Error) => void notify(<Failure error={error} />, { isFailure: true })
  const renewing = useMutation({ ...queries.renewInvitation(user.id), onError })
  const withdrawing = useMutation({ ...queries.deleteInvitation(user.id), onSuccess: () => setAsking(null) })
  const locking = useMutation({ ...queries.deleteUser(user.id), onError })
  const restoring = useMutation({ ...queries.restoreUser(user.id), onError })
  const removing = useMutation({
    ...queries.removeUser(user.id),
    onSuccess: () => setAsking(null),
  })
  const { accounts, verbs } = messages
  const isLocked = user.deletedAt !== null
  const used = formats.bytes(user.quotaUsageInBytes ?? 0)
  const quota = user.quotaSizeInBytes
  const facts = [
    user.email,
    user.isAdmin && accounts.administrator,
    quota === null ? accounts.has(used) : accounts.hasOf(used, formats.bytes(quota)),
    isLocked && accounts.locked,
    invitation && accounts.invitedUntil(formats.date(new Date(invitation.expiresAt))),
  ]
  return (
    <div className={styles['user']}>
      <Avatar user={user} />
      <span className={styles['who']}>
        {user.name}
        <small className="quiet">{facts.filter(Boolean).join(' · ')}</small>
      </span>
      <div className={styles['acts']}>
        <button type="button" aria-label={accounts.change(user.name)} onClick={() => setAsking('change')}>
          {verbs.edit}
        </button>
        {!isMe && !isLocked && (
          <button
            type="button"
            aria-label={accounts.inviteAgainWhom(user.name)}
            disabled={renewing.isPending}
            onClick={() => renewing.mutate(undefined, { onSuccess: (invited) => onInvited(user.name, invited) })}
          >
            {accounts.inviteAgain}
          </button>
        )}
        {invitation && (
          <button type="button" aria-label={accounts.withdrawFrom(user.name)} onClick={() => setAsking('withdraw')}>
            {accounts.withdraw}
          </button>
        )}
        {!isMe && (
          <button
            type="button"
            aria-label={isLocked ? accounts.letInWhom(user.name) : accounts.lockOutWhom(user.name)}
            disabled={locking.isPending || restoring.isPending}
            onClick={() => (isLocked ? restoring.mutate() : locking.mutate())}
          >
            {isLocked ? accounts.letIn : accounts.lockOut}
          </button>
        )}
        {!isMe && (
          <button
            type="button"
            className="danger-quiet"
            aria-label={accounts.removeWhom(user.name)}
            onClick={() => setAsking('remove')}
          >
            {accounts.remove}
          </button>
        )}
      </div>
      {asking === 'change' && <UserDialog user={user} isMe={isMe} onClose={() => setAsking(null)} />}
      {asking === 'withdraw' && (
        <ConfirmDialog
          title={accounts.withdrawFrom(user.name)}
          words={accounts.withdrawWords}
          verb={accounts.withdraw}
          change={withdrawing}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'remove' && (
        <ConfirmDialog
          title={accounts.removeWhom(user.name)}
          words={accounts.removeWords(user.name)}
          verb={verbs.deleteForGood}
          change={removing}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  )
}
