import { audit } from '../answers/audit.js'
import type { Handler } from '../answers/handler.js'
import { ask } from '../database/ask.js'
import { inStatement } from '../database/transaction.js'
import { ProblemError } from '../errors.js'
import { Prisma } from '../generated/prisma/client.js'

export const logoutAuthDevice: Handler<'logoutAuthDevice'> =
  ({ database }) =>
  async ({ params: { id }, req }) => {
    const { user } = req
    const ended = await inStatement(database, (queryable) =>
      ask(
        queryable,
        Prisma.sql`DELETE FROM session WHERE id = ${id}::uuid AND user_id = ${user.id}::uuid RETURNING id`,
      ),
    )
    if (ended.length === 0) throw new ProblemError('not_found', 'You have no such session.')
    audit(req, { act: 'ended a session', userId: user.id, sessionId: id })
    return { status: 204, body: undefined }
  }
