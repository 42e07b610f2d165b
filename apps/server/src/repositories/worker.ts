import { JobName } from '@media-library/contract'
import { type Database, inTransaction, type Queryable } from '../database.js'
import { MAX_ATTEMPTS } from './job-turn.js'
import { addToQueue } from './queue.js'

/** A process that runs jobs, and the queue's names for it. */
export interface WorkerIdentity {
  id: string
  host: string
  pools: string[]
}

/** What a heartbeat finds. */
export interface Heartbeat {
  /** The worker is new, or was taken for dead since its last heartbeat. */
  joined: boolean
  /** Some worker died, or left jobs behind. */
  losses: boolean
}

const SILENCE_LIMIT_S = 3

/** Records a heartbeat of a worker. */
export const beat = async (database: Queryable, { id, host, pools }: WorkerIdentity): Promise<Heartbeat> => {
  const [row] = await database.$queryRaw<[Heartbeat]>`
    INSERT INTO worker (id, host, pools) VALUES (${id}::uuid, ${host}, ${pools})
    ON CONFLICT (id) DO UPDATE SET seen_at = now(), pools = excluded.pools
    RETURNING
      xmax = 0 AS joined,
      EXISTS (SELECT FROM worker AS silent WHERE seen_at < now() - ${SILENCE_LIMIT_S} * interval '1 second')
      OR EXISTS (
        SELECT FROM asset_job
        WHERE state = 'running' AND worker_id <> ${id}::uuid AND worker_id NOT IN (SELECT id FROM worker)
      ) AS losses`
  return row
}

/** Frees what the queue holds locked for pools of no worker on the list, and drops what has a newer turn there by now. */
const unlock = async (database: Queryable): Promise<void> => {
  await database.$queryRaw`
    SELECT FROM graphile_worker.force_unlock_workers(ARRAY(
      SELECT DISTINCT locked_by FROM graphile_worker.jobs
      WHERE task_identifier = ANY (${JobName.options}) AND locked_by NOT IN (SELECT unnest(pools) FROM worker)
    ))`
  await database.$queryRaw`
    SELECT FROM graphile_worker.complete_jobs(ARRAY(
      SELECT id FROM graphile_worker.jobs
      WHERE task_identifier = ANY (${JobName.options}) AND key IS NULL AND locked_at IS NULL
        AND attempts >= max_attempts
    ))`
}

const KILLED = `The worker that ran it ended without a word, ${MAX_ATTEMPTS} times. The file may need more memory than there is.`

/**
 * Gives the jobs of dead workers back to the queue, to run at once. One whose attempts are used up ends as failed:
 * it may be what killed them. Any number of workers may call it at once.
 */
export const recoverJobs = (database: Database): Promise<void> =>
  inTransaction(database, async (transaction) => {
    await transaction.$executeRaw`
      DELETE FROM worker WHERE seen_at < now() - ${SILENCE_LIMIT_S} * interval '1 second'`
    await transaction.$queryRaw`
      WITH turned AS (
        UPDATE asset_job
        SET state = CASE WHEN again OR attempts < ${MAX_ATTEMPTS} THEN 'queued' ELSE 'failed' END::asset_job_state,
            again = false,
            turn = turn + 1,
            attempts = CASE WHEN again THEN 0 ELSE attempts END,
            reason = CASE WHEN again OR attempts < ${MAX_ATTEMPTS} THEN reason ELSE ${KILLED} END,
            worker_id = NULL,
            finished_at = now()
        WHERE state = 'running' AND worker_id NOT IN (SELECT id FROM worker)
        RETURNING asset_id, name, state, priority, turn
      )
      ${addToQueue()}`
    await unlock(transaction)
  })

/** Takes a worker that stops off the list. What it still runs goes back to the queue, as if it had not been started. */
export const leave = (database: Database, id: string): Promise<void> =>
  inTransaction(database, async (transaction) => {
    await transaction.$queryRaw`
      WITH turned AS (
        UPDATE asset_job
        SET state = 'queued', again = false, turn = turn + 1, attempts = attempts - 1, worker_id = NULL
        WHERE state = 'running' AND worker_id = ${id}::uuid
        RETURNING asset_id, name, state, priority, turn
      )
      ${addToQueue()}`
    await transaction.worker.deleteMany({ where: { id } })
    await unlock(transaction)
  })
