import type { TimeBucketSize } from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import { jsonText } from '../answers/sent-body.js'
import { readTimeSpan } from './timeline.js'
import { timelineOf } from './timeline-of.js'

export const getTimeBucket: Handler<'getTimeBucket'> =
  ({ database }) =>
  async ({ query, caller: { user } }) => {
    const { size, timeBucket, order = 'desc' } = query
    const timeline = await timelineOf(database, query, user)
    const { assets } = await readTimeSpan(database, timeline, { ...spanOf(size, new Date(timeBucket)), order })
    return { status: 200, body: jsonText('[', assets, ']') }
  }

/** The day or month that holds a moment of the wall clock. */
function spanOf(size: TimeBucketSize, moment: Date): { from: Date; before: Date } {
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
