import { ask, type Queryable } from '../../database/ask.js'
import { Prisma } from '../../generated/prisma/client.js'

/**
 * Makes jobs due that would wait for more than an hour, as those do that were queued before the clock was set back. The longest pause between
 * two attempts is minutes.
 */
export async function hastenJobs(database: Queryable): Promise<void> {
  await ask(
    database,
    Prisma.sql`
      UPDATE asset_job SET due_at = now() WHERE (asset_id, name) IN (
        SELECT asset_id, name FROM asset_job WHERE state = 'queued' AND due_at > now() + interval '1 hour'
        FOR NO KEY UPDATE SKIP LOCKED
      )`,
  )
}
