import type { JobName } from '@media-library/contract'
import { allowTimeFor, type Queryable } from '../database.js'
import { addToQueue } from './queue.js'

/** Whose wish a job is; a person's goes ahead of bulk work such as an import. */
export type JobPriority = 'person' | 'bulk'

const priorities = { person: 0, bulk: 10 } satisfies Record<JobPriority, number>

/**
 * Queues a job for each asset. One that waits already is queued once, at the higher of both priorities; one that runs
 * will run once more after. Committed with the surrounding statement or transaction.
 */
export const enqueueJobs = async (
  database: Queryable,
  name: JobName,
  assetIds: string[],
  priority: JobPriority = 'person',
): Promise<void> => {
  await allowTimeFor(database, assetIds)
  await database.$queryRaw`
    WITH turned AS (
      INSERT INTO asset_job AS job (asset_id, name, priority)
      SELECT DISTINCT asset_id, ${name}, ${priorities[priority]}::smallint
      FROM unnest(${assetIds}::uuid[]) AS given (asset_id)
      ORDER BY asset_id
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
    )
    ${addToQueue()}`
}

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
