import { ask, type Queryable } from '../database/ask.js'
import { ProblemError } from '../errors.js'
import { Prisma } from '../generated/prisma/client.js'

/**
 * Returns the condition that a user may see a row of `album`: as its owner or as a shared user. The user is an id or a column.
 */
export function isAlbumVisibleTo(user: string | Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
  album.owner_id = ${user}::uuid OR EXISTS (
    SELECT FROM album_user WHERE album_user.album_id = album.id AND album_user.user_id = ${user}::uuid
  )
)`
}

/** Selects the ids of all albums that a user may see. */
export function visibleAlbumIds(userId: string): Prisma.Sql {
  return Prisma.sql`
  SELECT id FROM album WHERE owner_id = ${userId}::uuid
  UNION ALL
  SELECT album_id FROM album_user WHERE user_id = ${userId}::uuid`
}

/** Throws `not_found` unless the album exists and the user may see it. */
export async function requireVisibleAlbum(queryable: Queryable, id: string, userId: string): Promise<void> {
  const found = await ask(
    queryable,
    Prisma.sql`SELECT 1 AS found FROM album WHERE id = ${id}::uuid AND ${isAlbumVisibleTo(userId)}`,
  )
  if (found.length === 0) throw new ProblemError('not_found', 'There is no such album.')
}

/**
 * Returns the condition that a user may see a row of `asset`: as its owner, or through a visible album that contains it, the primary
 * asset of its stack, or the photo of its video. The user is an id or a column.
 */
export function isVisibleTo(user: string | Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
  asset.owner_id = ${user}::uuid OR EXISTS (
    SELECT FROM asset AS visible
    JOIN album_asset ON album_asset.asset_id = visible.id
    JOIN album ON album.id = album_asset.album_id
    WHERE (visible.id IN (asset.id, (SELECT primary_asset_id FROM stack WHERE stack.id = asset.stack_id))
        OR visible.live_photo_video_id = asset.id)
      AND visible.deleted_at IS NULL AND ${isAlbumVisibleTo(user)}
  )
)`
}

/** The id of no user, to whom nothing is visible. */
const NOBODY = Prisma.sql`'00000000-0000-0000-0000-000000000000'::uuid`

/**
 * Returns the condition that a row of `asset` has an id, and that the user may see it. Only its owner sees it in the trash, and nobody
 * once it is deleted for good. For an unknown id, the database checks whether NOBODY may see the asset with the id before it, so that a
 * stranger waits equally long whether an asset exists or not.
 */
export function isVisibleAsset({ id, user }: { id: Prisma.Sql; user: Prisma.Sql }): Prisma.Sql {
  return Prisma.sql`
    asset.id = (SELECT near.id FROM asset AS near WHERE near.id <= ${id} ORDER BY near.id DESC LIMIT 1)
    AND ${isVisibleTo(Prisma.sql`
      (CASE WHEN asset.id = ${id} AND (asset.deleted_at IS NULL OR (asset.owner_id = ${user} AND asset.removed_at IS NULL))
        THEN ${user} ELSE ${NOBODY} END)`)}`
}
