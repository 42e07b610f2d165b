import type { JobName } from '@media-library/contract'
import { checkedAssets, type Unusable, unusableInput } from '../../answers/refusals.js'
import { askOne, type Queryable } from '../../database/ask.js'
import { createAnnouncer } from '../../database/notices.js'
import { withTimeFor } from '../../database/transaction.js'
import { Prisma } from '../../generated/prisma/client.js'

/** The origin of a job. A person's job runs before bulk work such as an import. */
export type JobPriority = 'person' | 'bulk'

/** The order of jobs: lower goes first. */
export const priorities = { person: 0, bulk: 10 } satisfies Record<JobPriority, number>

/**
 * The moment at which a job is due. In bulk work, older photos come later, because a person who looks at a new library sees the newest
 * photos first.
 */
const dueAt = {
  person: Prisma.sql`now()`,
  bulk: Prisma.sql`least(now(), timestamptz 'epoch' + (timestamptz 'epoch' - file_created_at))`,
} satisfies Record<JobPriority, Prisma.Sql>

/** The number that is added to the priority of a postponed job. Only the lane of long jobs claims it then. */
export const LONG = 1

/**
 * The number that is added for a job that exceeded a limit of time, or kept others waiting. It runs alone, after all others of its name
 * and owner.
 */
export const LAST = 2

/**
 * Queues a job for each asset that exists. A waiting job is not queued again, but gets the higher of both priorities. A running job
 * runs once more afterwards. The change is committed with the surrounding statement or transaction.
 */
export async function enqueueJobs(
  queryable: Queryable,
  name: JobName,
  assetIds: string[],
  priority: JobPriority = 'person',
): Promise<void> {
  if (assetIds.length > 0) await enqueue(queryable, { name, assetIds, priority, ownerId: null })
}

/** The types of new and changed files for which each job is queued. */
const FIRST_TYPES: Record<JobName, string[]> = {
  'refresh-metadata': ['IMAGE', 'VIDEO', 'AUDIO', 'OTHER'],
  'regenerate-thumbnail': ['IMAGE', 'VIDEO'],
  'transcode-video': ['VIDEO'],
}

/** Queues all jobs of new and changed files, each for the types that it fits. */
export async function enqueueFirstJobs(
  queryable: Queryable,
  assets: { id: string; type: string }[],
  priority: JobPriority,
): Promise<void> {
  for (const name of Object.keys(FIRST_TYPES) as JobName[]) {
    const ids = assets.flatMap(({ id, type }) => (FIRST_TYPES[name].includes(type) ? id : []))
    await enqueueJobs(queryable, name, ids, priority)
  }
}

/** The result of a request to queue jobs. */
export interface Enqueued {
  /**
   * The positions of ids that are not assets of the owner, or are in the trash; null when there are none. If there is one, no job is
   * queued.
   */
  unusable: Unusable | null
  /** Whether any of the jobs was not already waiting. */
  isAnyNew: boolean
}

/** Queues a person's job for each of their assets, or for none when an id is unusable. */
export function enqueueOwnJobs(
  queryable: Queryable,
  ownerId: string,
  name: JobName,
  assetIds: string[],
): Promise<Enqueued> {
  return enqueue(queryable, { name, assetIds, priority: 'person', ownerId })
}

interface JobsInput {
  name: JobName
  assetIds: string[]
  priority: JobPriority
  /** The user who asks; null for the service, whose requests may contain deleted assets. */
  ownerId: string | null
}

/**
 * Queues jobs. A job that already waits with the same urgency is not written. It is locked for the service, whose transaction may change
 * the asset: a worker that claimed the job before the commit would read the asset as it was. For a user, whose request changes no asset,
 * it is only looked up by the primary key, for two thirds of the time.
 */
function enqueue(queryable: Queryable, { name, assetIds, priority, ownerId }: JobsInput): Promise<Enqueued> {
  const isUsable = ownerId === null ? Prisma.sql`true` : Prisma.sql`owner_id = ${ownerId}::uuid AND deleted_at IS NULL`
  const isWanted =
    ownerId === null
      ? Prisma.sql`true`
      : Prisma.sql`NOT EXISTS (SELECT FROM unusable) AND (
          SELECT (state = 'queued' OR (state = 'running' AND again)) AND priority <= ${priorities[priority]}
          FROM asset_job WHERE asset_job.asset_id = usable.id AND asset_job.name = ${name}
        ) IS NOT TRUE`
  return withTimeFor(queryable, assetIds, (timed) => {
    return askOne<Enqueued>(
      timed,
      Prisma.sql`
        WITH ${checkedAssets(assetIds, { isUsable })}, queued AS (
          INSERT INTO asset_job AS job (asset_id, name, priority, owner_id, due_at)
          SELECT id, ${name}, ${priorities[priority]}::smallint, owner_id, ${dueAt[priority]} FROM usable WHERE ${isWanted}
          ORDER BY id
          ON CONFLICT (asset_id, name) DO UPDATE
          SET again = job.state = 'running',
              state = CASE job.state WHEN 'running' THEN job.state ELSE 'queued' END,
              priority = CASE WHEN job.state = 'queued' OR job.again THEN least(job.priority, excluded.priority)
                              ELSE excluded.priority END,
              attempts = CASE WHEN job.state IN ('queued', 'running') THEN job.attempts ELSE 0 END,
              reason = CASE WHEN job.state IN ('queued', 'running') THEN job.reason END,
              queued_at = CASE WHEN job.state = 'queued' OR job.again THEN job.queued_at ELSE now() END,
              due_at = CASE job.state WHEN 'queued' THEN least(job.due_at, excluded.due_at) ELSE excluded.due_at END
          WHERE job.state NOT IN ('queued', 'running')
             OR (job.state = 'running' AND NOT job.again)
             OR excluded.priority < job.priority
          RETURNING 1
        )
        SELECT ${unusableInput} AS unusable, EXISTS (SELECT FROM queued) AS "isAnyNew"`,
    )
  })
}

/** Queues failed jobs again: those of the assets, or all. Returns their number. */
export async function retryFailedJobs(database: Queryable, assetIds: string[] | null): Promise<number> {
  const { count } = await askOne<{ count: number }>(
    database,
    Prisma.sql`
      WITH retried AS (
        UPDATE asset_job
        SET state = 'queued', attempts = 0, priority = ${priorities.person}::smallint, queued_at = now(), due_at = now()
        WHERE state = 'failed' AND (${assetIds}::uuid[] IS NULL OR asset_id = ANY (${assetIds}::uuid[]))
        RETURNING 1
      )
      SELECT count(*)::int AS count FROM retried`,
  )
  return count
}

/** The channel that announces queued jobs to workers. */
export const JOB_CHANNEL = 'asset_job'

/** Announces queued jobs to the workers; call it after the commit. Without it, workers find the jobs within a second. */
export const announceJobs = createAnnouncer(JOB_CHANNEL)
