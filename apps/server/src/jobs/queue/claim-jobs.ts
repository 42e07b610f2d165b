import type { JobName } from '@media-library/contract'
import { ask, type Queryable, uuids } from '../../database/ask.js'
import { type Asset, type Library, Prisma } from '../../generated/prisma/client.js'
import { LAST, LONG, priorities } from './enqueue-jobs.js'

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
  /** Whether it runs alone, and after all others of its name and owner, because it was late before. */
  isLast: boolean
}

/**
 * The lane in which a job runs. A job that turns out to be long is postponed to the lane of long jobs, so that short ones pass it.
 */
export type Lane = 'short' | 'long'

/** The maximum number of attempts. A start that was interrupted by a stop does not count. */
export const MAX_ATTEMPTS = 3

/** The SET list that returns a running job to the queue, as if it had not been started. */
export const asNotStarted = Prisma.sql`
  state = 'queued', again = false, attempts = greatest(attempts - 1, 0), worker_id = NULL`

/** The jobs that a worker wants to claim. */
export interface Claim {
  lane: Lane
  /** The largest number of jobs to claim. */
  count: number
  /** The assets whose jobs of this name the worker is running. */
  running: string[]
  /**
   * The owner of each job that the worker is running in this lane, and the number of jobs that one owner may have there.
   */
  busy: string[]
  each: number
  /** The owner whose turn was last, or `FIRST_TURN`. */
  after: string
}

export const FIRST_TURN = '00000000-0000-0000-0000-000000000000'
const LAST_TURN = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The number of owners to look at beyond those needed: other workers may be claiming the jobs of the first. */
const SPARE_OWNERS = 8

/**
 * Claims due jobs, the most urgent first, and marks them as running. Owners take turns, in the order of their ids, so that the many
 * jobs of one delay those of nobody else. A job whose asset is gone ends as skipped. Other jobs that are marked as this worker's,
 * because an earlier response was lost, are queued again. A job that was late waits until its owner has no other of its name, and none
 * begins beside it. A worker that is not registered, such as one that has left, gets no job.
 */
export async function claimAttempts(database: Queryable, { name, workerId }: Runner, claim: Claim): Promise<Attempt[]> {
  const { lane, count, running, busy, each, after } = claim
  const isDue = Prisma.sql`state = 'queued' AND name = ${name} AND due_at <= now()`
  const withAdded = (added: number) => Object.values(priorities).map((priority) => priority + added)
  const last = Prisma.sql`ARRAY[${Prisma.join(withAdded(LAST))}]::smallint[]`
  const others = Prisma.sql`ARRAY[${Prisma.join([...withAdded(0), ...withAdded(LONG)])}]::smallint[]`
  const ofOwner = Prisma.sql`SELECT FROM asset_job WHERE name = ${name} AND owner_id = turn.id`
  const inLane = lane === 'long' ? [...withAdded(LONG), ...withAdded(LAST)] : withAdded(0)
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
        SELECT priority, turn.id, free, row_number() OVER () AS place
        FROM (VALUES ${Prisma.join(rounds)}) AS round (priority, low, high) CROSS JOIN LATERAL (
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
        ) AS turn CROSS JOIN LATERAL (
          SELECT CASE WHEN priority = ANY (${last}) THEN 1 ELSE ${each}::int - count(*) END AS free
          FROM unnest(${uuids(busy)}::uuid[]) AS job (owner_id) WHERE owner_id = turn.id
        ) AS slots
        WHERE free > 0 AND CASE WHEN priority = ANY (${last})
          THEN NOT EXISTS (${ofOwner} AND state = 'queued' AND priority = ANY (${others}))
            AND NOT EXISTS (${ofOwner} AND state = 'running')
          ELSE NOT EXISTS (${ofOwner} AND state = 'running' AND priority = ANY (${last})) END
        LIMIT ${count + SPARE_OWNERS}
      ), unhurried AS (SELECT set_config('synchronous_commit', 'off', true)),
      claimant AS MATERIALIZED (
        SELECT id FROM unhurried, worker WHERE id = ${workerId}::uuid AND EXISTS (SELECT FROM owner)
        FOR KEY SHARE OF worker
      ), due AS MATERIALIZED (
        SELECT asset_id FROM (
          SELECT job.asset_id, place, free, row_number() OVER (PARTITION BY owner.id ORDER BY place, due_at) AS nth
          FROM claimant CROSS JOIN owner CROSS JOIN LATERAL (
            SELECT asset_id, due_at FROM asset_job
            WHERE ${isDue} AND priority = owner.priority AND owner_id = owner.id
            ORDER BY due_at
            LIMIT (SELECT least(owner.free, ceil(${count}::float / count(*))) FROM owner AS peer WHERE peer.priority = owner.priority)
            FOR NO KEY UPDATE SKIP LOCKED
          ) AS job
        ) AS found
        WHERE nth <= free
        ORDER BY place, nth
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
        latitude AS "ownLatitude", longitude AS "ownLongitude",
        priority = ANY (${last}) AS "isLast"
      FROM due LEFT JOIN (
        started JOIN asset ON asset.id = started.asset_id JOIN library ON library.id = library_id
        LEFT JOIN exif ON exif.asset_id = asset.id AND is_place_own
      ) ON started.asset_id = due.asset_id
      ORDER BY priority, asset.owner_id <= ${after}::uuid, asset.owner_id`,
  )
  const started = rows.filter(isStarted)
  // The turn of others must not wait until those of assets that are gone have ended.
  if (started.length === 0 && rows.length > 0) return claimAttempts(database, { name, workerId }, claim)
  return started.map(({ startedAt, isLast, ...asset }) => ({ asset, startedAt, lane, isLast }))
}

type StartedRow = JobAsset & Pick<Attempt, 'startedAt' | 'isLast'>

function isStarted(row: StartedRow | { id: null }): row is StartedRow {
  return row.id !== null
}
