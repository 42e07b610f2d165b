import { ask, type Queryable, toColumns } from '../../database/ask.js'
import { Prisma } from '../../generated/prisma/client.js'

/** A copy of the video inside a photo. `id` is one for a new asset. */
export interface EmbeddedVideo {
  id: string
  photoId: string
  ownerId: string
  libraryId: string
  originalPath: string
  /** The SHA-1 in hexadecimal. */
  checksum: string
  /** The time of the last change of the photo. */
  fileModifiedAt: Date
}

/** Finds the time of the last change of the photo whose video was copied; null when there is no copy. */
export async function findEmbeddedTime(database: Queryable, photoId: string): Promise<Date | null> {
  const [row] = await ask<{ fileModifiedAt: Date }>(
    database,
    Prisma.sql`SELECT file_modified_at AS "fileModifiedAt" FROM asset WHERE embedded_in_id = ${photoId}::uuid`,
  )
  return row?.fileModifiedAt ?? null
}

/** Removes the assets of the videos that were inside these photos. */
export async function removeEmbeddedVideos(database: Queryable, photoIds: string[]): Promise<void> {
  await ask(database, Prisma.sql`DELETE FROM asset WHERE embedded_in_id = ANY (${photoIds}::uuid[])`)
}

/**
 * Records the videos inside photos as hidden assets, and joins each with its photo, unless the photo has a video of its own. Videos of
 * deleted photos are left out. Returns the ids of those with new content.
 */
export async function writeEmbeddedVideos(database: Queryable, videos: EmbeddedVideo[]): Promise<string[]> {
  const rows = JSON.stringify(
    videos.map(({ photoId, checksum, ...video }) =>
      toColumns({ ...video, embeddedInId: photoId, checksum: `\\x${checksum}` }),
    ),
  )
  const changed = await ask<{ id: string }>(
    database,
    Prisma.sql`
      WITH incoming AS (
        SELECT incoming.*, photo.device_asset_id AS device_asset, photo.device_id AS device,
          regexp_replace(photo.original_file_name, '[.][^.]*$', '') || '.mp4' AS name,
          photo.file_created_at AS taken, photo.local_date_time AS taken_locally
        FROM jsonb_populate_recordset(NULL::asset, ${rows}::jsonb) AS incoming
        JOIN asset AS photo ON photo.id = incoming.embedded_in_id
      ),
      known AS (SELECT embedded_in_id, checksum FROM asset WHERE embedded_in_id IN (SELECT embedded_in_id FROM incoming)),
      written AS (
        INSERT INTO asset (
          id, owner_id, library_id, device_asset_id, device_id, type, original_path, original_file_name, checksum,
          file_created_at, file_modified_at, local_date_time, is_visible, embedded_in_id
        )
        SELECT id, owner_id, library_id, device_asset, device, 'VIDEO', original_path, name, checksum, taken, file_modified_at,
          taken_locally, false, embedded_in_id
        FROM incoming
        ON CONFLICT (embedded_in_id) WHERE embedded_in_id IS NOT NULL DO UPDATE SET
          library_id = excluded.library_id, original_path = excluded.original_path, checksum = excluded.checksum,
          file_modified_at = excluded.file_modified_at, updated_at = now(),
          resized = asset.resized AND asset.checksum = excluded.checksum,
          thumbhash = CASE WHEN asset.checksum = excluded.checksum THEN asset.thumbhash END
        RETURNING id, embedded_in_id, checksum
      ),
      joined AS (
        UPDATE asset SET live_photo_video_id = written.id, updated_at = now()
        FROM written WHERE asset.id = written.embedded_in_id AND live_photo_video_id IS NULL
      )
      SELECT written.id FROM written LEFT JOIN known USING (embedded_in_id)
      WHERE known.checksum IS DISTINCT FROM written.checksum`,
  )
  return changed.map(({ id }) => id)
}
