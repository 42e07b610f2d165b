import { ask, askOne, type Queryable } from '../../database/ask.js'
import { Prisma } from '../../generated/prisma/client.js'
import type { Original } from '../../storage/original.js'

/** An original as the database describes it: an imported file, an upload, or the video inside a photo. */
export interface OriginalRow extends Original {
  id: string
  ownerId: string
  libraryName: string
  /** Whether the file is imported, so that its owner may change it. */
  isExternal: boolean
  sidecarVersion: string | null
  /** The SHA-1 in hexadecimal. */
  checksum: string
  /** The id of the photo that contains this video; null for all others. */
  embeddedInId: string | null
  /** The size in bytes; null when it is unknown. */
  size: number | null
}

/** The condition for uploads. */
export const isUpload: Prisma.Sql = Prisma.sql`NOT is_external AND removed_at IS NULL`

/** Returns the condition for the originals of a user, or of all users. */
export function ownedBy(ownerId: string | null): Prisma.Sql {
  return ownerId === null
    ? Prisma.sql`removed_at IS NULL`
    : Prisma.sql`removed_at IS NULL AND asset.owner_id = ${ownerId}::uuid`
}

/** Counts originals and their bytes. */
export function countOriginals(database: Queryable, where: Prisma.Sql): Promise<{ files: number; bytes: number }> {
  return askOne<{ files: number; bytes: number }>(
    database,
    Prisma.sql`
      SELECT count(*)::float AS files, coalesce(sum(file_size_in_byte), 0)::float AS bytes
      FROM asset LEFT JOIN exif ON asset_id = asset.id WHERE ${where}`,
  )
}

/** The lowest id, which is before every other one. */
export const FIRST = '00000000-0000-0000-0000-000000000000'

/** Lists some originals in the order of their ids. */
export function listOriginals(
  database: Queryable,
  where: Prisma.Sql,
  { after, count }: { after: string; count: number },
): Promise<OriginalRow[]> {
  return ask<OriginalRow>(
    database,
    Prisma.sql`
      SELECT asset.id, asset.owner_id AS "ownerId", original_path AS "originalPath", import_path AS "importPath",
        library.name AS "libraryName", is_external AS "isExternal", file_modified_at AS "fileModifiedAt",
        sidecar_version AS "sidecarVersion", encode(checksum, 'hex') AS checksum, embedded_in_id AS "embeddedInId",
        file_size_in_byte::float AS size
      FROM asset JOIN library ON library.id = library_id LEFT JOIN exif ON asset_id = asset.id
      WHERE ${where} AND asset.id > ${after}::uuid
      ORDER BY asset.id LIMIT ${count}`,
  )
}

/** Finds the present row of an original; null when its asset was removed. */
export async function findOriginal(database: Queryable, id: string): Promise<OriginalRow | null> {
  const where = Prisma.sql`removed_at IS NULL AND asset.id = ${id}::uuid`
  return (await listOriginals(database, where, { after: FIRST, count: 1 }))[0] ?? null
}
