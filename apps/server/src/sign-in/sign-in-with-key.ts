import type { Handler } from '../answers/handler.js'
import { findApiKeys } from '../users/api-key.js'
import { beginSession } from './begin-session.js'

export const signInWithKey: Handler<'signInWithKey'> = async ({ caller, req, res }, { database }) => {
  const { user, credentialId: id } = caller
  const [key] = await findApiKeys(database, [id])
  const expiresAt = key?.expiresAt ?? null
  return { status: 201, body: await beginSession(database, { user, key: { id, expiresAt } }, { req, res }) }
}
