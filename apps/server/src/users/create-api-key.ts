import { audit } from '../answers/audit.js'
import type { Handler } from '../answers/handler.js'
import { requireRoom } from '../answers/require-room.js'
import { ask } from '../database/ask.js'
import type { Queryable } from '../database/connect.js'
import { inStatement } from '../database/transaction.js'
import { Prisma } from '../generated/prisma/client.js'
import { requireScopes } from './access.js'
import { type OwnKeyRow, ownKeyColumns } from './api-key.js'
import { makeApiKey } from './credentials/api-key.js'
import { toApiKey } from './to-api-key.js'

export const createApiKey: Handler<'createApiKey'> =
  ({ database }) =>
  async ({ body, caller, req }) => {
    const { user } = caller
    const scopes = requireScopes(caller.scopes, body.scopes ?? caller.scopes)
    const { id, key, secretHash } = makeApiKey()
    const expiresAt = body.expiresAt === undefined ? null : new Date(body.expiresAt)
    const newKey = { id, userId: user.id, name: body.name ?? 'API Key', secretHash, scopes, expiresAt }
    const made = await inStatement(database, (queryable) => addApiKey(queryable, newKey))
    const apiKey = toApiKey(requireRoom(made, 'keys', MOST_KEYS))
    audit(req, { act: 'made a key', userId: user.id, keyId: id, scopes })
    return { status: 201, body: { apiKey, secret: key } }
  }

/** How many keys a user may have. The command line makes further ones. */
const MOST_KEYS = 1_000

interface NewKey {
  id: string
  userId: string
  name: string
  secretHash: Uint8Array<ArrayBuffer>
  scopes: string[]
  expiresAt: Date | null
}

/** Adds a key. Returns null when the user has 1,000. */
async function addApiKey(
  queryable: Queryable,
  { id, userId, name, secretHash, scopes, expiresAt }: NewKey,
): Promise<OwnKeyRow | null> {
  const [row] = await ask<OwnKeyRow>(
    queryable,
    Prisma.sql`
      INSERT INTO api_key (id, user_id, name, secret_hash, scopes, expires_at)
      SELECT ${id}::uuid, ${userId}::uuid, ${name}, ${secretHash}::bytea, ${scopes}::text[], ${expiresAt}::timestamptz
      WHERE NOT EXISTS (SELECT FROM api_key WHERE user_id = ${userId}::uuid OFFSET ${MOST_KEYS - 1}::int)
      RETURNING ${ownKeyColumns}`,
  )
  return row ?? null
}
