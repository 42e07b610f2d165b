import { lazy, Suspense } from 'react'
import { messages } from '../language/messages.js'
import { useReach } from '../service/reach.js'
import { CopyField } from '../ui/fields/copy-field.js'
import { NoReach } from '../ui/no-reach.js'
import { SecretDialog } from './secret-dialog.js'

const QrCode = lazy(async () => ({ default: (await import('../ui/qr-code.js')).QrCode }))

/** Shows the link of an invitation, which nobody can show again. */
export function LinkDialog({ name, code, onClose }: { name: string; code: string; onClose: () => void }) {
  const reach = useReach()
  if (reach === undefined) return null
  const address = `${reach ?? location.origin}/auth/link#${code}`
  const { accounts, links } = messages
  return (
    <SecretDialog title={accounts.linkFor(name)} onClose={onClose}>
      <p>{accounts.linkWords}</p>
      <Suspense>{reach === null ? <NoReach isAdmin /> : <QrCode address={address} />}</Suspense>
      <CopyField label={links.address} value={address} copied={links.copied} />
    </SecretDialog>
  )
}
