import { assetColumns, assetJoins, newestFirst, toAssets } from '@media-library/test-support/plain-asset'
import type { Answer, Call } from './call.js'
import { caller } from './caller.js'

/** The condition of the index of the timeline. */
const isVisible = '(asset.is_visible AND asset.deleted_at IS NULL) IS TRUE'

const countMonths = {
  name: 'count-months',
  text: `WITH ${caller} SELECT to_char(date_trunc('month', local_date_time AT TIME ZONE 'UTC'), 'YYYY-MM-DD') AS start,
      count(*)::int AS count
    FROM asset WHERE ${isVisible} AND asset.owner_id = (SELECT id FROM caller) GROUP BY start ORDER BY start DESC`,
}

const listMonth = {
  name: 'month-assets',
  text: `WITH ${caller} SELECT ${assetColumns} FROM asset ${assetJoins} AND ${isVisible} AND asset.owner_id = (SELECT id FROM caller)
    AND asset.local_date_time >= $3::timestamptz AND asset.local_date_time < $3::timestamptz + interval '1 month'
    ${newestFirst}`,
}

/** Counts the caller's assets by month, in one statement. */
export async function getTimeBuckets({ database, key }: Call): Promise<Answer> {
  const { rows } = await database.query<{ start: string; count: number }>({ ...countMonths, values: key })
  return { status: 200, body: rows.map(({ start, count }) => ({ timeBucket: `${start}T00:00:00.000Z`, count })) }
}

/** Lists the caller's assets of one month. */
export async function getTimeBucket({ database, key, query }: Call): Promise<Answer> {
  const { rows } = await database.query({ ...listMonth, values: [...key, query.get('timeBucket')] })
  return { status: 200, body: await toAssets(database, rows) }
}
