import { findApiKeys } from '../../repositories/user/api-key.js'
import type { Handler } from '../handler.js'
import { beginSession } from './begin-session.js'

export const signInWithKey: Handler<'signInWithKey'> =
  ({ database }) =>
  async ({ req, res }) => {
    const { user, keyId: id } = req
    const [key] = await findApiKeys(database, [id])
    const expiresAt = key?.expiresAt ?? null
    return { status: 201, body: await beginSession(database, { user, key: { id, expiresAt } }, { req, res }) }
  }
