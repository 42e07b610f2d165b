import { ask } from '../database/ask.js'
import type { Queryable } from '../database/connect.js'
import { Prisma } from '../generated/prisma/client.js'

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

const HEX_LENGTH = 40

/** Converts a SHA-1 in base64 or hexadecimal to hexadecimal in lower case; null for none. */
export function toHex(checksum: string): string
export function toHex(checksum: string | undefined): string | null
export function toHex(checksum: string | undefined): string | null {
  if (checksum === undefined) return null
  return checksum.length === HEX_LENGTH ? checksum.toLowerCase() : Buffer.from(checksum, 'base64').toString('hex')
}
