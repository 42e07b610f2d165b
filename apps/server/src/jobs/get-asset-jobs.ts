import {
  type AssetJob,
  type AssetJobCounts,
  type AssetJobFilter,
  JobName,
  JobState,
  MAX_PAGE,
} from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import { decodeCursor, encodeCursor } from '../answers/pages.js'
import { ask, type Queryable, uuids } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'

export const getAssetJobs: Handler<'getAssetJobs'> = async (
  { query: { limit = MAX_PAGE, cursor, ...filter }, caller, req, res },
  { database },
) => {
  const rows = await listOwnJobs(
    database,
    { ...filter, ownerId: caller.user.id },
    { after: readJobCursor(cursor), limit: limit + 1 },
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  if (last && rows.length > limit) res.set('Link', nextJobLink(req.originalUrl, last))
  return { status: 200, body: page.map(toAssetJob) }
}

/** A position in the list: the id of an asset, and the name of a job. */
const CURSOR = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[a-z-]+$/

/** Parses a cursor; null without one. Throws `invalid_request` when it is not a cursor of this service. */
function readJobCursor(cursor: string | undefined): JobPosition | null {
  if (cursor === undefined) return null
  const text = decodeCursor(cursor, CURSOR)
  const [assetId = '', name = ''] = text.split('.')
  return { assetId, name }
}

/** Returns the `Link` (RFC 8288) to the page after `last`, with the parameters of this one. */
function nextJobLink(url: string, { assetId, name }: JobPosition): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  searchParams.set('cursor', encodeCursor(`${assetId}.${name}`))
  return `<${pathname}?${searchParams}>; rel="next"`
}

/** Returns the position of a record in the list: newest asset first, then by name. */
interface JobPosition {
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
function listOwnJobs(
  database: Queryable,
  { ownerId, assetId: assetIds, name, state }: Omit<AssetJobFilter, 'limit' | 'cursor'> & { ownerId: string },
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

function isAfter({ assetId, name }: JobPosition) {
  return Prisma.sql`AND asset_id <= ${assetId}::uuid AND (asset_id < ${assetId}::uuid OR name > ${name})`
}

/** Converts the record of a job. */
export function toAssetJob({ queuedAt, startedAt, finishedAt, ...row }: JobRow): AssetJob {
  return {
    ...row,
    queuedAt: queuedAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}

export const getJobCounts: Handler<'getJobCounts'> = async ({ caller }, { database }) => ({
  status: 200,
  body: toAssetJobCounts(await countOwnJobs(database, caller.user.id)),
})

/** Counts the jobs of a user's own assets by name and state. Counts of 0 are left out. */
function countOwnJobs(
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
  const findCount = (name: JobName, state: JobState) =>
    rows.find((row) => row.name === name && row.state === state)?.count ?? 0
  const toCounts = (name: JobName) =>
    Object.fromEntries(JobState.options.map((state) => [state, findCount(name, state)]))
  return Object.fromEntries(JobName.options.map((name) => [name, toCounts(name)])) as AssetJobCounts
}
