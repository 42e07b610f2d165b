import type { OwnFacts } from '@media-library/media'
import { ask, type Database } from '../../database/ask.js'
import { inTransaction } from '../../database/transaction.js'
import { type Asset, type Library, Prisma } from '../../generated/prisma/client.js'
import { enqueueJobs } from '../../jobs/queue/enqueue-jobs.js'

/** An asset whose side-car lacks changes of tags, or values that a person set. */
export interface DueSidecar {
  asset: Pick<Asset, 'id' | 'originalPath' | 'fileModifiedAt' | 'sidecarVersion'> & Pick<Library, 'importPath'>
  /** The names of all tags that are on the asset. */
  tags: string[]
  /** The changes, the oldest first. A change without the name of a tag is one of the values that a person set or took back. */
  changes: { id: number; name: string | null; isAdded: boolean; takenBack: 'date' | 'place' | null }[]
  facts: OwnFacts
}

type DueRow = DueSidecar['asset'] &
  Omit<DueSidecar['changes'][number], 'id'> & { changeId: number; tags: string[]; facts: OwnFacts }

/** The advisory lock of the processes that claim. It is held for one statement. */
const CLAIMING = 5_021_867

/** The seconds that a process has to write the changes that it claimed. Then others may. */
const CLAIM_SECONDS = 120

/** The condition that a change is due. One that was claimed before the clock was set back is not due for longer than a day. */
function isDue(change: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(${change}.due_at <= now() OR ${change}.due_at > now() + interval '1 day')`
}

/**
 * Claims the changes of up to `count` assets. All changes of an asset are claimed by one process at a time, because their order
 * counts.
 */
export async function claimSidecars(database: Database, count: number): Promise<DueSidecar[]> {
  const rows = await inTransaction(database, async (transaction) => {
    await ask(transaction, Prisma.sql`SELECT pg_advisory_xact_lock(${CLAIMING}::int)::text AS locked`)
    return ask<DueRow>(
      transaction,
      Prisma.sql`
        WITH due AS MATERIALIZED (
          SELECT DISTINCT asset_id FROM (
            SELECT asset_id FROM sidecar_change AS change
            WHERE ${isDue(Prisma.sql`change`)} AND NOT EXISTS (
              SELECT FROM sidecar_change AS other WHERE other.asset_id = change.asset_id AND NOT ${isDue(Prisma.sql`other`)}
            )
            ORDER BY due_at LIMIT ${count}
          ) AS first
        ), claimed AS (
          UPDATE sidecar_change SET due_at = now() + make_interval(secs => ${CLAIM_SECONDS})
          FROM due WHERE sidecar_change.asset_id = due.asset_id
          RETURNING sidecar_change.id, sidecar_change.asset_id, name, is_added, taken_back
        )
        SELECT claimed.id::float8 AS "changeId", claimed.name, is_added AS "isAdded", taken_back AS "takenBack", asset.id, original_path AS "originalPath",
          file_modified_at AS "fileModifiedAt", sidecar_version AS "sidecarVersion", import_path AS "importPath",
          ARRAY (
            SELECT tag.name FROM tag_asset JOIN tag ON tag.id = tag_id
            WHERE tag_asset.asset_id = asset.id ORDER BY tag.name COLLATE "C"
          ) AS tags,
          json_build_object(
            'description', CASE WHEN description IS DISTINCT FROM file_description THEN description END,
            'localDateTime', CASE WHEN is_date_own THEN api_time(local_date_time) END,
            'offsetMinutes', extract(epoch FROM local_date_time - file_created_at)::int / 60,
            'latitude', CASE WHEN is_place_own THEN latitude END,
            'longitude', CASE WHEN is_place_own THEN longitude END
          ) AS facts
        FROM claimed JOIN asset ON asset.id = claimed.asset_id JOIN library ON library.id = library_id
        LEFT JOIN exif ON exif.asset_id = asset.id
        ORDER BY claimed.id`,
    )
  })
  const due = new Map<string, DueSidecar>()
  for (const { changeId, name, isAdded, takenBack, tags, facts, ...asset } of rows) {
    const sidecar = due.get(asset.id) ?? { asset, tags, changes: [], facts }
    sidecar.changes.push({ id: changeId, name, isAdded, takenBack })
    due.set(asset.id, sidecar)
  }
  return [...due.values()]
}

/**
 * Removes changes that are written. The version of the side-car is recorded, so that the next import does not read it again. What a
 * person took back is read from the file, now that the side-car no longer says it.
 */
export async function endSidecar(
  database: Database,
  { asset, changes }: DueSidecar,
  sidecarVersion: string | null,
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await ask(
      transaction,
      Prisma.sql`
        WITH written AS (
          DELETE FROM sidecar_change WHERE id = ANY (${changes.map(({ id }) => id)}::bigint[])
        )
        UPDATE asset SET sidecar_version = ${sidecarVersion}
        WHERE id = ${asset.id}::uuid AND sidecar_version IS NOT DISTINCT FROM ${asset.sidecarVersion}`,
    )
    const isTakenBack = changes.some(({ takenBack }) => takenBack !== null)
    if (isTakenBack) await enqueueJobs(transaction, 'refresh-metadata', [asset.id])
  })
}

/** Leaves the changes of an asset for a later attempt. */
export async function delaySidecar(database: Database, assetId: string, seconds: number): Promise<void> {
  await ask(
    database,
    Prisma.sql`
      UPDATE sidecar_change SET due_at = now() + make_interval(secs => ${seconds}) WHERE asset_id = ${assetId}::uuid`,
  )
}
