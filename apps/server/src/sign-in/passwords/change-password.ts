import { audit } from '../../answers/audit.js'
import type { Handler } from '../../answers/handler.js'
import { inStatement } from '../../database/transaction.js'
import { ProblemError } from '../../errors.js'
import { toUser } from '../../users/to-user.js'
import { hashPassword, verifyPassword } from '../password-hash.js'
import { beginAttempt } from './attempts.js'
import { findPassword, replacePassword, requirePasswordSignIn, wrongPassword } from './password.js'

export const changePassword: Handler<'changePassword'> = async (
  { body: { password = '', newPassword }, caller, endTurn, findNetwork, req },
  { config, database },
) => {
  requirePasswordSignIn(config)
  const { user, scopes, sessionId } = caller
  const former = (await findPassword(database, user.email))?.hash ?? null
  endTurn()
  if (former === null) requireAllScopes(scopes)
  else {
    const succeed = beginAttempt(config, { network: findNetwork(), account: user.email })
    if (!(await verifyPassword(password, former, user.id))) throw wrong()
    succeed()
  }
  const hash = await hashPassword(newPassword, user.id)
  const change = { userId: user.id, former, hash, kept: sessionId }
  const changed = await inStatement(database, (queryable) => replacePassword(queryable, change))
  if (!changed) throw wrong()
  audit(req, { act: 'changed the password', userId: user.id, ...(sessionId !== null && { sessionId }) })
  return { status: 200, body: toUser(changed, user.id) }
}

function wrong() {
  return wrongPassword('This is not your current password.')
}

/** A first password lasts longer than a key or session, and may do everything. */
function requireAllScopes(scopes: string[]): void {
  if (scopes.includes('all')) return
  throw new ProblemError('forbidden', 'Only a key or session with all scopes sets a first password.')
}
