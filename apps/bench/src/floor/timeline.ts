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

/** Counts the caller's assets by month, in one statement. */
export async function getTimeBuckets({ database, key }: Call): Promise<Answer> {
  const { rows } = await database.query<{ start: string; count: number }>({ ...countMonths, values: key })
  return { status: 200, body: rows.map(({ start, count }) => ({ timeBucket: `${start}T00:00:00.000Z`, count })) }
}
