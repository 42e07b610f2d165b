import { ask, type Queryable } from '../../database/ask.js'
import { Prisma } from '../../generated/prisma/client.js'
import { giveAlbums, type LivePhoto } from './live-photo-albums.js'

/**
 * Joins the photo and the video of a live photo, and hides the video. The two have the same content identifier; where one has none,
 * they are a HEIC or JPEG and a MOV or MP4 of at most 5 s with the same name, in one folder or from one device, that were taken at most
 * 5 s apart, but for the zone of a clock that tells none; or the video is the very one inside the photo. Considers the given assets and
 * those with the same identifiers or videos, of which neither file is missing. A video of its own takes the place of one inside the
 * photo. A second call changes nothing.
 */
export async function pairLivePhotos(database: Queryable, ownerId: string, ids: string[]): Promise<void> {
  const candidates = Prisma.sql`
    SELECT unnest(${ids}::uuid[])
    UNION SELECT other.asset_id FROM exif JOIN exif AS other USING (live_photo_cid) WHERE exif.asset_id = ANY (${ids}::uuid[])
    UNION SELECT inside.embedded_in_id FROM asset JOIN asset AS inside USING (owner_id, checksum)
      WHERE asset.id = ANY (${ids}::uuid[]) AND inside.embedded_in_id IS NOT NULL
    UNION SELECT twin.id FROM asset AS inside JOIN asset AS twin USING (owner_id, checksum)
      WHERE inside.embedded_in_id = ANY (${ids}::uuid[])`
  const pairs = await ask<LivePhoto>(
    database,
    Prisma.sql`
      WITH ${named(ownerId, candidates)},
      photos AS (
        SELECT * FROM named WHERE type = 'IMAGE' AND NOT is_offline AND ${hasNoOwnVideo(Prisma.sql`named`)}
      ),
      videos AS (
        SELECT * FROM named
        WHERE type = 'VIDEO' AND embedded_in_id IS NULL AND NOT is_offline AND NOT EXISTS (SELECT FROM asset WHERE live_photo_video_id = named.id)
      ),
      candidate AS (
        SELECT photo, video FROM photos AS photo JOIN videos AS video ON photo.cid = video.cid
        UNION ALL
        SELECT photo, video FROM photos AS photo JOIN videos AS video ON (photo.folder, photo.stem) = (video.folder, video.stem)
        WHERE (photo.cid IS NULL OR video.cid IS NULL) AND video.duration <= '00:00:05.000'
          AND video.extension IN ('mov', 'mp4') AND photo.extension IN ('heic', 'heif', 'jpg', 'jpeg')
          AND (abs(extract(epoch FROM photo.file_created_at - video.file_created_at)) <= 5
            OR abs(extract(epoch FROM photo.local_date_time - video.local_date_time)) <= 5
            OR ((photo.time_zone IS NULL OR video.time_zone IS NULL)
              AND ${areZonesApart(Prisma.sql`extract(epoch FROM photo.file_created_at - video.file_created_at)`)}))
        UNION ALL
        SELECT photo, video FROM photos AS photo JOIN asset AS inside ON inside.embedded_in_id = photo.id
        JOIN videos AS video ON video.checksum = inside.checksum
      ),
      match AS (
        SELECT DISTINCT ON ((video).id) (photo).id AS photo_id, (video).id AS video_id, (video).original_path,
          (photo).folder = (video).folder AS is_near
        FROM candidate
        ORDER BY (video).id, is_near DESC, (photo).stem = (video).stem DESC, (photo).extension IN ('heic', 'heif') DESC,
          (photo).original_path
      ),
      pair AS (SELECT DISTINCT ON (photo_id) * FROM match ORDER BY photo_id, is_near DESC, original_path),
      photo AS (
        UPDATE asset SET live_photo_video_id = video_id, updated_at = now() FROM pair WHERE asset.id = photo_id
      )
      UPDATE asset SET is_visible = false, updated_at = now() FROM pair WHERE asset.id = video_id
      RETURNING photo_id AS "photoId", video_id AS "videoId"`,
  )
  await giveAlbums(database, pairs)
}

/** Whether so many seconds are what two clocks of different zones are apart, within 5 s. */
function areZonesApart(seconds: Prisma.Sql) {
  return Prisma.sql`(abs(${seconds}) <= ${FARTHEST_ZONE_S} AND abs(${seconds} - round(${seconds} / ${ZONE_S}) * ${ZONE_S}) <= 5)`
}

const ZONE_S = 900
const FARTHEST_ZONE_S = 14 * 3_600 + 5

/** Joins a photo and a video that were uploaded together, unless either is part of another live photo, and hides the video. */
export async function joinLivePhoto(
  database: Queryable,
  { photoId, videoId }: { photoId: string; videoId: string },
): Promise<void> {
  const pairs = await ask<LivePhoto>(
    database,
    Prisma.sql`
      WITH joined AS (
        UPDATE asset SET live_photo_video_id = ${videoId}::uuid, updated_at = now()
        WHERE id = ${photoId}::uuid AND type = 'IMAGE' AND ${hasNoOwnVideo(Prisma.sql`asset`)}
          AND EXISTS (SELECT FROM asset WHERE id = ${videoId}::uuid AND type = 'VIDEO' AND embedded_in_id IS NULL)
          AND NOT EXISTS (SELECT FROM asset WHERE live_photo_video_id = ${videoId}::uuid)
        RETURNING live_photo_video_id
      )
      UPDATE asset SET is_visible = false, updated_at = now()
      FROM joined WHERE asset.id = joined.live_photo_video_id
      RETURNING ${photoId}::uuid AS "photoId", asset.id AS "videoId"`,
  )
  await giveAlbums(database, pairs)
}

/**
 * Separates the photo and the video of a live photo where the file of one of the two is missing. A video inside the photo then takes
 * its place. A second call changes nothing.
 */
export async function separateLivePhotos(database: Queryable, ownerId: string): Promise<void> {
  await ask(
    database,
    Prisma.sql`
      WITH pair AS (
        SELECT photo.id AS photo_id, video.id AS video_id
        FROM asset AS photo JOIN asset AS video ON video.id = photo.live_photo_video_id
        WHERE photo.owner_id = ${ownerId}::uuid AND photo.live_photo_video_id IS NOT NULL
          AND photo.is_offline <> video.is_offline AND video.embedded_in_id IS NULL
      ),
      photo AS (
        UPDATE asset SET
          live_photo_video_id = (SELECT inside.id FROM asset AS inside WHERE inside.embedded_in_id = photo_id), updated_at = now()
        FROM pair WHERE asset.id = photo_id
      )
      UPDATE asset SET is_visible = true, updated_at = now() FROM pair WHERE asset.id = video_id`,
  )
}

/**
 * Stacks a RAW photo with the JPEG or HEIC of the same shot, which becomes the primary asset. The two are in one folder, or were
 * uploaded by one device, have the same name and were taken in the same second. `spareIds` are ids for new stacks, as many as assets. A second call changes
 * nothing.
 */
export async function stackShots(
  database: Queryable,
  ownerId: string,
  { ids, spareIds, rawExtensions }: { ids: string[]; spareIds: string[]; rawExtensions: string[] },
): Promise<void> {
  await ask(
    database,
    Prisma.sql`
      WITH ${named(ownerId, Prisma.sql`SELECT unnest(${ids}::uuid[])`)},
      shot AS (
        SELECT named.id, folder, stem, date_trunc('second', local_date_time) AS second, original_path, stack_id,
          extension = ANY (${rawExtensions}::text[]) AS is_raw, stack.id AS led_id
        FROM named LEFT JOIN stack ON stack.primary_asset_id = named.id
        WHERE type = 'IMAGE' AND NOT is_stack_own AND (extension IN ('jpg', 'jpeg', 'heic', 'heif') OR extension = ANY (${rawExtensions}::text[]))
      ),
      leader AS (
        SELECT DISTINCT ON (folder, stem, second) * FROM shot
        WHERE NOT is_raw AND (stack_id IS NULL OR led_id IS NOT NULL)
        ORDER BY folder, stem, second, led_id, original_path
      ),
      chosen AS (
        SELECT leader.id, folder, stem, second, coalesce(led_id, spare.id) AS new_id
        FROM leader JOIN unnest(${ids}::uuid[], ${spareIds}::uuid[]) AS spare (asset_id, id) ON spare.asset_id = leader.id
        WHERE EXISTS (SELECT FROM shot WHERE is_raw AND stack_id IS NULL AND (shot.folder, shot.stem, shot.second) = (leader.folder, leader.stem, leader.second))
      ),
      created AS (
        INSERT INTO stack (id, owner_id, primary_asset_id) SELECT new_id, ${ownerId}::uuid, id FROM chosen
        ON CONFLICT (primary_asset_id) DO NOTHING
      )
      UPDATE asset SET stack_id = new_id, updated_at = now()
      FROM shot JOIN chosen USING (folder, stem, second)
      WHERE asset.id = shot.id AND shot.stack_id IS NULL`,
  )
}

/** Returns the condition that a photo has no video, or only one inside its file. */
function hasNoOwnVideo(photo: Prisma.Sql) {
  return Prisma.sql`(${photo}.live_photo_video_id IS NULL OR EXISTS (
    SELECT FROM asset AS inside WHERE inside.id = ${photo}.live_photo_video_id AND inside.embedded_in_id = ${photo}.id))`
}

/**
 * Selects the owner's photos and videos with these ids, except trashed ones, with the parts of their paths. Each upload lies in a
 * folder of its own, so that its device stands for the folder. No path of an imported file begins in that way.
 */
function named(ownerId: string, ids: Prisma.Sql) {
  return Prisma.sql`
  named AS (
    SELECT asset.*, live_photo_cid AS cid, time_zone,
      CASE WHEN uploaded_bytes IS NULL THEN left(original_path, -length(original_file_name))
        ELSE 'device ' || device_id END AS folder,
      lower(regexp_replace(original_file_name, '[.][^.]*$', '')) AS stem,
      lower(substring(original_file_name FROM '[^.]*$')) AS extension
    FROM asset LEFT JOIN exif ON asset_id = asset.id
    WHERE owner_id = ${ownerId}::uuid AND deleted_at IS NULL AND type IN ('IMAGE', 'VIDEO') AND asset.id IN (${ids})
  )`
}
