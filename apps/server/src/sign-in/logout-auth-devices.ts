import { audit } from '../answers/audit.js'
import type { Handler } from '../answers/handler.js'
import { ask } from '../database/ask.js'
import { inStatement } from '../database/transaction.js'
import { Prisma } from '../generated/prisma/client.js'

export const logoutAuthDevices: Handler<'logoutAuthDevices'> =
  ({ database }) =>
  async ({ caller, req }) => {
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
