import { ask, askOne } from '../../database/ask.js'
import type { Queryable } from '../../database/connect.js'
import { Prisma } from '../../generated/prisma/client.js'

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

/** Waits until no other transaction stores an upload of the owner: two copies at once would both be new. */
export async function beginStoring(transaction: Queryable, ownerId: string): Promise<void> {
  await ask(transaction, Prisma.sql`SELECT FROM pg_advisory_xact_lock(hashtextextended(${`upload ${ownerId}`}, 0))`)
}

/** A file that is being uploaded. */
export interface Arrival {
  deviceId: string
  name: string
  fileCreatedAt: Date
  localDateTime: Date
  /** Whether the video of a live photo comes with it, so that no other video belongs to it. */
  hasVideo: boolean
}

/** Lists the owner's uploads that may be of the same shot: from the same device, with the same name, at most 5 s apart. */
export async function listUploadsBeside(
  database: Queryable,
  ownerId: string,
  { deviceId, name, fileCreatedAt, localDateTime, hasVideo }: Arrival,
): Promise<string[]> {
  const isBeside = Prisma.sql`
    owner_id = ${ownerId}::uuid AND device_id = ${deviceId} AND uploaded_bytes IS NOT NULL
    AND lower(regexp_replace(original_file_name, '[.][^.]*$', '')) = lower(regexp_replace(${name}, '[.][^.]*$', ''))
    AND (type = 'IMAGE' OR type = 'VIDEO' AND NOT ${hasVideo}::boolean)`
  const near = (moment: Date) =>
    Prisma.sql`${moment}::timestamptz - interval '5 s' AND ${moment}::timestamptz + interval '5 s'`
  const rows = await ask<{ id: string }>(
    database,
    Prisma.sql`
      SELECT id FROM asset WHERE file_created_at BETWEEN ${near(fileCreatedAt)} AND ${isBeside}
      UNION
      SELECT id FROM asset
      WHERE local_date_time BETWEEN ${near(localDateTime)} AND (is_visible AND deleted_at IS NULL) IS TRUE AND ${isBeside}`,
  )
  return rows.map(({ id }) => id)
}

/** A content that the owner has. */
export interface OwnContent {
  /** The SHA-1 in hexadecimal. */
  checksum: string
  assetId: string
}

/** Lists which contents the owner has (SHA-1 in hexadecimal), in the trash, too. Those whose files are missing are left out. */
export function listOwnContents(database: Queryable, ownerId: string, checksums: string[]): Promise<OwnContent[]> {
  return ask<OwnContent>(
    database,
    Prisma.sql`
      SELECT DISTINCT ON (asset.checksum) encode(asset.checksum, 'hex') AS checksum, id AS "assetId"
      FROM unnest(${checksums}::text[]) AS hex JOIN asset ON asset.checksum = decode(hex, 'hex')
      WHERE owner_id = ${ownerId}::uuid AND NOT is_offline AND embedded_in_id IS NULL
      ORDER BY asset.checksum, deleted_at IS NOT NULL, is_visible DESC, id`,
  )
}
