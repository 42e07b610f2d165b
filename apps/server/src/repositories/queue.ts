import { Prisma } from '../generated/prisma/client.js'

/** What a job in the queue carries: the record it is for, and which of its turns. */
export interface Turn {
  assetId: string
  turn: number
}

/**
 * The end of a statement whose `turned` are records of asset_job as they now are: puts those that are queued into the
 * queue, due after `delayMs`. One key for each record: what waits under it is replaced, what runs under it is left behind.
 */
export const addToQueue = (delayMs: Prisma.Sql = Prisma.sql`0`) => Prisma.sql`
  SELECT count(*)
  FROM (
    SELECT array_agg(
      (
        name,
        json_build_object('assetId', asset_id, 'turn', turn),
        NULL,
        now() + ${delayMs} * interval '1 millisecond',
        NULL,
        asset_id || ':' || name,
        priority,
        NULL
      )::graphile_worker.job_spec
    ) AS specs
    FROM turned
    WHERE state = 'queued'
    HAVING count(*) > 0
  ) AS waiting, LATERAL graphile_worker.add_jobs(specs)`
