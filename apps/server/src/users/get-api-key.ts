import type { Handler } from '../answers/handler.js'
import { ask } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'
import { requireOwnKey } from './access.js'
import { type OwnKeyRow, ownKeyColumns } from './api-key.js'
import { toApiKey } from './to-api-key.js'

export const getApiKey: Handler<'getApiKey'> =
  ({ database }) =>
  async ({ params: { id }, caller: { user } }) => {
    const [key] = await ask<OwnKeyRow>(
      database,
      Prisma.sql`SELECT ${ownKeyColumns} FROM api_key WHERE id = ${id}::uuid AND user_id = ${user.id}::uuid`,
    )
    return { status: 200, body: toApiKey(requireOwnKey(key)) }
  }
