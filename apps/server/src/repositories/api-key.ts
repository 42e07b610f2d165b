import type { Queryable } from '../database.js'
import type { Prisma } from '../generated/prisma/client.js'

/** A key with the user it stands for. Whether it has expired, or the user was deleted, is the caller's to judge. */
export type ApiKeyRow = Prisma.ApiKeyGetPayload<{ include: { user: true } }>

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

/** The key of an id, or null. */
export const findApiKey = (database: Queryable, id: string): Promise<ApiKeyRow | null> =>
  database.apiKey.findUnique({ where: { id }, include: { user: true } })

/** Keeps a new key. */
export const createApiKey = (
  database: Queryable,
  apiKey: Prisma.ApiKeyUncheckedCreateInput,
): Promise<ListedApiKeyRow> => database.apiKey.create({ data: apiKey, select: listed })

/** The keys of a user, or of all users, oldest first. */
export const listApiKeys = (database: Queryable, userId: string | null): Promise<ListedApiKeyRow[]> =>
  database.apiKey.findMany({
    where: userId === null ? {} : { userId },
    select: listed,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })

/** Ends a key for good; false when there is none of this id. */
export const revokeApiKey = async (database: Queryable, id: string): Promise<boolean> => {
  const { count } = await database.apiKey.deleteMany({ where: { id } })
  return count > 0
}
