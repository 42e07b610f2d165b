import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { hasPasskeys } from '../sign-in/passkey.js'
import { LongList } from '../ui/lists/long-list.js'
import { Failure } from '../ui/notices/failure.js'
import { PasskeyDialog } from './passkey-dialog.js'
import { PasskeyRow } from './passkey-row.js'
import rows from './rows.module.css'

/** The passkeys of the caller. Where the browser has none, one sentence says why. */
export function Passkeys() {
  const { account } = messages
  return (
    <section aria-label={account.passkeys}>
      <h2>{account.passkeys}</h2>
      {hasPasskeys() ? <OwnPasskeys /> : <p>{account.noPasskeys}</p>}
    </section>
  )
}

function OwnPasskeys() {
  const { queries } = useService()
  const passkeys = useQuery(queries.passkeys())
  const [isAdding, setAdding] = useState(false)
  const { account } = messages
  return (
    <>
      <p>{account.passkeyWords}</p>
      {passkeys.error && <Failure error={passkeys.error} onRetry={passkeys.refetch} />}
      <LongList name="passkeys" className={rows['rows']} items={passkeys.data ?? []} toKey={({ id }) => id}>
        {(passkey) => <PasskeyRow passkey={passkey} />}
      </LongList>
      <button type="button" onClick={() => setAdding(true)}>
        {account.addPasskey}
      </button>
      {isAdding && <PasskeyDialog onClose={() => setAdding(false)} />}
    </>
  )
}
