import { askOne } from '../../database/ask.js'
import type { Queryable } from '../../database/connect.js'
import { Prisma } from '../../generated/prisma/client.js'

/** Before all assets. */
export const FIRST_ASSET = '00000000-0000-0000-0000-000000000000'

/** Of how many assets the jobs are looked at in one go. */
const AT_ONCE = 10_000

/**
 * Removes the jobs whose asset is gone, among those of the next assets after one. Returns the last of these assets, or
 * `FIRST_ASSET` at the end of the queue.
 */
export async function removeOrphans(database: Queryable, after: string): Promise<string> {
  const { last } = await askOne<{ last: string | null }>(
    database,
    Prisma.sql`
      WITH part AS MATERIALIZED (
        SELECT DISTINCT asset_id FROM asset_job WHERE asset_id > ${after}::uuid ORDER BY asset_id LIMIT ${AT_ONCE}::int
      ), removed AS (
        DELETE FROM asset_job
        WHERE asset_id IN (SELECT asset_id FROM part WHERE NOT EXISTS (SELECT FROM asset WHERE id = asset_id))
      )
      SELECT (SELECT asset_id FROM part ORDER BY asset_id DESC LIMIT 1) AS last`,
  )
  return last ?? FIRST_ASSET
}
