import { type AssetJobCounts, JobName, JobState } from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import { ask } from '../database/ask.js'
import type { Queryable } from '../database/connect.js'
import { Prisma } from '../generated/prisma/client.js'

export const getJobCounts: Handler<'getJobCounts'> =
  ({ database }) =>
  async ({ caller }) => ({ status: 200, body: toAssetJobCounts(await countOwnJobs(database, caller.user.id)) })

/** Counts the jobs of a user's own assets by name and state. Counts of 0 are left out. */
export function countOwnJobs(
  database: Queryable,
  ownerId: string,
): Promise<{ name: JobName; state: JobState; count: number }[]> {
  return ask(
    database,
    Prisma.sql`
      SELECT name, state::text, count(*)::int AS count
      FROM asset_job JOIN asset ON asset.id = asset_id
      WHERE asset.owner_id = ${ownerId}::uuid AND deleted_at IS NULL
      GROUP BY name, state`,
  )
}

/** Arranges counts by name and state. Missing counts are 0. */
export function toAssetJobCounts(rows: { name: JobName; state: JobState; count: number }[]): AssetJobCounts {
  const countOf = (name: JobName, state: JobState) =>
    rows.find((row) => row.name === name && row.state === state)?.count ?? 0
  const countsOf = (name: JobName) => Object.fromEntries(JobState.options.map((state) => [state, countOf(name, state)]))
  return Object.fromEntries(JobName.options.map((name) => [name, countsOf(name)])) as AssetJobCounts
}
