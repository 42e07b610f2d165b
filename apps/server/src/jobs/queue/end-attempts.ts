import { ask, type Queryable } from '../../database/ask.js'
import { Prisma } from '../../generated/prisma/client.js'
import { type Attempt, MAX_ATTEMPTS, type Runner } from './claim-jobs.js'
import { LAST, LONG, priorities } from './enqueue-jobs.js'

/** The outcome of an attempt. */
export interface AttemptEnd {
  state: 'succeeded' | 'skipped' | 'failed' | 'postponed' | 'late'
  reason: string | null
  /** Whether another attempt would end in the same way. */
  isFinal?: boolean
  /** Whether that is certain once an earlier attempt has ended for the same reason. */
  isFinalTwice?: boolean
}

/** An attempt with its outcome, in whichever lane it ran. */
export type EndedAttempt = Omit<Attempt, 'lane' | 'isLast'> & AttemptEnd

/**
 * Records the outcomes of attempts. A failed job is retried after `backoffMs`, and after four times as long for each further
 * attempt, unless the failure is final, or final the second time. A job that was postponed, late, or requested again meanwhile, is queued
 * at once. Ignores attempts that no longer count, because their worker was considered dead.
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
          AS incoming (asset_id, started_at, outcome, why, is_final, is_final_twice) USING (asset_id, started_at)
        WHERE name = ${name} AND state = 'running' AND worker_id = ${workerId}::uuid
        ORDER BY asset_id
        FOR NO KEY UPDATE OF asset_job
      )
      UPDATE asset_job AS job
      SET state = CASE WHEN is_new OR outcome = 'late' OR (outcome = 'failed' AND NOT is_final AND attempts < ${MAX_ATTEMPTS}) THEN 'queued'
                       ELSE outcome::asset_job_state END,
          again = false,
          attempts = CASE WHEN is_new THEN 0 ELSE attempts END,
          priority = CASE outcome WHEN 'postponed' THEN priority + ${LONG}
                                  WHEN 'late' THEN priority / ${priorities.bulk} * ${priorities.bulk} + ${LAST}
                                  ELSE priority END,
          reason = why,
          worker_id = NULL,
          due_at = CASE WHEN is_new OR outcome = 'late' THEN now()
                        ELSE now() + ${backoffMs}::float * 4 ^ (attempts - 1) * interval '1 millisecond' END,
          finished_at = now()
      FROM counting
      WHERE job.asset_id = counting.asset_id AND name = ${name}`,
  )
}
