import type { TimeBucketSize } from '@media-library/contract'
import { announceVersion } from '../answers/entity-tags.js'
import type { Handler } from '../answers/handler.js'
import { jsonList } from '../answers/sent-body.js'
import { ask, type Database, type Queryable } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'
import { type AssetList, readAssetList } from './asset-list.js'
import type { Order } from './asset-pieces.js'
import { findOwnVersion } from './get-all-assets.js'
import { countAssetsBy, findTimeline, isOwn, selectAssets, type Timeline } from './timeline.js'

export const getTimeBuckets: Handler<'getTimeBuckets'> = async ({ query, headers, caller, res }, { database }) => {
  const { size, order = 'desc' } = query
  const timeline = await findTimeline(database, query, caller)
  const version = isAllOwn(timeline) ? await findOwnVersion(database, caller.user.id) : null
  if (version !== null && announceVersion(version, headers['if-none-match'], res))
    return { status: 304, body: undefined }
  const countNow = () => countByTime(database, timeline, { size, order })
  const buckets =
    version === null ? await countNow() : await countOnce(JSON.stringify([version, size, order, timeline]), countNow)
  return { status: 200, body: buckets.map(({ start, count }) => ({ timeBucket: `${start}T00:00:00.000Z`, count })) }
}

/** The number of counts that are remembered. The count of all days of thirty years takes a megabyte. */
const REMEMBERED = 20

const remembered = new Map<string, TimeBucketRow[]>()

/** Counts the assets of a timeline once for each of its versions, because a million assets take a fifth of a second. */
async function countOnce(key: string, count: () => Promise<TimeBucketRow[]>): Promise<TimeBucketRow[]> {
  const buckets = remembered.get(key) ?? (await count())
  remembered.delete(key)
  remembered.set(key, buckets)
  const [leastRecent] = remembered.keys()
  if (remembered.size > REMEMBERED && leastRecent !== undefined) remembered.delete(leastRecent)
  return buckets
}

/** Returns whether the version of the user's own list changes with everything that a timeline depends on. */
function isAllOwn(timeline: Timeline): boolean {
  return isOwn(timeline) && timeline.albumId === null && !timeline.isTrashed && timeline.personId === undefined
}

export const getTimeBucket: Handler<'getTimeBucket'> = async ({ query, caller, endTurn }, { database }) => {
  const { size, timeBucket, order = 'desc' } = query
  const timeline = await findTimeline(database, query, caller)
  const { assets } = await readTimeSpan(database, timeline, { ...toSpan(size, new Date(timeBucket)), order, endTurn })
  return { status: 200, body: jsonList(assets) }
}

/** Returns the day or month that contains a local time. */
function toSpan(size: TimeBucketSize, moment: Date): { from: Date; before: Date } {
  const [year, month, day] = [moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate()]
  const at = (months: number, days: number) => {
    const start = new Date(0)
    start.setUTCFullYear(year, months, days)
    return start
  }
  return size === 'DAY'
    ? { from: at(month, day), before: at(month, day + 1) }
    : { from: at(month, 1), before: at(month + 1, 1) }
}

/** A day or month with its start in local time, and the number of its assets. */
interface TimeBucketRow {
  start: string
  count: number
}

/**
 * Lists the days or months in which assets were taken. It divides by `date_bin`, because the time zone of each row would take four
 * times as long.
 */
function countByTime(
  queryable: Queryable,
  timeline: Timeline,
  { size, order }: { size: TimeBucketSize; order: Order },
): Promise<TimeBucketRow[]> {
  return ask<TimeBucketRow>(
    queryable,
    Prisma.sql`
      SELECT to_char(date_trunc(${size === 'DAY' ? 'day' : 'month'}, day AT TIME ZONE 'UTC'), 'YYYY-MM-DD') AS start,
        sum(count)::int AS count
      FROM (${countAssetsBy(timeline, Prisma.sql`date_bin('1 day', asset.local_date_time, timestamptz '2000-01-01Z')`)}) AS days (day, count)
      GROUP BY start ORDER BY start ${Prisma.raw(order)}`,
  )
}

/** Reads the assets of a timeline that were taken between two local times. */
function readTimeSpan(
  database: Database,
  timeline: Timeline,
  { from, before, order, endTurn }: { from: Date; before: Date; order: Order; endTurn: () => void },
): Promise<AssetList> {
  const select = Prisma.sql`
    SELECT asset.id AS asset_id, asset.file_created_at ${selectAssets(timeline)}
      AND asset.local_date_time >= ${from} AND asset.local_date_time < ${before}`
  const contents = timeline.isTrashed ? 'trashed' : 'visible'
  const listing = {
    select,
    version: Prisma.sql`'none'`,
    order,
    readerId: timeline.userId,
    isOwn: isOwn(timeline),
    contents,
    link: timeline.link,
    endTurn,
  } as const
  return readAssetList(database, listing, { after: null, limit: null })
}
