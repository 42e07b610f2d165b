import type { JobName } from '@media-library/contract'
import { ask, type Queryable, uuids } from '../../database/ask.js'
import { type Asset, type Library, Prisma } from '../../generated/prisma/client.js'
import { LONG, priorities } from './job.js'

/** A worker, and the name of the jobs that it runs. */
export interface Runner {
  name: JobName
  workerId: string
}

/** The fields of an asset that its jobs need. */
export type JobAsset = Pick<Asset, 'id' | 'ownerId' | 'type' | 'originalPath' | 'fileModifiedAt'> &
  Pick<Library, 'importPath'> & {
    /** Whether the video inside it has been copied. */
    hasEmbedded: boolean
    /** The coordinates that a person set; null for those of the file. */
    ownLatitude: number | null
    ownLongitude: number | null
  }

/** A claimed job. Its start time distinguishes it from other attempts of the same worker. */
export interface Attempt {
  asset: JobAsset
  startedAt: Date
  lane: Lane
}

/** Where a job runs. A job that turns out to be long is postponed to the lane of those, so that short ones pass it. */
export type Lane = 'short' | 'long'

/** The outcome of an attempt. */
export interface AttemptEnd {
  state: 'succeeded' | 'skipped' | 'failed' | 'postponed'
  reason: string | null
  /** Whether another attempt would end in the same way. */
  isFinal?: boolean
  /** Whether that is so once an attempt before it ended for the same reason. */
  isFinalTwice?: boolean
}

/** The maximum number of attempts. A start that was interrupted by a stop does not count. */
export const MAX_ATTEMPTS = 3

/** The SET list that returns a running job to the queue, as if it had not been started. */
export const asNotStarted = Prisma.sql`
  state = 'queued', again = false, attempts = greatest(attempts - 1, 0), worker_id = NULL`

/** An attempt with its outcome, in whichever lane it ran. */
export type EndedAttempt = Omit<Attempt, 'lane'> & AttemptEnd

/** What a worker wants to claim. */
export interface Claim {
  lane: Lane
  /** The most jobs. */
  count: number
  /** The assets whose jobs of this name the worker is running. */
  running: string[]
  /** The owner whose turn was last, or `FIRST_TURN`. */
  after: string
}

export const FIRST_TURN = '00000000-0000-0000-0000-000000000000'
const LAST_TURN = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The number of owners beyond those needed: other workers may be claiming the jobs of the first. */
const SPARE_OWNERS = 8

/**
 * Claims due jobs, the most urgent first, and marks them as running. Owners take turns, in the order of their ids, so that the many
 * jobs of one delay those of nobody else. A job whose asset is gone ends as skipped. Other jobs that are marked as this worker's,
 * because an earlier response was lost, are queued again. A worker that is not registered, such as one that has left, gets no job.
 */
export async function claimAttempts(
  database: Queryable,
  { name, workerId }: Runner,
  { lane, count, running, after }: Claim,
): Promise<Attempt[]> {
  const isDue = Prisma.sql`state = 'queued' AND name = ${name} AND due_at <= now()`
  const inLane = Object.values(priorities).map((priority) => priority + (lane === 'long' ? LONG : 0))
  const rounds = inLane.flatMap((priority) => [
    Prisma.sql`(${priority}::smallint, ${after}::uuid, ${LAST_TURN}::uuid)`,
    Prisma.sql`(${priority}::smallint, ${FIRST_TURN}::uuid, ${after}::uuid)`,
  ])
  const rows = await ask<StartedRow | { id: null }>(
    database,
    // If a crash of the database undoes a start, no outcome of it has been recorded.
    Prisma.sql`
      WITH unknown AS (
        UPDATE asset_job SET ${asNotStarted}
        WHERE state = 'running' AND worker_id = ${workerId}::uuid AND name = ${name}
          AND asset_id <> ALL (${uuids(running)}::uuid[])
      ), owner AS MATERIALIZED (
        SELECT priority, turn.id FROM (VALUES ${Prisma.join(rounds)}) AS round (priority, low, high) CROSS JOIN LATERAL (
          WITH RECURSIVE turn AS (
            SELECT low AS id
            UNION ALL
            SELECT (
              SELECT owner_id FROM asset_job
              WHERE ${isDue} AND priority = round.priority AND owner_id > turn.id AND owner_id <= high
              ORDER BY owner_id LIMIT 1
            ) FROM turn WHERE id IS NOT NULL
          )
          SELECT id FROM turn WHERE id > low
        ) AS turn
        LIMIT ${count + SPARE_OWNERS}
      ), unhurried AS (SELECT set_config('synchronous_commit', 'off', true)),
      claimant AS MATERIALIZED (
        SELECT id FROM unhurried, worker WHERE id = ${workerId}::uuid AND EXISTS (SELECT FROM owner)
        FOR KEY SHARE OF worker
      ), due AS MATERIALIZED (
        SELECT job.asset_id FROM claimant CROSS JOIN owner CROSS JOIN LATERAL (
          SELECT asset_id FROM asset_job
          WHERE ${isDue} AND priority = owner.priority AND owner_id = owner.id
          ORDER BY due_at
          LIMIT (SELECT ceil(${count}::float / count(*)) FROM owner AS peer WHERE peer.priority = owner.priority)
          FOR NO KEY UPDATE SKIP LOCKED
        ) AS job
        LIMIT ${count}
      ), started AS (
        UPDATE asset_job AS job
        SET state = 'running', attempts = attempts + 1, worker_id = ${workerId}::uuid, started_at = now(),
            finished_at = NULL
        FROM due
        WHERE job.asset_id = due.asset_id AND name = ${name} AND EXISTS (SELECT FROM asset WHERE id = due.asset_id AND removed_at IS NULL)
        RETURNING job.asset_id, job.priority, started_at
      ), skipped AS (
        UPDATE asset_job AS job SET state = 'skipped', reason = 'the asset was deleted', finished_at = now()
        FROM due
        WHERE job.asset_id = due.asset_id AND name = ${name} AND NOT EXISTS (SELECT FROM asset WHERE id = due.asset_id AND removed_at IS NULL)
        RETURNING 1
      )
      SELECT asset.id, asset.owner_id AS "ownerId", type, original_path AS "originalPath", import_path AS "importPath",
        file_modified_at AS "fileModifiedAt",
        EXISTS (SELECT FROM asset AS video WHERE video.embedded_in_id = asset.id) AS "hasEmbedded", started_at AS "startedAt",
        latitude AS "ownLatitude", longitude AS "ownLongitude"
      FROM due LEFT JOIN (
        started JOIN asset ON asset.id = started.asset_id JOIN library ON library.id = library_id
        LEFT JOIN exif ON exif.asset_id = asset.id AND is_place_own
      ) ON started.asset_id = due.asset_id
      ORDER BY priority, asset.owner_id <= ${after}::uuid, asset.owner_id`,
  )
  const started = rows.filter(isStarted)
  // The turn of others must not wait until those of assets that are gone have ended.
  if (started.length === 0 && rows.length > 0)
    return claimAttempts(database, { name, workerId }, { lane, count, running, after })
  return started.map(({ startedAt, ...asset }) => ({ asset, startedAt, lane }))
}

type StartedRow = JobAsset & { startedAt: Date }

function isStarted(row: StartedRow | { id: null }): row is StartedRow {
  return row.id !== null
}

/**
 * Records the outcomes of attempts. A failed job is retried after `backoffMs`, and after four times as long for each further
 * attempt, unless the failure is final, or final the second time. A job that was postponed, or requested again meanwhile, is queued at
 * once. Ignores attempts that no longer count, because their worker was considered dead.
 */
export async function endAttempts(
  database: Queryable,
  { name, workerId }: Runner,
  ends: EndedAttempt[],
  backoffMs: number,
): Promise<void> {
  const assetIds = ends.map(({ asset }) => asset.id)
  const starts = ends.map(({ startedAt }) => startedAt.toISOString())
  const states = ends.map(({ state }) => state)
  const reasons = ends.map(({ reason }) => reason)
  const finals = ends.map(({ isFinal = false }) => isFinal)
  const finalsTwice = ends.map(({ isFinalTwice = false }) => isFinalTwice)
  await ask(
    database,
    Prisma.sql`
      WITH counting AS (
        SELECT asset_id, outcome, why, again OR outcome = 'postponed' AS is_new,
          is_final OR (is_final_twice AND attempts > 1 AND why = reason) AS is_final
        FROM asset_job JOIN unnest(${assetIds}::uuid[], ${starts}::timestamptz[], ${states}::text[], ${reasons}::text[],
          ${finals}::boolean[], ${finalsTwice}::boolean[])
          AS given (asset_id, started_at, outcome, why, is_final, is_final_twice) USING (asset_id, started_at)
        WHERE name = ${name} AND state = 'running' AND worker_id = ${workerId}::uuid
        ORDER BY asset_id
        FOR NO KEY UPDATE OF asset_job
      )
      UPDATE asset_job AS job
      SET state = CASE WHEN is_new OR (outcome = 'failed' AND NOT is_final AND attempts < ${MAX_ATTEMPTS}) THEN 'queued'
                       ELSE outcome::asset_job_state END,
          again = false,
          attempts = CASE WHEN is_new THEN 0 ELSE attempts END,
          priority = CASE WHEN outcome = 'postponed' THEN priority + ${LONG} ELSE priority END,
          reason = why,
          worker_id = NULL,
          due_at = CASE WHEN is_new THEN now()
                        ELSE now() + ${backoffMs}::float * 4 ^ (attempts - 1) * interval '1 millisecond' END,
          finished_at = now()
      FROM counting
      WHERE job.asset_id = counting.asset_id AND name = ${name}`,
  )
}
