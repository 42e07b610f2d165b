import type { Passkey } from '@media-library/contract'
import { audit } from '../../answers/audit.js'
import type { Handler } from '../../answers/handler.js'
import { inStatement } from '../../database/transaction.js'
import { requireOwnPasskey } from './access.js'
import { listPasskeys, type PasskeyRow, removePasskey, renamePasskey } from './passkey.js'

export const getPasskeys: Handler<'getPasskeys'> = async ({ caller: { user } }, { database }) => {
  const passkeys = await listPasskeys(database, user.id)
  return { status: 200, body: passkeys.map(toPasskey) }
}

export const updatePasskey: Handler<'updatePasskey'> = async (
  { params: { id }, body: { name }, caller: { user } },
  { database },
) => {
  const change = { id, userId: user.id, name }
  const passkey = await inStatement(database, (queryable) => renamePasskey(queryable, change))
  return { status: 200, body: toPasskey(requireOwnPasskey(passkey)) }
}

export const deletePasskey: Handler<'deletePasskey'> = async (
  { params: { id }, caller: { user }, req },
  { database },
) => {
  requireOwnPasskey(await inStatement(database, (queryable) => removePasskey(queryable, { id, userId: user.id })))
  audit(req, { act: 'removed a passkey', userId: user.id, passkeyId: id })
  return { status: 204, body: undefined }
}

export function toPasskey({ id, name, origin, createdAt, usedAt }: PasskeyRow): Passkey {
  return { id, name, origin, createdAt: createdAt.toISOString(), usedAt: usedAt?.toISOString() ?? null }
}
