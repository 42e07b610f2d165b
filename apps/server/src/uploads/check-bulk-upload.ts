import { setImmediate } from 'node:timers/promises'
import type { BulkUploadItem, BulkUploadResult } from '@media-library/contract'
import { mayBeMedia } from '@media-library/media'
import type { Handler } from '../answers/handler.js'
import { jsonText } from '../answers/sent-body.js'
import { ask, type Database, type Queryable } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'

/** How many files are looked up in a statement, and answered between other requests. */
const PART = 2_000

export const checkBulkUpload: Handler<'checkBulkUpload'> = async (
  { body: { assets }, caller: { user } },
  { database },
) => {
  const texts: string[] = []
  for (let start = 0; start < assets.length; start += PART) {
    const results = await check(database, user.id, assets.slice(start, start + PART))
    texts.push((start > 0 ? ',' : '') + JSON.stringify(results).slice(1, -1))
    await setImmediate()
  }
  return { status: 200, body: jsonText('{"results":[', ...texts, ']}') }
}

async function check(database: Database, userId: string, given: BulkUploadItem[]): Promise<BulkUploadResult[]> {
  const items = given.map(({ id, checksum }) => ({ id, checksum: toHex(checksum) }))
  const contents = await listOwnContents(database, userId, [...new Set(items.map(({ checksum }) => checksum))])
  // An upload restores an asset that is in the trash.
  const known = new Map(
    contents.flatMap(({ checksum, assetId, isDeleted }) => (isDeleted ? [] : [[checksum, assetId]])),
  )
  return items.map(({ id, checksum }) => {
    const assetId = known.get(checksum)
    if (assetId !== undefined) return { id, action: 'reject', reason: 'duplicate', assetId }
    return mayBeMedia(id) ? { id, action: 'accept' } : { id, action: 'reject', reason: 'unsupported-format' }
  })
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

const HEX_LENGTH = 40

/** Converts a SHA-1 in base64 or hexadecimal to hexadecimal in lower case; null for none. */
export function toHex(checksum: string): string
export function toHex(checksum: string | undefined): string | null
export function toHex(checksum: string | undefined): string | null {
  if (checksum === undefined) return null
  return checksum.length === HEX_LENGTH ? checksum.toLowerCase() : Buffer.from(checksum, 'base64').toString('hex')
}
