import { ask, type Queryable } from '../../database/ask.js'
import { Prisma } from '../../generated/prisma/client.js'

/**
 * Waits until no other transaction stores, or joins, uploads of these owners: otherwise two copies at once would both be new, and the
 * two halves of a live photo would not find each other.
 */
export async function beginStoring(transaction: Queryable, ownerIds: string[]): Promise<void> {
  await ask(
    transaction,
    Prisma.sql`
      SELECT pg_advisory_xact_lock(hashtextextended('upload ' || owner_id, 0))
      FROM (SELECT DISTINCT owner_id FROM unnest(${ownerIds}::uuid[]) AS incoming (owner_id) ORDER BY owner_id) AS owners`,
  )
}

/** Uploads of one owner that may be of the same shot. */
export interface NearUploads {
  ownerId: string
  ids: string[]
}

/** Lists the owners of those assets that are uploads. */
export async function listUploaders(database: Queryable, assetIds: string[]): Promise<string[]> {
  const rows = await ask<{ ownerId: string }>(
    database,
    Prisma.sql`
      SELECT DISTINCT owner_id AS "ownerId" FROM asset WHERE id = ANY (${assetIds}::uuid[]) AND uploaded_bytes IS NOT NULL`,
  )
  return rows.map(({ ownerId }) => ownerId)
}

/** Lists the uploads among some assets, with those of the same device and name that were taken at most 5 s before or after. */
export function listNearUploads(database: Queryable, assetIds: string[]): Promise<NearUploads[]> {
  const isNear = Prisma.sql`
    near.owner_id = incoming.owner_id AND near.device_id = incoming.device_id AND near.uploaded_bytes IS NOT NULL
    AND near.type IN ('IMAGE', 'VIDEO') AND lower(regexp_replace(near.original_file_name, '[.][^.]*$', '')) = incoming.stem`
  const within = (moment: Prisma.Sql) =>
    Prisma.sql`near.${moment} BETWEEN incoming.${moment} - interval '5 s' AND incoming.${moment} + interval '5 s'`
  return ask<NearUploads>(
    database,
    Prisma.sql`
      WITH incoming AS MATERIALIZED (
        SELECT *, lower(regexp_replace(original_file_name, '[.][^.]*$', '')) AS stem
        FROM asset WHERE id = ANY (${assetIds}::uuid[]) AND uploaded_bytes IS NOT NULL
      )
      SELECT owner_id AS "ownerId", array_agg(DISTINCT near.id) AS ids
      FROM incoming, LATERAL (
        SELECT near.id FROM asset AS near WHERE ${within(Prisma.sql`file_created_at`)} AND ${isNear}
        UNION
        SELECT near.id FROM asset AS near
        WHERE ${within(Prisma.sql`local_date_time`)} AND (near.is_visible AND near.removed_at IS NULL) IS TRUE AND near.deleted_at IS NULL AND ${isNear}
      ) AS near
      GROUP BY owner_id`,
  )
}
