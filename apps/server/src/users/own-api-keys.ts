import { type ApiKey, KeyScope } from '@media-library/contract'
import { audit } from '../answers/audit.js'
import type { Handler } from '../answers/handler.js'
import { type JsonItems, jsonList } from '../answers/sent-body.js'
import { askOne, type Queryable } from '../database/ask.js'
import { inTurn } from '../database/in-turn.js'
import { inStatement } from '../database/transaction.js'
import { ProblemError } from '../errors.js'
import { Prisma } from '../generated/prisma/client.js'
import { findKeyExpiry, keyColumns, revokeApiKey, type StoredApiKey, storeApiKey } from './api-key.js'
import { makeApiKey } from './credential.js'

/** The number of keys that a user may have. The command line creates further ones. */
const MOST_KEYS = 1_000

export const createApiKey: Handler<'createApiKey'> = async ({ body, caller, req }, { database }) => {
  const { user } = caller
  const scopes = requireScopes(caller.scopes, body.scopes ?? caller.scopes)
  const { id, key: secret, secretHash } = makeApiKey()
  const expiresAt = requireExpiry(await findKeyExpiry(database, caller.credentialId), body.expiresAt)
  const key = { id, userId: user.id, name: body.name ?? 'API Key', secretHash, scopes, expiresAt }
  const created = await inTurn(database, { what: 'keys', userId: user.id }, (turn) => storeApiKey(turn, key, MOST_KEYS))
  const apiKey = toApiKey(created)
  audit(req, { act: 'made a key', userId: user.id, keyId: id, scopes })
  return { status: 201, body: { apiKey, secret } }
}

export const getApiKeys: Handler<'getApiKeys'> = async ({ caller: { user } }, { database }) => {
  const { text } = await readKeys(database, user.id)
  return { status: 200, body: jsonList(text === null ? [] : [text]) }
}

/**
 * Reads the keys of a user, newest first, as `toApiKey` would convert them. The database writes the JSON: to convert a thousand would keep
 * the thread that answers all requests.
 */
function readKeys(database: Queryable, userId: string) {
  const known = Prisma.sql`${KeyScope.options}::text[]`
  return askOne<{ text: JsonItems<ApiKey> | null }>(
    database,
    Prisma.sql`
      SELECT string_agg(row_to_json(own)::text, ',' ORDER BY "createdAt" DESC, id DESC) AS text
      FROM (
        SELECT id, name, api_time(created_at) AS "createdAt", api_time(updated_at) AS "updatedAt",
          ARRAY (
            SELECT scope FROM unnest(scopes) AS scope WHERE scope = ANY (${known}) ORDER BY array_position(${known}, scope)
          ) AS scopes,
          api_time(expires_at) AS "expiresAt"
        FROM api_key WHERE user_id = ${userId}::uuid
      ) AS own`,
  )
}

export const getApiKey: Handler<'getApiKey'> = async ({ params: { id }, caller: { user } }, { database }) => {
  const key = await database.apiKey.findFirst({ where: { id, userId: user.id }, select: keyColumns })
  return { status: 200, body: toApiKey(requireOwnKey(key)) }
}

export const updateApiKey: Handler<'updateApiKey'> = async (
  { params: { id }, body: { name }, caller: { user } },
  { database },
) => {
  const [key = null] = await inStatement(database, () =>
    database.apiKey.updateManyAndReturn({ where: { id, userId: user.id }, data: { name }, select: keyColumns }),
  )
  return { status: 200, body: toApiKey(requireOwnKey(key)) }
}

export const deleteApiKey: Handler<'deleteApiKey'> = async (
  { params: { id }, caller: { user }, req },
  { database },
) => {
  const isRevoked = await inStatement(database, () => revokeApiKey(database, { id, userId: user.id }))
  requireOwnKey(isRevoked || null)
  audit(req, { act: 'revoked a key', userId: user.id, keyId: id })
  return { status: 204, body: undefined }
}

/** Returns the key. Throws `not_found` when the caller has no such key. */
function requireOwnKey<Found>(key: Found | null): Found {
  if (key !== null) return key
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

/** Returns when a new key expires. Throws `forbidden` for a time after the expiry of the caller's own key, which is null for never. */
function requireExpiry(own: Date | null, wanted: string | undefined): Date | null {
  const expiresAt = wanted === undefined ? own : new Date(wanted)
  if (own === null || (expiresAt !== null && expiresAt <= own)) return expiresAt
  throw new ProblemError(
    'forbidden',
    `Your own key expires at ${own.toISOString()}, and no key that it makes expires later.`,
  )
}

/** A key as its user may see it. A scope that this version does not have gives nothing, and is left out. */
function toApiKey({ id, name, createdAt, updatedAt, scopes, expiresAt }: StoredApiKey): ApiKey {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    scopes: KeyScope.options.filter((scope) => scopes.includes(scope)),
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}
