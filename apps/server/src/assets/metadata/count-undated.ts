import { ask, type Queryable } from '../../database/ask.js'
import { Prisma } from '../../generated/prisma/client.js'

/**
 * Counts the assets that have no date but the last change of their files: all of them, or those of an owner or of a library. Trashed ones and
 * the videos inside photos are left out.
 */
export async function countUndated(
  database: Queryable,
  { ownerId = null, libraryId = null }: { ownerId?: string | null; libraryId?: string | null } = {},
): Promise<number> {
  const [row] = await ask<{ count: number }>(
    database,
    Prisma.sql`
      SELECT count(*)::int AS count FROM asset LEFT JOIN exif ON asset_id = asset.id
      WHERE date_time_original IS NULL AND file_created_at = file_modified_at AND deleted_at IS NULL AND embedded_in_id IS NULL
        AND (${ownerId}::uuid IS NULL OR owner_id = ${ownerId}::uuid)
        AND (${libraryId}::uuid IS NULL OR library_id = ${libraryId}::uuid)`,
  )
  return row?.count ?? 0
}
