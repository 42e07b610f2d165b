import { ask, type Queryable } from '../database/ask.js'
import type { PrismaDatabase } from '../database/connect.js'
import { type ApiKey, Prisma, type User as UserRow } from '../generated/prisma/client.js'
import { userColumns } from './to-user.js'

/** A stored key: the hash of its secret, and its scopes. */
type KeyRow = Pick<ApiKey, 'secretHash' | 'scopes' | 'expiresAt'>

/** A key with its user. The caller checks whether the key has expired or the user was deleted. */
export type ApiKeyRow = KeyRow & { user: UserRow }

const listed = {
  id: true,
  name: true,
  scopes: true,
  createdAt: true,
  expiresAt: true,
  user: { select: { email: true } },
} satisfies Prisma.ApiKeySelect

/** A key without its hash. */
export type ListedApiKeyRow = Prisma.ApiKeyGetPayload<{ select: typeof listed }>

/** Finds the keys of ids, in the same order; null for each missing key. */
export async function findApiKeys(database: Queryable, ids: readonly string[]): Promise<(ApiKeyRow | null)[]> {
  const rows = await ask<KeyRow & UserRow & { keyId: string }>(
    database,
    Prisma.sql`
      SELECT api_key.id AS "keyId", secret_hash AS "secretHash", scopes, expires_at AS "expiresAt", ${userColumns}
      FROM api_key JOIN "user" ON "user".id = user_id
      WHERE api_key.id = ANY ((SELECT ${ids}::uuid[])::uuid[])`,
  )
  const keys = new Map(
    rows.map(({ keyId, secretHash, scopes, expiresAt, ...user }) => [keyId, { secretHash, scopes, expiresAt, user }]),
  )
  return ids.map((id) => keys.get(id) ?? null)
}

export function createApiKey(
  database: PrismaDatabase,
  apiKey: Prisma.ApiKeyUncheckedCreateInput,
): Promise<ListedApiKeyRow> {
  return database.apiKey.create({ data: apiKey, select: listed })
}

/** Lets a key expire at another time. */
export async function extendApiKey(database: PrismaDatabase, id: string, expiresAt: Date): Promise<void> {
  await database.apiKey.updateMany({ where: { id }, data: { expiresAt } })
}

/** Lists the keys of a user, or of all users, oldest first. */
export function listApiKeys(database: PrismaDatabase, userId: string | null): Promise<ListedApiKeyRow[]> {
  return database.apiKey.findMany({
    where: userId === null ? {} : { userId },
    select: listed,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
}

/** Revokes a key. Returns false when there is none with this id. */
export async function revokeApiKey(database: PrismaDatabase, id: string): Promise<boolean> {
  const { count } = await database.apiKey.deleteMany({ where: { id } })
  return count > 0
}
