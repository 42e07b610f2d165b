import { v7 as uuidv7 } from 'uuid'
import { ask, askOne, type Connection, type Queryable } from '../../database/ask.js'
import { Prisma } from '../../generated/prisma/client.js'

/** An upload, or the video inside a photo, that does not lie where it belongs. */
export interface MisplacedUpload {
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
  /** In bytes. */
  size: number
}

/** Whose uploads belong where. */
export interface Belonging {
  /** null for all users. */
  ownerId: string | null
  /** The path of the folder or bucket. */
  root: string
}

/** Counts the uploads that do not lie where they belong, and their bytes. */
export function countMisplaced(database: Queryable, belonging: Belonging): Promise<{ files: number; bytes: number }> {
  return askOne<{ files: number; bytes: number }>(
    database,
    Prisma.sql`
      SELECT count(*)::float AS files, coalesce(sum(file_size_in_byte), 0)::float AS bytes
      FROM asset LEFT JOIN exif ON asset_id = asset.id WHERE ${isMisplaced(belonging)}`,
  )
}

/** Lists some of the uploads that do not lie where they belong, in the order of their ids. */
export function listMisplaced(
  database: Queryable,
  belonging: Belonging,
  { after, count }: { after: string; count: number },
): Promise<MisplacedUpload[]> {
  return ask<MisplacedUpload>(
    database,
    Prisma.sql`
      SELECT asset.id, asset.owner_id AS "ownerId", original_path AS "originalPath", import_path AS "importPath",
        library.name AS "libraryName", file_modified_at AS "fileModifiedAt", sidecar_version AS "sidecarVersion",
        encode(checksum, 'hex') AS checksum, embedded_in_id AS "embeddedInId",
        coalesce(file_size_in_byte, 0)::float AS size
      FROM asset JOIN library ON library.id = library_id LEFT JOIN exif ON asset_id = asset.id
      WHERE ${isMisplaced(belonging)} AND asset.id > ${after}::uuid
      ORDER BY asset.id LIMIT ${count}`,
  )
}

/** After how many minutes nobody reads a file any more that was opened where it was. */
const READ_MINUTES = 10

/**
 * Lets an asset have its file at another path, and the old one removed soon. Returns false when the asset, or its side-car, was changed or is
 * about to be. Call it in a transaction.
 */
export async function switchPlace(
  transaction: Connection,
  { id, ownerId, originalPath, sidecarVersion }: MisplacedUpload,
  { path, libraryId }: { path: string; libraryId: string },
): Promise<boolean> {
  const switched = await ask(
    transaction,
    Prisma.sql`
      WITH switched AS (
        UPDATE asset SET original_path = ${path}, library_id = ${libraryId}::uuid, updated_at = now()
        WHERE id = ${id}::uuid AND original_path = ${originalPath} AND removed_at IS NULL
          AND sidecar_version IS NOT DISTINCT FROM ${sidecarVersion}
          AND NOT EXISTS (SELECT FROM sidecar_change WHERE asset_id = ${id}::uuid)
        RETURNING id
      ), noted AS (
        INSERT INTO file_removal (asset_id, owner_id, original_path, due_at)
        SELECT ${uuidv7()}::uuid, ${ownerId}::uuid, ${originalPath}, now() + make_interval(mins => ${READ_MINUTES}::int)
        FROM switched
      )
      SELECT id FROM switched`,
  )
  return switched.length > 0
}

function isMisplaced({ ownerId, root }: Belonging): Prisma.Sql {
  const ofOwner = ownerId === null ? Prisma.empty : Prisma.sql`AND asset.owner_id = ${ownerId}::uuid`
  return Prisma.sql`
    NOT is_external AND removed_at IS NULL AND NOT starts_with(original_path, ${root} || '/') ${ofOwner}`
}
