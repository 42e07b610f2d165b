import type { AssetType } from '@media-library/contract'
import { ask, type Connection, type Queryable } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'
import { enqueueFirstJobs } from '../jobs/queue/enqueue-jobs.js'

/**
 * Moves the assets that a query selects by `id` to the trash. Their positions in albums, and their tags, are kept for their return.
 */
export async function moveToTrash(queryable: Queryable, chosen: Prisma.Sql): Promise<void> {
  await ask(
    queryable,
    Prisma.sql`
      WITH chosen AS MATERIALIZED (${chosen}), changed AS (
        UPDATE asset SET deleted_at = now(), updated_at = now()
        WHERE id = ANY (ARRAY (SELECT * FROM chosen)) AND deleted_at IS NULL
        RETURNING id, owner_id
      ), ${recordEvent('asset.trashed')}
      SELECT`,
  )
}

/** Restores those assets that a query selects by `id` and that are in the trash. Returns their number. */
export async function restoreFromTrash(queryable: Queryable, chosen: Prisma.Sql): Promise<number> {
  const restored = await ask(
    queryable,
    Prisma.sql`
      WITH chosen AS MATERIALIZED (${chosen}), changed AS (
        UPDATE asset SET deleted_at = NULL, updated_at = now()
        WHERE id = ANY (ARRAY (SELECT * FROM chosen)) AND deleted_at IS NOT NULL AND removed_at IS NULL
        RETURNING id, owner_id
      ), ${recordEvent('asset.restored')}
      SELECT id FROM changed`,
  )
  return restored.length
}

/**
 * Deletes the assets that a query selects by `id` for good, each with the video of a live photo. Nobody sees them any more. `purge`
 * removes the rows and files of uploads, and the pictures of imported files. Returns their number.
 */
export async function deleteForGood(queryable: Queryable, chosen: Prisma.Sql): Promise<number> {
  const deleted = await ask(
    queryable,
    Prisma.sql`
      WITH chosen AS MATERIALIZED (${chosen}), changed AS (
        UPDATE asset
        SET deleted_at = coalesce(deleted_at, now()), removed_at = now(), resized = false, thumbhash = NULL, updated_at = now()
        WHERE id = ANY (ARRAY (SELECT * FROM chosen)) AND removed_at IS NULL
        RETURNING id, owner_id, live_photo_video_id, is_external
      ), videos AS (
        UPDATE asset
        SET deleted_at = coalesce(asset.deleted_at, now()), removed_at = now(), resized = false, thumbhash = NULL, updated_at = now()
        FROM (
          SELECT live_photo_video_id AS video_id, is_external FROM changed
          UNION
          SELECT inside.id, changed.is_external FROM changed JOIN asset AS inside ON inside.embedded_in_id = changed.id
        ) AS photo
        WHERE asset.id = video_id
        RETURNING asset.id, asset.owner_id, asset.is_external OR (embedded_in_id IS NOT NULL AND photo.is_external) AS stays
      ), pictures AS (
        INSERT INTO file_removal (asset_id, owner_id)
        SELECT id, owner_id FROM changed WHERE is_external UNION ALL SELECT id, owner_id FROM videos WHERE stays
        ON CONFLICT DO NOTHING
      ), ${recordEvent('asset.deleted')}
      SELECT id FROM changed`,
  )
  return deleted.length
}

/**
 * Restores the assets that a query selects by `id` from the trash, and also imported ones that are deleted for good, whose pictures
 * jobs then generate again. Call it in a transaction. Returns their number.
 */
export async function restoreDeleted(transaction: Connection, chosen: Prisma.Sql): Promise<number> {
  const trashed = await restoreFromTrash(transaction, chosen)
  // Waits for the process that is removing their pictures.
  await ask(
    transaction,
    Prisma.sql`
      DELETE FROM file_removal USING asset
      WHERE file_removal.asset_id = asset.id AND is_external
        AND (id IN (${chosen}) OR id IN (SELECT live_photo_video_id FROM asset AS photo WHERE photo.id IN (${chosen})))`,
  )
  const restored = await ask<{ id: string; type: AssetType; isPhoto: boolean }>(
    transaction,
    Prisma.sql`
      WITH chosen AS MATERIALIZED (${chosen}), changed AS (
        UPDATE asset SET deleted_at = NULL, removed_at = NULL, updated_at = now()
        WHERE id = ANY (ARRAY (SELECT * FROM chosen)) AND removed_at IS NOT NULL AND is_external
        RETURNING id, owner_id, type, live_photo_video_id
      ), videos AS (
        UPDATE asset SET deleted_at = NULL, removed_at = NULL, updated_at = now()
        FROM changed WHERE asset.id = changed.live_photo_video_id OR asset.embedded_in_id = changed.id
        RETURNING asset.id, asset.type
      ), ${recordEvent('asset.restored')}
      SELECT id, type, true AS "isPhoto" FROM changed UNION ALL SELECT id, type, false FROM videos`,
  )
  await enqueueFirstJobs(transaction, restored, 'person')
  return trashed + restored.filter(({ isPhoto }) => isPhoto).length
}

/**
 * Returns an expression that announces the rows of `changed` to their owners, and to those who see an album with one of them.
 */
function recordEvent(type: 'asset.trashed' | 'asset.restored' | 'asset.deleted'): Prisma.Sql {
  return Prisma.sql`
  recorded AS (
    INSERT INTO event (type, asset_id, subject) SELECT ${type}, id, owner_id FROM changed
  ), told_albums AS (
    INSERT INTO event (type, album_id)
    SELECT DISTINCT 'album.updated', album_id FROM changed JOIN album_asset ON album_asset.asset_id = changed.id
  )`
}
