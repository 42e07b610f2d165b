import { ask, askOne } from '../database/ask.js'
import type { Queryable } from '../database/connect.js'
import { Prisma } from '../generated/prisma/client.js'

/** How many bytes a user's uploads may have, and have. Null for any number; `used` is 0 then. */
export interface Quota {
  quota: number | null
  used: number
}

/** Reads a user's quota. */
export async function readQuota(database: Queryable, userId: string): Promise<Quota> {
  return askOne<Quota>(
    database,
    Prisma.sql`
      SELECT quota_bytes AS quota,
        CASE WHEN quota_bytes IS NULL THEN 0
          ELSE (SELECT coalesce(sum(uploaded_bytes), 0) FROM asset WHERE owner_id = "user".id AND uploaded_bytes IS NOT NULL)
        END::float AS used
      FROM "user" WHERE id = ${userId}::uuid`,
  )
}

/** A content that the owner has. */
export interface OwnContent {
  /** The SHA-1 in hexadecimal. */
  checksum: string
  assetId: string
  /** Whether it is in the trash, or deleted for good while its imported file stays. */
  isDeleted: boolean
}

/**
 * Lists which contents the owner has (SHA-1 in hexadecimal), in the trash, too. Those whose files are missing, or about to be removed,
 * are left out.
 */
export function listOwnContents(database: Queryable, ownerId: string, checksums: string[]): Promise<OwnContent[]> {
  return ask<OwnContent>(
    database,
    Prisma.sql`
      SELECT DISTINCT ON (asset.checksum) encode(asset.checksum, 'hex') AS checksum, id AS "assetId",
        deleted_at IS NOT NULL AS "isDeleted"
      FROM unnest(${checksums}::text[]) AS hex JOIN asset ON asset.checksum = decode(hex, 'hex')
      WHERE owner_id = ${ownerId}::uuid AND NOT is_offline AND embedded_in_id IS NULL AND (removed_at IS NULL OR is_external)
      ORDER BY asset.checksum, deleted_at IS NOT NULL, is_visible DESC, id`,
  )
}
