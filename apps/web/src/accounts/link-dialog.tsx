import { lazy, Suspense } from 'react'
import { messages } from '../language/messages.js'
import { Address } from '../ui/address.js'
import { Dialog } from '../ui/dialog.js'
import dialog from '../ui/dialog.module.css'

const QrCode = lazy(async () => ({ default: (await import('../ui/qr-code.js')).QrCode }))

/** Shows the link of an invitation, which nobody can show again. */
export function LinkDialog({ name, code, onClose }: { name: string; code: string; onClose: () => void }) {
  const address = `${location.origin}/auth/link#${code}`
  const { accounts, verbs } = messages
  return (
    <Dialog title={accounts.linkFor(name)} onClose={onClose}>
      <p>{accounts.linkWords}</p>
      <Suspense>
        <QrCode address={address} />
      </Suspense>
      <Address address={address} />
      <div className={dialog['actions']}>
        <button type="button" className="primary" onClick={onClose}>
          {verbs.done}
        </button>
      </div>
    </Dialog>
  )
}
