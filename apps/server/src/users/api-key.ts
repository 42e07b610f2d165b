import { requireUnderLimit } from '../answers/refusals.js'
import { ask, type Queryable } from '../database/ask.js'
import type { PrismaDatabase } from '../database/connect.js'
import { type ApiKey, Prisma, type User as UserRow } from '../generated/prisma/client.js'
import { type ClaimedRow, inOrder, isClaimed } from './claimed.js'
import type { CredentialClaim } from './credential.js'
import { userColumns } from './to-user.js'

type KeyRow = Pick<ApiKey, 'scopes' | 'expiresAt'>

/** A key with its user. The caller checks whether the key has expired or the user was deleted. */
export type ApiKeyRow = KeyRow & { user: UserRow }

/** The columns of a key, except its hash. */
export const keyColumns = {
  id: true,
  name: true,
  scopes: true,
  createdAt: true,
  updatedAt: true,
  expiresAt: true,
} satisfies Prisma.ApiKeySelect

/** A key without its hash. */
export type StoredApiKey = Prisma.ApiKeyGetPayload<{ select: typeof keyColumns }>

const columns = { ...keyColumns, user: { select: { email: true } } } satisfies Prisma.ApiKeySelect

/** A key without its hash, with the address of its user. */
export type ApiKeyColumnsRow = Prisma.ApiKeyGetPayload<{ select: typeof columns }>

/** Finds the keys that are claimed, in the same order; null for each that is missing or has another secret. */
export async function findApiKeys(
  database: Queryable,
  claims: readonly CredentialClaim[],
): Promise<(ApiKeyRow | null)[]> {
  const rows = await ask<KeyRow & UserRow & ClaimedRow>(
    database,
    Prisma.sql`
      SELECT api_key.id AS "claimedId", secret_hash AS "secretHash", scopes, expires_at AS "expiresAt", ${userColumns}
      FROM api_key JOIN "user" ON "user".id = user_id
      WHERE ${isClaimed('api_key', claims)}`,
  )
  return inOrder(claims, rows, ({ scopes, expiresAt, ...user }) => ({ scopes, expiresAt, user }))
}

/** A key to store. */
export type NewApiKey = Pick<ApiKey, 'id' | 'userId' | 'name' | 'secretHash' | 'scopes' | 'expiresAt'>

/** Stores a key. Throws `limit_reached` when its user has so many keys already; `most` is null for any number. */
export async function storeApiKey(
  database: Queryable,
  { id, userId, name, secretHash, scopes, expiresAt }: NewApiKey,
  most: number | null,
): Promise<StoredApiKey> {
  const [row = null] = await ask<StoredApiKey>(
    database,
    Prisma.sql`
      INSERT INTO api_key (id, user_id, name, secret_hash, scopes, expires_at)
      SELECT ${id}::uuid, ${userId}::uuid, ${name}, ${secretHash}::bytea, ${scopes}::text[], ${expiresAt}::timestamptz
      WHERE ${most}::int IS NULL OR NOT EXISTS (SELECT FROM api_key WHERE user_id = ${userId}::uuid OFFSET ${most}::int - 1)
      RETURNING id, name, scopes, created_at AS "createdAt", updated_at AS "updatedAt", expires_at AS "expiresAt"`,
  )
  return requireUnderLimit(row, 'keys', most ?? 0)
}

/** Returns when the key of a caller expires, or that with which their session began; null when it does not. */
export async function findKeyExpiry(database: Queryable, credentialId: string): Promise<Date | null> {
  const [key] = await ask<{ expiresAt: Date | null }>(
    database,
    Prisma.sql`
      SELECT expires_at AS "expiresAt" FROM api_key
      WHERE id IN (${credentialId}::uuid, (SELECT api_key_id FROM session WHERE id = ${credentialId}::uuid))`,
  )
  return key?.expiresAt ?? null
}

/** Lets a key expire at another time. */
export async function extendApiKey(database: PrismaDatabase, id: string, expiresAt: Date): Promise<void> {
  await database.apiKey.updateMany({ where: { id }, data: { expiresAt } })
}

/** Lists the keys of a user, or of all users, oldest first. */
export function listApiKeys(database: PrismaDatabase, userId: string | null): Promise<ApiKeyColumnsRow[]> {
  return database.apiKey.findMany({
    where: userId === null ? {} : { userId },
    select: columns,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
}

/** Revokes a key, and the sessions that it began. Returns false when no key has this id, and this user if one is named. */
export async function revokeApiKey(database: PrismaDatabase, where: { id: string; userId?: string }): Promise<boolean> {
  const { count } = await database.apiKey.deleteMany({ where })
  return count > 0
}
