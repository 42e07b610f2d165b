import { ask, askOne, type Database } from '../../database/ask.js'
import { Prisma } from '../../generated/prisma/client.js'
import type { Original } from '../../storage/original.js'

/** An original as the database describes it. */
export interface OriginalRow extends Original {
  id: string
  /** Whether the file is imported, so that its owner may change it. */
  isExternal: boolean
  /** The SHA-1 in hexadecimal. */
  checksum: string
  /** The size in bytes; null when it is unknown. */
  size: number | null
}

/** Returns the condition for the originals of a user, or of all users. */
export function ownedBy(ownerId: string | null): Prisma.Sql {
  return ownerId === null
    ? Prisma.sql`removed_at IS NULL`
    : Prisma.sql`removed_at IS NULL AND asset.owner_id = ${ownerId}::uuid`
}

/** Counts originals and their bytes. */
export function countOriginals(database: Database, owned: Prisma.Sql): Promise<{ files: number; bytes: number }> {
  return askOne<{ files: number; bytes: number }>(
    database,
    Prisma.sql`
      SELECT count(*)::float AS files, coalesce(sum(file_size_in_byte), 0)::float AS bytes
      FROM asset LEFT JOIN exif ON asset_id = asset.id WHERE ${owned}`,
  )
}

/** Lists some originals, in the order of their ids. */
export function listOriginals(
  database: Database,
  where: Prisma.Sql,
  { after, count }: { after: string; count: number },
): Promise<OriginalRow[]> {
  return ask<OriginalRow>(
    database,
    Prisma.sql`
      SELECT asset.id, original_path AS "originalPath", import_path AS "importPath", is_external AS "isExternal",
        file_modified_at AS "fileModifiedAt", encode(checksum, 'hex') AS checksum, file_size_in_byte::float AS size
      FROM asset JOIN library ON library.id = library_id LEFT JOIN exif ON asset_id = asset.id
      WHERE ${where} AND asset.id > ${after}::uuid
      ORDER BY asset.id LIMIT ${count}`,
  )
}

/** Finds the present row of an original; null when its asset was removed. */
export async function findOriginal(database: Database, id: string): Promise<OriginalRow | null> {
  const where = Prisma.sql`removed_at IS NULL AND asset.id = ${id}::uuid`
  return (await listOriginals(database, where, { after: FIRST, count: 1 }))[0] ?? null
}

/** The id before every id. */
export const FIRST = '00000000-0000-0000-0000-000000000000'
