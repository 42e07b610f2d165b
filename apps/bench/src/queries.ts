import type { PrismaClient } from '@media-library/server/prisma-client'

/** A user, a key of theirs, and an id that nothing has. */
export interface Ids {
  userId: string
  keyId: string
  other: string
}

/** The question of a request, both ways. */
interface Query {
  prisma(client: PrismaClient, ids: Ids): Promise<unknown>
  sql: string
  values(ids: Ids): string[]
}

const key = { id: true, name: true, scopes: true, createdAt: true, updatedAt: true, expiresAt: true }
const keyColumns = 'id, name, scopes, created_at AS "createdAt", updated_at AS "updatedAt", expires_at AS "expiresAt"'

export const queries: Record<string, Query> = {
  'find-key': {
    prisma: ({ apiKey }, { keyId: id, userId }) => apiKey.findFirst({ where: { id, userId }, select: key }),
    sql: `SELECT ${keyColumns} FROM api_key WHERE id = $1::uuid AND user_id = $2::uuid`,
    values: ({ keyId, userId }) => [keyId, userId],
  },
  'list-20-keys': {
    prisma: ({ apiKey }, { userId }) =>
      apiKey.findMany({ where: { userId }, select: key, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }),
    sql: `SELECT ${keyColumns} FROM api_key WHERE user_id = $1::uuid ORDER BY created_at, id`,
    values: ({ userId }) => [userId],
  },
  'rename-key': {
    prisma: ({ apiKey }, { keyId: id, userId, other: name }) =>
      apiKey.updateManyAndReturn({ where: { id, userId }, data: { name }, select: key }),
    sql: `UPDATE api_key SET name = $3, updated_at = now() WHERE id = $1::uuid AND user_id = $2::uuid RETURNING ${keyColumns}`,
    values: ({ keyId, userId, other }) => [keyId, userId, other],
  },
  'end-session': {
    prisma: ({ session }, { other: id, userId }) => session.deleteMany({ where: { id, userId } }),
    sql: 'DELETE FROM session WHERE id = $1::uuid AND user_id = $2::uuid',
    values: ({ other, userId }) => [other, userId],
  },
  'list-100-tags': {
    prisma: ({ tag }, { userId }) =>
      tag.findMany({ where: { userId }, select: { id: true, name: true, type: true, userId: true } }),
    sql: 'SELECT id, name, type, user_id AS "userId" FROM tag WHERE user_id = $1::uuid',
    values: ({ userId }) => [userId],
  },
  'add-tag': {
    prisma: ({ tag }, { userId, other: name }) =>
      tag.create({ data: { userId, name }, select: { id: true, name: true, type: true, userId: true } }),
    sql: `
      INSERT INTO tag (id, user_id, name) VALUES (gen_random_uuid(), $1::uuid, $2)
      RETURNING id, name, type, user_id AS "userId"`,
    values: ({ userId, other }) => [userId, other],
  },
}
