import { audit } from '../answers/audit.js'
import type { Handler } from '../answers/handler.js'
import { inStatement } from '../database/transaction.js'
import { ProblemError } from '../errors.js'
import { endSession } from '../users/session.js'

export const logoutAuthDevice: Handler<'logoutAuthDevice'> =
  ({ database }) =>
  async ({ params: { id }, caller, req }) => {
    const { user } = caller
    const isEnded = await inStatement(database, (queryable) => endSession(queryable, { id, userId: user.id }))
    if (!isEnded) throw new ProblemError('not_found', 'You have no such session.')
    audit(req, { act: 'ended a session', userId: user.id, sessionId: id })
    return { status: 204, body: undefined }
  }
