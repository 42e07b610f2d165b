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

/**
 * Lists the uploads among some assets, with those of the same device and name that were taken at most 5 s before or after, by whichever
 * zones their clocks have.
 */
export function listNearUploads(database: Queryable, assetIds: string[]): Promise<NearUploads[]> {
  return ask<NearUploads>(
    database,
    Prisma.sql`
      WITH incoming AS MATERIALIZED (
        SELECT *, lower(regexp_replace(original_file_name, '[.][^.]*$', '')) AS stem
        FROM asset WHERE id = ANY (${assetIds}::uuid[]) AND uploaded_bytes IS NOT NULL
      )
      SELECT owner_id AS "ownerId", array_agg(DISTINCT near.id) AS ids
      FROM incoming CROSS JOIN generate_series(-56, 56) AS quarters CROSS JOIN LATERAL (
        SELECT file_created_at + quarters * interval '15 min' AS moment
      ) AS clock CROSS JOIN LATERAL (
        SELECT near.id FROM asset AS near
        WHERE near.owner_id = incoming.owner_id AND near.device_id = incoming.device_id AND near.uploaded_bytes IS NOT NULL
          AND near.file_created_at BETWEEN moment - interval '5 s' AND moment + interval '5 s'
          AND near.type IN ('IMAGE', 'VIDEO') AND lower(regexp_replace(near.original_file_name, '[.][^.]*$', '')) = incoming.stem
      ) AS near
      GROUP BY owner_id`,
  )
}
