import { v7 as uuidv7 } from 'uuid'
import { isUpload, type OriginalRow } from '../../assets/files/original-row.js'
import { ask, type Connection } from '../../database/ask.js'
import { Prisma } from '../../generated/prisma/client.js'

/** Whose uploads belong where. */
export interface Belonging {
  /** The id of the owner; null for all users. */
  ownerId: string | null
  /** The path of the folder or bucket. */
  root: string
}

/** Returns the condition for uploads that are not where they belong. */
export function isMisplaced({ ownerId, root }: Belonging): Prisma.Sql {
  const ofOwner = ownerId === null ? Prisma.empty : Prisma.sql`AND asset.owner_id = ${ownerId}::uuid`
  return Prisma.sql`${isUpload} AND NOT starts_with(original_path, ${root} || '/') ${ofOwner}`
}

/** After how many minutes nobody reads a file any more that was opened where it was. */
const READ_MINUTES = 10

/**
 * Lets an asset have its file at another path, and the old one removed soon. Returns false when the asset, or its side-car, was changed or is
 * about to be. Call it in a transaction.
 */
export async function switchPlace(
  transaction: Connection,
  { id, ownerId, originalPath, sidecarVersion }: OriginalRow,
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
