import { audit } from '../answers/audit.js'
import type { Handler } from '../answers/handler.js'
import { ask } from '../database/ask.js'
import { inStatement } from '../database/transaction.js'
import { Prisma } from '../generated/prisma/client.js'
import { requireOwnKey } from './access.js'

export const deleteApiKey: Handler<'deleteApiKey'> =
  ({ database }) =>
  async ({ params: { id }, caller: { user }, req }) => {
    // Its sessions go with it.
    const [revoked] = await inStatement(database, (queryable) =>
      ask<{ id: string }>(
        queryable,
        Prisma.sql`DELETE FROM api_key WHERE id = ${id}::uuid AND user_id = ${user.id}::uuid RETURNING id`,
      ),
    )
    requireOwnKey(revoked)
    audit(req, { act: 'revoked a key', userId: user.id, keyId: id })
    return { status: 204, body: undefined }
  }
