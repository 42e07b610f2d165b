import type { JobName } from '@media-library/contract'
import { ask, idsOf, type Queryable, uuids, withTimeFor } from '../database.js'
import { Prisma } from '../generated/prisma/client.js'
import { addToQueue } from './queue.js'

/** Who asked for a job. A person's job runs before bulk work such as an import. */
export type JobPriority = 'person' | 'bulk'

const priorities = { person: 0, bulk: 10 } satisfies Record<JobPriority, number>

/**
 * A part of a WITH: turns the records of a job on the assets of `wanted`, which has a column asset_id. Those that wait
 * already, as urgently, are only looked at: whoever takes one now starts after it was asked for.
 */
const turn = (name: JobName, priority: JobPriority) => Prisma.sql`
    waiting AS (
      SELECT asset_id FROM asset_job
      WHERE name = ${name} AND (state = 'queued' OR (state = 'running' AND again))
        AND priority <= ${priorities[priority]} AND asset_id IN (SELECT asset_id FROM wanted)
    ), turned AS (
      INSERT INTO asset_job AS job (asset_id, name, priority)
      SELECT asset_id, ${name}, ${priorities[priority]}::smallint
      FROM wanted WHERE asset_id NOT IN (SELECT asset_id FROM waiting) ORDER BY asset_id
      ON CONFLICT (asset_id, name) DO UPDATE
      SET again = job.state = 'running',
          state = CASE job.state WHEN 'running' THEN job.state ELSE 'queued' END,
          priority = CASE WHEN job.state = 'queued' OR job.again THEN least(job.priority, excluded.priority)
                          ELSE excluded.priority END,
          turn = CASE job.state WHEN 'running' THEN job.turn ELSE job.turn + 1 END,
          attempts = CASE WHEN job.state IN ('queued', 'running') THEN job.attempts ELSE 0 END,
          reason = CASE WHEN job.state IN ('queued', 'running') THEN job.reason END,
          queued_at = CASE WHEN job.state = 'queued' OR job.again THEN job.queued_at ELSE now() END
      WHERE job.state NOT IN ('queued', 'running')
         OR (job.state = 'running' AND NOT job.again)
         OR excluded.priority < job.priority
      RETURNING asset_id, name, state, priority, turn
    )`

/**
 * Queues a job for each asset. One that waits already is queued once, at the higher of both priorities; one that runs
 * will run once more after. Committed with the surrounding statement or transaction.
 */
export const enqueueJobs = (
  queryable: Queryable,
  name: JobName,
  assetIds: string[],
  priority: JobPriority = 'person',
): Promise<void> =>
  withTimeFor(queryable, assetIds, async (timed) => {
    await ask(
      timed,
      Prisma.sql`
        WITH wanted AS (
          SELECT DISTINCT asset_id FROM unnest(${uuids(assetIds)}::uuid[]) AS given (asset_id)
        ), ${turn(name, priority)}
        ${addToQueue()}`,
    )
  })

/**
 * Queues a person's job for each of their assets, or for none when an id is not an asset of the owner or lies in the
 * trash: returns those ids, in no order.
 */
export const enqueueOwnJobs = (
  queryable: Queryable,
  ownerId: string,
  name: JobName,
  assetIds: string[],
): Promise<string[]> =>
  withTimeFor(queryable, assetIds, async (timed) => {
    const [row] = await ask<{ unusable: string }>(
      timed,
      Prisma.sql`
        WITH wish AS MATERIALIZED (
          SELECT ${uuids(assetIds)}::uuid[] AS asset_ids
        ), usable AS MATERIALIZED (
          SELECT id AS asset_id FROM asset
          WHERE id = ANY ((SELECT asset_ids FROM wish)::uuid[]) AND owner_id = ${ownerId}::uuid AND deleted_at IS NULL
        ), unusable AS MATERIALIZED (
          SELECT unnest(asset_ids) AS asset_id FROM wish EXCEPT SELECT asset_id FROM usable
        ), wanted AS MATERIALIZED (
          SELECT asset_id FROM usable WHERE NOT EXISTS (SELECT FROM unusable)
        ), ${turn(name, 'person')}, queued AS (${addToQueue()})
        SELECT array_to_string(ARRAY (SELECT asset_id FROM unusable), ',') AS unusable, (SELECT count FROM queued)::int AS queued`,
    )
    return idsOf(row?.unusable ?? '')
  })

/** Queues failed jobs again: those of the assets, or all. Returns how many. */
export const retryFailedJobs = async (database: Queryable, assetIds: string[] | null): Promise<number> => {
  const [row] = await database.$queryRaw<[{ count: bigint }]>`
    WITH turned AS (
      UPDATE asset_job
      SET state = 'queued', turn = turn + 1, attempts = 0, priority = ${priorities.person}, queued_at = now()
      WHERE state = 'failed' AND (${assetIds}::uuid[] IS NULL OR asset_id = ANY (${assetIds}::uuid[]))
      RETURNING asset_id, name, state, priority, turn
    )
    ${addToQueue()}`
  return Number(row.count)
}

/**
 * Puts records that wait into the queue when it lacks them, such as those of a restored backup of our tables alone, or
 * when nobody knows the worker that took them.
 */
export const restoreQueue = async (database: Queryable): Promise<void> => {
  await database.$queryRaw`
    WITH turned AS (
      UPDATE asset_job AS job
      SET turn = turn + 1
      WHERE state = 'queued' AND NOT EXISTS (
        SELECT FROM graphile_worker.jobs
        WHERE key = job.asset_id || ':' || job.name AND attempts < max_attempts
          AND (locked_by IS NULL OR locked_by IN (SELECT unnest(pools) FROM worker))
      )
      RETURNING asset_id, name, state, priority, turn
    )
    ${addToQueue()}`
}
