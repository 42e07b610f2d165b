import { ask, type Queryable } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'

/** The stored facts of an asset before its export adds to them. */
export interface DescribedAsset {
  id: string
  originalPath: string
  /** The SHA-1 in hexadecimal. */
  checksum: string
  fileCreatedAt: Date
  fileModifiedAt: Date
  localDateTime: Date
  /** The duration as `HH:MM:SS.mmm`; null for a photo. */
  duration: string | null
  dateTimeOriginal: Date | null
  timeZone: string | null
  isDateOwn: boolean
  latitude: number | null
  longitude: number | null
  isPlaceOwn: boolean
  description: string | null
  fileDescription: string | null
}

/** Locks the assets of files, and returns them by their paths and by their contents. Trashed ones are left out. */
export async function findAssets(
  transaction: Queryable,
  ownerId: string,
  files: { originalPath: string; checksum: string }[],
): Promise<Map<string, DescribedAsset>> {
  const assets = await ask<DescribedAsset>(
    transaction,
    Prisma.sql`
      SELECT asset.id, original_path AS "originalPath", encode(checksum, 'hex') AS checksum,
        file_created_at AS "fileCreatedAt", file_modified_at AS "fileModifiedAt", local_date_time AS "localDateTime", duration,
        date_time_original AS "dateTimeOriginal", time_zone AS "timeZone", coalesce(is_date_own, false) AS "isDateOwn",
        latitude, longitude, coalesce(is_place_own, false) AS "isPlaceOwn", description, file_description AS "fileDescription"
      FROM asset LEFT JOIN exif ON asset_id = asset.id
      WHERE owner_id = ${ownerId}::uuid AND deleted_at IS NULL AND embedded_in_id IS NULL
        AND (original_path = ANY (${files.map((file) => file.originalPath)}::text[])
          OR checksum IN (SELECT decode(hex, 'hex') FROM unnest(${files.map((file) => file.checksum)}::text[]) AS hex))
      ORDER BY asset.id FOR NO KEY UPDATE OF asset`,
  )
  return new Map(assets.flatMap((asset) => [[asset.originalPath, asset] as const, [asset.checksum, asset] as const]))
}
