import type { Handler } from '../answers/handler.js'
import { ask } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'
import { type OwnKeyRow, ownKeyColumns } from './api-key.js'
import { toApiKey } from './to-api-key.js'

export const getApiKeys: Handler<'getApiKeys'> =
  ({ database }) =>
  async ({ caller: { user } }) => {
    const keys = await ask<OwnKeyRow>(
      database,
      Prisma.sql`
        SELECT ${ownKeyColumns} FROM api_key WHERE user_id = ${user.id}::uuid ORDER BY created_at DESC, id DESC`,
    )
    return { status: 200, body: keys.map(toApiKey) }
  }
