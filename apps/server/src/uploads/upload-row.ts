import { ask, askOne, type Queryable } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'

/** An upload, or the video inside a photo. */
export interface UploadRow {
  id: string
  ownerId: string
  originalPath: string
  importPath: string
  libraryName: string
  fileModifiedAt: Date
  sidecarVersion: string | null
  /** The SHA-1 in hexadecimal. */
  checksum: string
  /** The photo whose video it is. */
  embeddedInId: string | null
  /** In bytes; 0 when it is not known. */
  size: number
}

/** Any upload. */
export const isUpload: Prisma.Sql = Prisma.sql`NOT is_external AND removed_at IS NULL`

/** Counts uploads, and their bytes. */
export function countUploads(database: Queryable, where: Prisma.Sql): Promise<{ files: number; bytes: number }> {
  return askOne<{ files: number; bytes: number }>(
    database,
    Prisma.sql`
      SELECT count(*)::float AS files, coalesce(sum(file_size_in_byte), 0)::float AS bytes
      FROM asset LEFT JOIN exif ON asset_id = asset.id WHERE ${where}`,
  )
}

/** Lists some uploads, in the order of their ids. */
export function listUploads(
  database: Queryable,
  where: Prisma.Sql,
  { after, count }: { after: string; count: number },
): Promise<UploadRow[]> {
  return ask<UploadRow>(
    database,
    Prisma.sql`
      SELECT asset.id, asset.owner_id AS "ownerId", original_path AS "originalPath", import_path AS "importPath",
        library.name AS "libraryName", file_modified_at AS "fileModifiedAt", sidecar_version AS "sidecarVersion",
        encode(checksum, 'hex') AS checksum, embedded_in_id AS "embeddedInId",
        coalesce(file_size_in_byte, 0)::float AS size
      FROM asset JOIN library ON library.id = library_id LEFT JOIN exif ON asset_id = asset.id
      WHERE ${where} AND asset.id > ${after}::uuid
      ORDER BY asset.id LIMIT ${count}`,
  )
}
