import type { JobName } from '@media-library/contract'
import type { Queryable } from '../database.js'
import { type Asset, Prisma } from '../generated/prisma/client.js'
import { addToQueue, type Turn } from './queue.js'

/** A try of a job by a worker. */
export interface Attempt extends Turn {
  name: JobName
  workerId: string
}

/** How an attempt ended. */
export interface AttemptEnd {
  state: 'succeeded' | 'skipped' | 'failed'
  reason: string | null
}

/** How often a job is tried before it stays failed, counting each start that was not cut short by a stop. */
export const MAX_ATTEMPTS = 3

/**
 * Marks a job as running and gives its asset; null when it is not this turn's any more: it ended, runs elsewhere, or
 * went with its asset.
 */
export const startAttempt = async (
  database: Queryable,
  { assetId, name, turn, workerId }: Attempt,
): Promise<Asset | null> => {
  const started = await database.$executeRaw`
    WITH unhurried AS (SELECT set_config('synchronous_commit', 'off', true))
    UPDATE asset_job
    SET state = 'running', attempts = attempts + 1, worker_id = ${workerId}::uuid, started_at = now(),
        finished_at = NULL
    FROM unhurried
    WHERE asset_id = ${assetId}::uuid AND name = ${name} AND turn = ${turn}
      AND (state = 'queued' OR (state = 'running' AND worker_id = ${workerId}::uuid))`
  return started === 1 ? database.asset.findUnique({ where: { id: assetId } }) : null
}

/**
 * Records how an attempt ended, in one statement with what follows from it: a failed one is queued for its next try,
 * `backoffMs` later and four times as long after each more, and what was asked for again meanwhile is queued at once.
 * Returns false, having done nothing, when the attempt no longer counts: its worker was taken for dead.
 */
export const endAttempt = async (
  database: Queryable,
  { assetId, name, turn, workerId }: Attempt,
  { state, reason }: AttemptEnd,
  backoffMs: number,
): Promise<boolean> => {
  const [row] = await database.$queryRaw<[{ ended: boolean }]>`
    WITH turned AS (
      UPDATE asset_job
      SET state = CASE WHEN again OR (${state} = 'failed' AND attempts < ${MAX_ATTEMPTS}) THEN 'queued'
                       ELSE ${state}::asset_job_state END,
          again = false,
          turn = turn + 1,
          attempts = CASE WHEN again THEN 0 ELSE attempts END,
          reason = ${reason},
          worker_id = NULL,
          finished_at = now()
      WHERE asset_id = ${assetId}::uuid AND name = ${name} AND turn = ${turn}
        AND state = 'running' AND worker_id = ${workerId}::uuid
      RETURNING asset_id, name, state, priority, turn, attempts
    ), added AS (
      ${addToQueue(Prisma.sql`(CASE attempts WHEN 0 THEN 0 ELSE ${backoffMs}::float * 4 ^ (attempts - 1) END)`)}
    )
    SELECT EXISTS (SELECT FROM turned) AS ended, count FROM added`
  return row.ended
}
