import { ask, type Queryable } from '../../database/ask.js'
import { Prisma } from '../../generated/prisma/client.js'

/** The two assets of a live photo. */
export interface LivePhoto {
  photoId: string
  videoId: string
}

/** Puts photos in the place of their videos in all albums, also as the cover. */
export async function giveAlbums(database: Queryable, pairs: LivePhoto[]): Promise<void> {
  if (pairs.length === 0) return
  await ask(
    database,
    Prisma.sql`
      WITH pair AS MATERIALIZED (
        SELECT photo_id, video_id, file_created_at
        FROM unnest(${pairs.map(({ photoId }) => photoId)}::uuid[], ${pairs.map(({ videoId }) => videoId)}::uuid[])
          AS live_photo (photo_id, video_id) JOIN asset ON asset.id = photo_id
      ), locked AS MATERIALIZED (
        SELECT id FROM album WHERE id IN (SELECT album_id FROM album_asset JOIN pair ON asset_id = video_id)
        ORDER BY id FOR NO KEY UPDATE
      ), taken AS (
        DELETE FROM album_asset USING locked, pair WHERE album_id = locked.id AND asset_id = video_id
        RETURNING album_id, photo_id, video_id, pair.file_created_at
      ), added AS (
        INSERT INTO album_asset (album_id, asset_id, file_created_at) SELECT album_id, photo_id, file_created_at FROM taken
        ON CONFLICT DO NOTHING
      ), touched AS (
        UPDATE album SET updated_at = clock_timestamp(), album_thumbnail_asset_id = coalesce(
          (SELECT photo_id FROM pair WHERE video_id = album_thumbnail_asset_id), album_thumbnail_asset_id
        )
        WHERE id IN (SELECT album_id FROM taken)
      )
      INSERT INTO event (type, album_id) SELECT DISTINCT 'album.updated', album_id FROM taken`,
  )
}
