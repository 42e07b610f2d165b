import { ask } from '../database/ask.js'
import type { Queryable } from '../database/connect.js'
import { Prisma } from '../generated/prisma/client.js'
import { isAlbumVisibleTo } from './album-visibility.js'
import { jsonFor } from './asset-pieces.js'

/**
 * The condition that a user may see a row of `asset`: as its owner, or through a visible album that contains it, the primary
 * asset of its stack, or the photo of its video. The user is an id or a column.
 */
export function isVisibleTo(user: string | Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
  asset.owner_id = ${user}::uuid OR EXISTS (
    SELECT FROM asset AS shown
    JOIN album_asset ON album_asset.asset_id = shown.id
    JOIN album ON album.id = album_asset.album_id
    WHERE (shown.id IN (asset.id, (SELECT primary_asset_id FROM stack WHERE stack.id = asset.stack_id))
        OR shown.live_photo_video_id = asset.id)
      AND shown.deleted_at IS NULL AND ${isAlbumVisibleTo(user)}
  )
)`
}

/** No user has this id, so nobody sees anything. */
const NOBODY = Prisma.sql`'00000000-0000-0000-0000-000000000000'::uuid`

/**
 * The condition that a row of `asset` is the listed asset of an id, and that the user may see it. For an unknown id, the database
 * looks up in vain whether nobody may see the asset before it. A stranger therefore waits equally long whether an asset exists or not.
 */
export function isVisibleAsset({ id, user }: { id: Prisma.Sql; user: Prisma.Sql }): Prisma.Sql {
  return Prisma.sql`
    asset.id = (SELECT near.id FROM asset AS near WHERE near.id <= ${id} ORDER BY near.id DESC LIMIT 1)
    AND ${isVisibleTo(Prisma.sql`
      (CASE WHEN asset.id = ${id} AND asset.deleted_at IS NULL THEN ${user} ELSE ${NOBODY} END)`)}`
}

/** Finds a listed asset as JSON; null unless the user may see it. */
export async function readVisibleAsset(
  queryable: Queryable,
  { id, userId }: { id: string; userId: string },
): Promise<string | null> {
  const [row] = await ask<{ json: string }>(
    queryable,
    Prisma.sql`
      SELECT ${jsonFor(userId)} AS json FROM asset_text JOIN asset ON asset.id = asset_id
      WHERE ${isVisibleAsset({ id: Prisma.sql`${id}::uuid`, user: Prisma.sql`${userId}::uuid` })}`,
  )
  return row?.json ?? null
}
