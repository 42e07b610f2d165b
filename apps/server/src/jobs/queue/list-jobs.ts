import { ask, askOne, type Queryable } from '../../database/ask.js'
import type { PrismaDatabase } from '../../database/connect.js'
import { Prisma } from '../../generated/prisma/client.js'

/** The counts of the jobs of one name. */
export interface JobSummaryRow {
  name: string
  queued: number
  running: number
  succeeded: number
  skipped: number
  failed: number
  /** The number of successful jobs with a warning. */
  warnings: number
  /** The number of jobs that ended in the last minute. */
  perMinute: number
  /** The time at which the oldest queued job was requested. */
  oldestWaiting: Date | null
}

/** A job that failed, or succeeded with a warning. */
export interface EndedJobRow {
  assetId: string
  name: string
  file: string
  reason: string | null
  attempts: number
  finishedAt: Date | null
}

/** Counts the jobs by name. */
export function summarizeJobs(database: Queryable): Promise<JobSummaryRow[]> {
  return ask<JobSummaryRow>(
    database,
    Prisma.sql`
      SELECT name,
             count(*) FILTER (WHERE state = 'queued')::int AS queued,
             count(*) FILTER (WHERE state = 'running')::int AS running,
             count(*) FILTER (WHERE state = 'succeeded')::int AS succeeded,
             count(*) FILTER (WHERE state = 'skipped')::int AS skipped,
             count(*) FILTER (WHERE state = 'failed')::int AS failed,
             count(*) FILTER (WHERE state = 'succeeded' AND reason IS NOT NULL)::int AS warnings,
             count(*) FILTER (WHERE state NOT IN ('queued', 'running') AND finished_at > now() - interval '1 minute')::int AS "perMinute",
             min(queued_at) FILTER (WHERE state = 'queued') AS "oldestWaiting"
      FROM asset_job GROUP BY name ORDER BY name`,
  )
}

/** The counts of the jobs of one name that have not ended well. */
export type OpenJobsRow = Pick<JobSummaryRow, 'name' | 'queued' | 'running' | 'failed' | 'oldestWaiting'>

/** Counts those of the jobs of these names that wait, run or have failed, without reading the many that succeeded. */
export function summarizeOpenJobs(database: Queryable, names: string[]): Promise<OpenJobsRow[]> {
  return ask<OpenJobsRow>(
    database,
    Prisma.sql`
      WITH queued AS (
        SELECT name, count(*)::int AS count, min(queued_at) AS oldest FROM asset_job WHERE state = 'queued' GROUP BY name
      ), running AS (
        SELECT name, count(*)::int AS count FROM asset_job WHERE state = 'running' GROUP BY name
      ), failed AS (
        SELECT name, count(*)::int AS count FROM asset_job WHERE state = 'failed' GROUP BY name
      )
      SELECT name, coalesce(queued.count, 0) AS queued, coalesce(running.count, 0) AS running,
        coalesce(failed.count, 0) AS failed, oldest AS "oldestWaiting"
      FROM unnest(${names}::text[]) AS name
      LEFT JOIN queued USING (name) LEFT JOIN running USING (name) LEFT JOIN failed USING (name)`,
  )
}

/** Lists failed jobs, newest first; all without a limit. */
export function listFailedJobs(database: Queryable, limit: number | null): Promise<EndedJobRow[]> {
  return listEnded(database, Prisma.sql`state = 'failed'`, limit)
}

/** Lists jobs that succeeded with a warning, newest first; all without a limit. */
export function listWarnings(database: Queryable, limit: number | null): Promise<EndedJobRow[]> {
  return listEnded(database, Prisma.sql`state = 'succeeded' AND reason IS NOT NULL`, limit)
}

function listEnded(database: Queryable, isChosen: Prisma.Sql, limit: number | null) {
  return ask<EndedJobRow>(
    database,
    Prisma.sql`
      SELECT asset_id AS "assetId", name, original_path AS file, reason, attempts, finished_at AS "finishedAt"
      FROM asset_job JOIN asset ON asset.id = asset_id
      WHERE ${isChosen}
      ORDER BY finished_at DESC, asset_id, name
      LIMIT ${limit}::int`,
  )
}

/** Counts the queued and running jobs. */
export function countOpenJobs(database: PrismaDatabase): Promise<number> {
  return database.assetJob.count({ where: { state: { in: ['queued', 'running'] } } })
}

/** Counts the workers with a recent heartbeat. */
export async function countWorkers(database: Queryable): Promise<number> {
  const { count } = await askOne<{ count: number }>(
    database,
    Prisma.sql`
      SELECT count(*)::int AS count FROM worker WHERE seen_at > now() - interval '5 seconds'`,
  )
  return count
}
