import { restoreDeleted } from '../asset-changes/trash.js'
import { ask, type Database, type Queryable } from '../database/ask.js'
import { inTransaction } from '../database/transaction.js'
import { announceEvents } from '../events/event.js'
import { Prisma } from '../generated/prisma/client.js'
import type { StoredUpload } from './record-alone.js'

/** A content that the owner has. */
export interface OwnContent {
  /** The SHA-1 in hexadecimal. */
  checksum: string
  assetId: string
  /** Whether it is in the trash, or deleted for good while its imported file stays. */
  isDeleted: boolean
}

/**
 * Lists the contents that the owner has (SHA-1 in hexadecimal), including those in the trash. Contents whose files are missing, or
 * about to be removed, are left out.
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

/** Finds the asset of a content that the owner has. One that is in the trash returns. */
export async function findContent(database: Database, ownerId: string, checksum: string): Promise<StoredUpload | null> {
  const [known] = await listOwnContents(database, ownerId, [checksum])
  if (!known) return null
  if (known.isDeleted) {
    if (!(await restoreContent(database, known.assetId))) return null
    void announceEvents(database)
  }
  return { id: known.assetId, duplicate: true, isRestored: known.isDeleted }
}

/** Restores an asset. Returns false when it was deleted meanwhile. */
async function restoreContent(database: Database, assetId: string): Promise<boolean> {
  const restored = await inTransaction(database, (transaction) =>
    restoreDeleted(transaction, Prisma.sql`SELECT ${assetId}::uuid`),
  )
  return restored > 0
}
