import type { UpdateAlbum } from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import { isAlbumVisibleTo } from '../assets/visibility.js'
import { ask, type Queryable } from '../database/ask.js'
import { inStatement } from '../database/transaction.js'
import { announceEvents } from '../events/event.js'
import { Prisma } from '../generated/prisma/client.js'
import { requireAlbum, requireCover, requireOwner } from './access.js'
import { findAlbum } from './album.js'
import { albumText, toAlbum } from './to-album.js'

export const updateAlbumInfo: Handler<'updateAlbumInfo'> = async (
  { params: { id }, body: change, caller: { user } },
  { database },
) => {
  const input = { id, callerId: user.id, change }
  const changed = await inStatement(database, (queryable) => describeOwnAlbum(queryable, input))
  requireOwner(user, changed, 'change it')
  requireCover(change.albumThumbnailAssetId, changed.isCoverUsable)
  void announceEvents(database)
  const album = requireAlbum(await findAlbum(database, id))
  return { status: 200, body: albumText(toAlbum(album, user.id), []) }
}

/**
 * Changes the name, description and cover of an album of the caller, unless the cover is not a visible asset of the album. `updatedAt`
 * moves when a value differs. A change of another user's album locks nothing. Returns null when the caller may not see the album.
 */
async function describeOwnAlbum(
  queryable: Queryable,
  { id, callerId, change }: { id: string; callerId: string; change: UpdateAlbum },
): Promise<{ ownerId: string; isCoverUsable: boolean } | null> {
  const { albumName = null, description = null, albumThumbnailAssetId = null, isActivityEnabled = null } = change
  const isOldestFirst = change.order === undefined ? null : change.order === 'asc'
  const [row] = await ask<{ ownerId: string; isCoverUsable: boolean }>(
    queryable,
    Prisma.sql`
      WITH seen AS MATERIALIZED (
        SELECT id, owner_id FROM album WHERE id = ${id}::uuid AND ${isAlbumVisibleTo(callerId)}
      ), checked AS MATERIALIZED (
        SELECT seen.*, ${albumThumbnailAssetId}::uuid IS NULL OR EXISTS (
          SELECT FROM album_asset JOIN asset ON asset.id = asset_id
          WHERE album_id = seen.id AND asset_id = ${albumThumbnailAssetId}::uuid AND is_visible AND deleted_at IS NULL
        ) AS is_cover_usable
        FROM seen
      ), changed AS (
        UPDATE album SET
          album_name = coalesce(${albumName}, album_name),
          description = coalesce(${description}, description),
          album_thumbnail_asset_id = coalesce(${albumThumbnailAssetId}::uuid, album_thumbnail_asset_id),
          is_activity_enabled = coalesce(${isActivityEnabled}::boolean, is_activity_enabled),
          is_oldest_first = coalesce(${isOldestFirst}::boolean, is_oldest_first),
          updated_at = clock_timestamp()
        WHERE id = (SELECT id FROM checked WHERE owner_id = ${callerId}::uuid AND is_cover_usable) AND (
          album_name <> ${albumName} OR description <> ${description}
          OR (${albumThumbnailAssetId}::uuid IS NOT NULL AND album_thumbnail_asset_id IS DISTINCT FROM ${albumThumbnailAssetId}::uuid)
          OR is_activity_enabled <> ${isActivityEnabled}::boolean OR is_oldest_first <> ${isOldestFirst}::boolean
        )
        RETURNING id
      ), recorded AS (
        INSERT INTO event (type, album_id) SELECT 'album.updated', id FROM changed
      )
      SELECT owner_id AS "ownerId", is_cover_usable AS "isCoverUsable" FROM checked`,
  )
  return row ?? null
}
