import type { JobName } from '@media-library/contract'
import type { Queryable } from '../database.js'
import { type Asset, type Library, Prisma } from '../generated/prisma/client.js'
import { addToQueue, type Turn } from './queue.js'

/** Who runs jobs of which name. */
export interface Runner {
  name: JobName
  workerId: string
}

/** How an attempt ended. */
export interface AttemptEnd {
  state: 'succeeded' | 'skipped' | 'failed'
  reason: string | null
}

/** What of an asset its jobs need. */
export type JobAsset = Pick<Asset, 'id' | 'ownerId' | 'type' | 'originalPath'> & Pick<Library, 'importPath'>

/** How often a job is tried before it stays failed, counting each start that was not cut short by a stop. */
export const MAX_ATTEMPTS = 3

/**
 * Marks jobs as running and gives the asset of each; null where it is not this turn's any more: it ended, runs
 * elsewhere, or went with its asset.
 */
export const startAttempts = async (
  database: Queryable,
  { name, workerId }: Runner,
  turns: Turn[],
): Promise<(JobAsset | null)[]> => {
  const assetIds = turns.map(({ assetId }) => assetId)
  const numbers = turns.map(({ turn }) => turn)
  const started = await database.$queryRaw<(JobAsset & { turn: number })[]>`
    WITH unhurried AS (SELECT set_config('synchronous_commit', 'off', true)),
    due AS (
      SELECT asset_id
      FROM asset_job JOIN unnest(${assetIds}::uuid[], ${numbers}::int[]) AS given (asset_id, turn)
        USING (asset_id, turn)
      WHERE name = ${name} AND (state = 'queued' OR (state = 'running' AND worker_id = ${workerId}::uuid))
      ORDER BY asset_id
      FOR NO KEY UPDATE OF asset_job
    ),
    started AS (
      UPDATE asset_job AS job
      SET state = 'running', attempts = attempts + 1, worker_id = ${workerId}::uuid, started_at = now(),
          finished_at = NULL
      FROM unhurried, due
      WHERE job.asset_id = due.asset_id AND name = ${name}
      RETURNING job.asset_id, job.turn
    )
    SELECT turn, asset.id, asset.owner_id AS "ownerId", type, original_path AS "originalPath",
      import_path AS "importPath"
    FROM started JOIN asset ON asset.id = asset_id JOIN library ON library.id = library_id`
  const assets = new Map(started.map(({ turn, ...asset }) => [`${asset.id} ${turn}`, asset]))
  return turns.map(({ assetId, turn }) => assets.get(`${assetId} ${turn}`) ?? null)
}

/**
 * Records how attempts ended, in one statement with what follows from it: a failed one is queued for its next try,
 * `backoffMs` later and four times as long after each more, and what was asked for again meanwhile is queued at once.
 * Does nothing for an attempt that no longer counts: its worker was taken for dead.
 */
export const endAttempts = async (
  database: Queryable,
  { name, workerId }: Runner,
  ends: (Turn & AttemptEnd)[],
  backoffMs: number,
): Promise<void> => {
  const assetIds = ends.map(({ assetId }) => assetId)
  const numbers = ends.map(({ turn }) => turn)
  const states = ends.map(({ state }) => state)
  const reasons = ends.map(({ reason }) => reason)
  await database.$queryRaw`
    WITH counting AS (
      SELECT asset_id, outcome, why
      FROM asset_job JOIN unnest(${assetIds}::uuid[], ${numbers}::int[], ${states}::text[], ${reasons}::text[])
        AS given (asset_id, turn, outcome, why) USING (asset_id, turn)
      WHERE name = ${name} AND state = 'running' AND worker_id = ${workerId}::uuid
      ORDER BY asset_id
      FOR NO KEY UPDATE OF asset_job
    ), turned AS (
      UPDATE asset_job AS job
      SET state = CASE WHEN again OR (outcome = 'failed' AND attempts < ${MAX_ATTEMPTS}) THEN 'queued'
                       ELSE outcome::asset_job_state END,
          again = false,
          turn = turn + 1,
          attempts = CASE WHEN again THEN 0 ELSE attempts END,
          reason = why,
          worker_id = NULL,
          finished_at = now()
      FROM counting
      WHERE job.asset_id = counting.asset_id AND name = ${name}
      RETURNING job.asset_id, name, state, priority, turn, attempts
    )
    ${addToQueue(Prisma.sql`(CASE attempts WHEN 0 THEN 0 ELSE ${backoffMs}::float * 4 ^ (attempts - 1) END)`)}`
}
