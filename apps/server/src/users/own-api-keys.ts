import { type ApiKey, KeyScope } from '@media-library/contract'
import { audit } from '../answers/audit.js'
import type { Handler } from '../answers/handler.js'
import { requireUnderLimit } from '../answers/refusals.js'
import { ask } from '../database/ask.js'
import { inStatement } from '../database/transaction.js'
import { ProblemError } from '../errors.js'
import { type ApiKey as KeyRow, Prisma } from '../generated/prisma/client.js'
import { makeApiKey } from './credential.js'

/** How many keys a user may have. The command line makes further ones. */
const MOST_KEYS = 1_000

type OwnKeyRow = Pick<KeyRow, 'id' | 'name' | 'createdAt' | 'updatedAt' | 'scopes' | 'expiresAt'>

/** The columns of "api_key" under the names of an OwnKeyRow. */
const columns = Prisma.sql`
  id, name, created_at AS "createdAt", updated_at AS "updatedAt", scopes, expires_at AS "expiresAt"`

export const createApiKey: Handler<'createApiKey'> = async ({ body, caller, req }, { database }) => {
  const { user } = caller
  const scopes = requireScopes(caller.scopes, body.scopes ?? caller.scopes)
  const { id, key, secretHash } = makeApiKey()
  const { name = 'API Key', expiresAt } = body
  const [made = null] = await inStatement(database, (queryable) =>
    ask<OwnKeyRow>(
      queryable,
      Prisma.sql`
          INSERT INTO api_key (id, user_id, name, secret_hash, scopes, expires_at)
          SELECT ${id}::uuid, ${user.id}::uuid, ${name}, ${secretHash}::bytea, ${scopes}::text[],
            ${expiresAt === undefined ? null : new Date(expiresAt)}::timestamptz
          WHERE NOT EXISTS (SELECT FROM api_key WHERE user_id = ${user.id}::uuid OFFSET ${MOST_KEYS - 1}::int)
          RETURNING ${columns}`,
    ),
  )
  const apiKey = toApiKey(requireUnderLimit(made, 'keys', MOST_KEYS))
  audit(req, { act: 'made a key', userId: user.id, keyId: id, scopes })
  return { status: 201, body: { apiKey, secret: key } }
}

export const getApiKeys: Handler<'getApiKeys'> = async ({ caller: { user } }, { database }) => {
  const keys = await ask<OwnKeyRow>(
    database,
    Prisma.sql`
        SELECT ${columns} FROM api_key WHERE user_id = ${user.id}::uuid ORDER BY created_at DESC, id DESC`,
  )
  return { status: 200, body: keys.map(toApiKey) }
}

export const getApiKey: Handler<'getApiKey'> = async ({ params: { id }, caller: { user } }, { database }) => {
  const [key] = await ask<OwnKeyRow>(
    database,
    Prisma.sql`SELECT ${columns} FROM api_key WHERE id = ${id}::uuid AND user_id = ${user.id}::uuid`,
  )
  return { status: 200, body: toApiKey(requireOwnKey(key)) }
}

export const updateApiKey: Handler<'updateApiKey'> = async (
  { params: { id }, body: { name }, caller: { user } },
  { database },
) => {
  const [key] = await inStatement(database, (queryable) =>
    ask<OwnKeyRow>(
      queryable,
      Prisma.sql`
          UPDATE api_key SET name = ${name}, updated_at = now() WHERE id = ${id}::uuid AND user_id = ${user.id}::uuid
          RETURNING ${columns}`,
    ),
  )
  return { status: 200, body: toApiKey(requireOwnKey(key)) }
}

export const deleteApiKey: Handler<'deleteApiKey'> = async (
  { params: { id }, caller: { user }, req },
  { database },
) => {
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

/** Returns what was found of the key. Throws `not_found` when the caller has no such key. */
function requireOwnKey<Found>(key: Found | undefined): Found {
  if (key !== undefined) return key
  throw new ProblemError('not_found', 'You have no such key.')
}

/** Returns the scopes that a new key gets, each once. Throws `forbidden`, which names them, for those that the caller lacks. */
function requireScopes(callerScopes: string[], wanted: string[]): string[] {
  const scopes = wanted.includes('all') ? ['all'] : [...new Set(wanted)]
  const lacking = callerScopes.includes('all') ? [] : scopes.filter((scope) => !callerScopes.includes(scope))
  if (lacking.length === 0) return scopes
  const names = lacking.map((scope) => `\`${scope}\``).join(', ')
  throw new ProblemError('forbidden', `You cannot give a key what you may not do yourself: ${names}.`)
}

/** A key as its user may see it. A scope that this version does not have gives nothing, and is left out. */
function toApiKey({ id, name, createdAt, updatedAt, scopes, expiresAt }: OwnKeyRow): ApiKey {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    scopes: KeyScope.options.filter((scope) => scopes.includes(scope)),
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}
