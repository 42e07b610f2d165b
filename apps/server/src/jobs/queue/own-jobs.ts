import type { JobName, JobState } from '@media-library/contract'
import { ask } from '../../database/ask.js'
import type { Queryable } from '../../database/connect.js'
import { uuids } from '../../database/ids.js'
import { Prisma } from '../../generated/prisma/client.js'

/** The filters of a list of a user's job records. */
export interface JobFilter {
  ownerId: string
  /** undefined for all assets. */
  assetIds?: string[] | undefined
  name?: JobName | undefined
  state?: JobState | undefined
}

/** The position of a record in the list: newest asset first, then by name. */
export interface JobPosition {
  assetId: string
  name: string
}

/** The record of a job. */
export interface JobRow extends JobPosition {
  name: JobName
  state: JobState
  attempts: number
  reason: string | null
  queuedAt: Date
  startedAt: Date | null
  finishedAt: Date | null
}

/** Lists the jobs of a user's own assets after a position, at most `limit`. */
export function listOwnJobs(
  database: Queryable,
  { ownerId, assetIds, name, state }: JobFilter,
  { after, limit }: { after: JobPosition | null; limit: number },
): Promise<JobRow[]> {
  return ask<JobRow>(
    database,
    Prisma.sql`
      SELECT asset_id AS "assetId", name, state::text, attempts, reason, queued_at AS "queuedAt",
        started_at AS "startedAt", finished_at AS "finishedAt"
      FROM asset_job JOIN asset ON asset.id = asset_id
      WHERE asset.owner_id = ${ownerId}::uuid AND deleted_at IS NULL
        ${assetIds ? Prisma.sql`AND asset_id = ANY (${uuids(assetIds)}::uuid[])` : Prisma.empty}
        ${name ? Prisma.sql`AND name = ${name}` : Prisma.empty}
        ${state ? Prisma.sql`AND state = ${state}::asset_job_state` : Prisma.empty}
        ${after ? isAfter(after) : Prisma.empty}
      ORDER BY asset_id DESC, name
      LIMIT ${limit}::int`,
  )
}

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

function isAfter({ assetId, name }: JobPosition) {
  return Prisma.sql`AND asset_id <= ${assetId}::uuid AND (asset_id < ${assetId}::uuid OR name > ${name})`
}
