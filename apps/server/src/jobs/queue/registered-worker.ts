import { ask, askOne, type Database, type Queryable } from '../../database/ask.js'
import { inTransaction } from '../../database/transaction.js'
import { Prisma } from '../../generated/prisma/client.js'
import { asNotStarted, MAX_ATTEMPTS } from './claim-jobs.js'

/** A process that runs jobs. */
export interface WorkerIdentity {
  id: string
  host: string
}

/** The result of a heartbeat. */
export interface WorkerBeat {
  /** Whether the worker is new, or was considered dead since its last heartbeat. */
  joined: boolean
  /** Whether a worker died or left jobs behind. */
  losses: boolean
  /**
   * Whether the clock went on by as much as passed since the heartbeat before. After a pause or a jump, all workers look dead that have not
   * beaten since.
   */
  isSteady: boolean
}

/** The seconds without a heartbeat after which a worker counts as dead. */
const DEAD_AFTER_S = 3

/** Records a heartbeat of a worker. Those that were seen before the clock was set back count as seen now, or they would live until then. */
export function beat(database: Queryable, { id, host }: WorkerIdentity): Promise<WorkerBeat> {
  return askOne<WorkerBeat>(
    database,
    Prisma.sql`
      WITH ahead AS (
        UPDATE worker SET seen_at = now() WHERE id IN (
          SELECT id FROM worker WHERE id <> ${id}::uuid AND seen_at > now() + ${DEAD_AFTER_S} * interval '1 second'
          FOR NO KEY UPDATE SKIP LOCKED
        )
      )
      INSERT INTO worker (id, host) VALUES (${id}::uuid, ${host})
      ON CONFLICT (id) DO UPDATE SET seen_at = now()
      RETURNING
        xmax = 0 AS joined,
        EXISTS (
          SELECT FROM worker AS own WHERE own.id = ${id}::uuid
            AND own.seen_at BETWEEN now() - ${DEAD_AFTER_S} * interval '1 second' AND now() + ${DEAD_AFTER_S} * interval '1 second'
        ) AS "isSteady",
        EXISTS (SELECT FROM worker AS dead WHERE seen_at < now() - ${DEAD_AFTER_S} * interval '1 second')
        OR EXISTS (
          SELECT FROM asset_job
          WHERE state = 'running' AND worker_id <> ${id}::uuid AND worker_id NOT IN (SELECT id FROM worker)
        ) AS losses`,
  )
}

const KILLED = `The worker was killed ${MAX_ATTEMPTS} times while it ran this job. The file may need more memory than the machine has.`

/**
 * Returns the jobs of dead workers to the queue, to run at once. A job that has used up its attempts fails, because it may have
 * killed the workers. Any number of workers may call this at once.
 */
export function recoverJobs(database: Database): Promise<void> {
  return inTransaction(database, async (transaction) => {
    await ask(
      transaction,
      Prisma.sql`
        DELETE FROM worker WHERE seen_at < now() - ${DEAD_AFTER_S} * interval '1 second'`,
    )
    await ask(
      transaction,
      Prisma.sql`
        UPDATE asset_job
        SET state = CASE WHEN again OR attempts < ${MAX_ATTEMPTS} THEN 'queued' ELSE 'failed' END::asset_job_state,
            again = false,
            attempts = CASE WHEN again THEN 0 ELSE attempts END,
            reason = CASE WHEN again OR attempts < ${MAX_ATTEMPTS} THEN reason ELSE ${KILLED} END,
            worker_id = NULL,
            finished_at = now()
        WHERE state = 'running' AND worker_id NOT IN (SELECT id FROM worker)`,
    )
  })
}

/** Removes a stopping worker. Its running jobs return to the queue, as if they had not been started. */
export function leave(database: Database, id: string): Promise<void> {
  return inTransaction(database, async (transaction) => {
    // This waits for the claims that are under way. Later ones get no job.
    await ask(transaction, Prisma.sql`DELETE FROM worker WHERE id = ${id}::uuid`)
    await ask(
      transaction,
      Prisma.sql`
        UPDATE asset_job SET ${asNotStarted} WHERE state = 'running' AND worker_id = ${id}::uuid`,
    )
  })
}

/** Returns the jobs that were running at the time of the backup to the queue, as if they had not been started. */
export async function requeueRestored(database: Queryable): Promise<void> {
  await ask(
    database,
    Prisma.sql`
      UPDATE asset_job SET ${asNotStarted} WHERE state = 'running' AND worker_id NOT IN (SELECT id FROM worker)`,
  )
}
