import type { Handler } from '../answers/handler.js'
import { countByTime } from './timeline.js'
import { timelineOf } from './timeline-of.js'

export const getTimeBuckets: Handler<'getTimeBuckets'> =
  ({ database }) =>
  async ({ query, caller: { user } }) => {
    const { size, order = 'desc' } = query
    const timeline = await timelineOf(database, query, user)
    const buckets = await countByTime(database, timeline, { size, order })
    return { status: 200, body: buckets.map(({ start, count }) => ({ timeBucket: `${start}T00:00:00.000Z`, count })) }
  }
