import { ask } from '../../database/ask.js'
import type { Queryable } from '../../database/connect.js'
import { Prisma } from '../../generated/prisma/client.js'
import { enqueueJobs } from './job.js'
import { asNotStarted } from './job-attempt.js'

/** Returns the jobs that were running at the time of the backup to the queue, as if they had not been started. */
export async function requeueRestored(database: Queryable): Promise<void> {
  await ask(
    database,
    Prisma.sql`
      UPDATE asset_job SET ${asNotStarted} WHERE state = 'running' AND worker_id NOT IN (SELECT id FROM worker)`,
  )
}

const AT_ONCE = 10_000

/** Queues, as bulk work, the jobs that make derived files of assets that are not offline. Returns their number. */
export async function enqueueDerived(database: Queryable): Promise<number> {
  const found = await ask<{ id: string; type: string }>(
    database,
    Prisma.sql`
      SELECT id, type::text FROM asset WHERE type IN ('IMAGE', 'VIDEO') AND NOT is_offline ORDER BY id`,
  )
  const lists = [
    { name: 'regenerate-thumbnail' as const, ids: found.map(({ id }) => id) },
    { name: 'transcode-video' as const, ids: found.filter(({ type }) => type === 'VIDEO').map(({ id }) => id) },
  ]
  for (const { name, ids } of lists) {
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      await enqueueJobs(database, name, ids.slice(start, start + AT_ONCE), 'bulk')
    }
  }
  return lists.reduce((sum, { ids }) => sum + ids.length, 0)
}
