import { audit } from '../answers/audit.js'
import type { Handler } from '../answers/handler.js'
import { ask } from '../database/ask.js'
import { inStatement } from '../database/transaction.js'
import { ProblemError } from '../errors.js'
import { Prisma } from '../generated/prisma/client.js'
import { endSession } from '../users/session.js'
import { clearSessionCookie } from './cookies.js'

/** The path of the login page in front ends of Immich. */
const REDIRECT_URI = '/auth/login?autoLaunch=0'

export const logout: Handler<'logout'> = async ({ caller, req, res }, { database }) => {
  await endSession(database, { id: caller.sessionId })
  clearSessionCookie(res)
  audit(req, { act: 'signed out', userId: caller.user.id, sessionId: caller.sessionId })
  // Not "cookies", which would end the sessions of other services on the same domain, too.
  res.set('Clear-Site-Data', '"cache", "storage"')
  return { status: 200, body: { successful: true, redirectUri: REDIRECT_URI } }
}

export const logoutAuthDevice: Handler<'logoutAuthDevice'> = async ({ params: { id }, caller, req }, { database }) => {
  const { user } = caller
  const isEnded = await inStatement(database, (queryable) => endSession(queryable, { id, userId: user.id }))
  if (!isEnded) throw new ProblemError('not_found', 'You have no such session.')
  audit(req, { act: 'ended a session', userId: user.id, sessionId: id })
  return { status: 204, body: undefined }
}

export const logoutAuthDevices: Handler<'logoutAuthDevices'> = async ({ caller, req }, { database }) => {
  const { user, sessionId } = caller
  await inStatement(database, (queryable) =>
    ask(
      queryable,
      Prisma.sql`DELETE FROM session WHERE user_id = ${user.id}::uuid AND id IS DISTINCT FROM ${sessionId}::uuid`,
    ),
  )
  audit(req, { act: 'ended all other sessions', userId: user.id, ...(sessionId !== null && { sessionId }) })
  return { status: 204, body: undefined }
}
