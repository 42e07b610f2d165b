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

/** The condition that a row of `shared_link` has not expired. */
export const isLinkOpen: Prisma.Sql = Prisma.sql`(shared_link.expires_at IS NULL OR shared_link.expires_at > now())`

/** Returns the condition that a user, or the visitors of a link, may read a row of `album`. The reader is an id, and writes nothing by it. */
export function isAlbumReadableBy(reader: string): Prisma.Sql {
  return Prisma.sql`(
  ${isAlbumVisibleTo(reader)} OR EXISTS (
    SELECT FROM shared_link WHERE shared_link.id = ${reader}::uuid AND shared_link.album_id = album.id AND ${isLinkOpen}
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

/** Throws `not_found` unless the album exists and the reader may see it. */
export async function requireReadableAlbum(queryable: Queryable, id: string, readerId: string): Promise<void> {
  const found = await ask(
    queryable,
    Prisma.sql`SELECT 1 AS found FROM album WHERE id = ${id}::uuid AND ${isAlbumReadableBy(readerId)}`,
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

/**
 * Returns the condition that a user, or the visitors of a link, may read a row of `asset`. A link shows exactly the assets of its album, or
 * those that were chosen, with the videos of live photos: other members of a stack are shown only if they are there themselves.
 */
export function isReadableBy(reader: string | Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
  ${isVisibleTo(reader)} OR EXISTS (
    SELECT FROM asset AS shown, shared_link
    WHERE (shown.id = asset.id OR shown.live_photo_video_id = asset.id) AND shown.is_visible AND shown.deleted_at IS NULL
      AND ${isShownBy(reader, Prisma.sql`shown.id`)}
  )
)`
}

/** Returns the condition that a row of `shared_link` is that of a link with this id, and shows an asset. */
export function isShownBy(linkId: string | Prisma.Sql, assetId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    shared_link.id = ${linkId}::uuid AND ${isLinkOpen} AND (
      EXISTS (SELECT FROM album_asset WHERE album_asset.album_id = shared_link.album_id AND album_asset.asset_id = ${assetId})
      OR EXISTS (
        SELECT FROM shared_link_asset WHERE shared_link_asset.link_id = shared_link.id AND shared_link_asset.asset_id = ${assetId}
      )
    )`
}

/** The id of no user, to whom nothing is visible. */
const NOBODY = Prisma.sql`'00000000-0000-0000-0000-000000000000'::uuid`

/**
 * Returns the condition that a row of `asset` has an id, and that the user, or the visitors of a link, may read it. Only its owner sees it in the trash, and nobody
 * once it is deleted for good. For an unknown id, the database checks whether NOBODY may see the asset with the id before it, so that a
 * stranger waits equally long whether an asset exists or not.
 */
export function isVisibleAsset({ id, user }: { id: Prisma.Sql; user: Prisma.Sql }): Prisma.Sql {
  return Prisma.sql`
    asset.id = (SELECT near.id FROM asset AS near WHERE near.id <= ${id} ORDER BY near.id DESC LIMIT 1)
    AND ${isReadableBy(Prisma.sql`
      (CASE WHEN asset.id = ${id} AND (asset.deleted_at IS NULL OR (asset.owner_id = ${user} AND asset.removed_at IS NULL))
        THEN ${user} ELSE ${NOBODY} END)`)}`
}
