import { ask, type Queryable } from '../database.js'
import { Prisma } from '../generated/prisma/client.js'

/** The owner of an album and some of its shared users, among them the one who asks if they are one. */
export interface AlbumAccess {
  id: string
  ownerId: string
  sharedUsers: { userId: string }[]
}

/** How a wish to share an album came out: null without such an album, and those of the ids that are not active users. */
export interface AlbumShare {
  access: AlbumAccess | null
  unusable: string[]
}

/**
 * Shares an album with users when its owner asks, and all are active. Those who have it already, and the owner, change
 * nothing; `updatedAt` moves if any was added. Additions to one album come one after the other.
 */
export const shareAlbum = async (
  queryable: Queryable,
  { id, callerId, userIds }: { id: string; callerId: string; userIds: string[] },
): Promise<AlbumShare> => {
  const [row] = await ask<{ ownerId: string; isShared: boolean; unusable: string[] }>(
    queryable,
    Prisma.sql`
      WITH chosen AS MATERIALIZED (
        SELECT id, owner_id FROM album WHERE id = ${id}::uuid FOR NO KEY UPDATE
      ), invited AS (
        SELECT id, position FROM unnest(${userIds}::uuid[]) WITH ORDINALITY AS given (id, position)
      ), unusable AS MATERIALIZED (
        SELECT id FROM invited
        WHERE NOT EXISTS (SELECT FROM "user" WHERE "user".id = invited.id AND deleted_at IS NULL)
      ), added AS (
        INSERT INTO album_user (album_id, user_id)
        SELECT chosen.id, invited.id FROM chosen, invited
        WHERE owner_id = ${callerId}::uuid AND invited.id <> owner_id AND NOT EXISTS (SELECT FROM unusable)
        ORDER BY position
        ON CONFLICT DO NOTHING RETURNING user_id
      ), touched AS (
        UPDATE album SET updated_at = clock_timestamp() FROM chosen
        WHERE album.id = chosen.id AND EXISTS (SELECT FROM added)
      )
      SELECT owner_id AS "ownerId", ARRAY (SELECT id FROM unusable) AS "unusable",
        EXISTS (SELECT FROM album_user WHERE album_id = chosen.id AND user_id = ${callerId}::uuid) AS "isShared"
      FROM chosen`,
  )
  if (!row) return { access: null, unusable: [] }
  const { ownerId, isShared, unusable } = row
  return { access: { id, ownerId, sharedUsers: isShared ? [{ userId: callerId }] : [] }, unusable }
}
