import type { Handler } from '../answers/handler.js'
import { ask } from '../database/ask.js'
import { inStatement } from '../database/transaction.js'
import { Prisma } from '../generated/prisma/client.js'
import { requireOwnKey } from './access.js'
import { type OwnKeyRow, ownKeyColumns } from './api-key.js'
import { toApiKey } from './to-api-key.js'

export const updateApiKey: Handler<'updateApiKey'> =
  ({ database }) =>
  async ({ params: { id }, body: { name }, caller: { user } }) => {
    const [key] = await inStatement(database, (queryable) =>
      ask<OwnKeyRow>(
        queryable,
        Prisma.sql`
          UPDATE api_key SET name = ${name}, updated_at = now() WHERE id = ${id}::uuid AND user_id = ${user.id}::uuid
          RETURNING ${ownKeyColumns}`,
      ),
    )
    return { status: 200, body: toApiKey(requireOwnKey(key)) }
  }
