import * as z from 'zod'
import { examples } from './example.js'
import { Page } from './page.js'
import { Id } from './primitives.js'
import { flag, moment, shareKey, whole } from './query.js'

const isArchived = flag().optional().describe('Only archived assets, or only the others; both when it is left out.')
const isFavorite = flag().optional().describe('Only favourites, or only the others; both when it is left out.')
const isTrashed = flag().optional().describe('`true` finds nothing: trashed assets are listed nowhere.')
const userId = Id.optional().describe('The id of the caller. Any other is answered with 404.')

/** Which of the caller's own assets to list. */
export const AssetFilter = Page.extend({
  isArchived,
  isFavorite,
  updatedAfter: moment().optional().describe('Only assets whose `updatedAt` is this moment or a later one.'),
  updatedBefore: moment().optional().describe('Only assets whose `updatedAt` is this moment or an earlier one.'),
  take: whole(0)
    .optional()
    .describe('The most assets to answer. `limit` and `cursor` do the same without missing any.'),
  skip: whole(0).optional().describe('How many of the first assets to leave out; `cursor` is quicker.'),
  userId,
}).refine(isOneWay, {
  path: ['limit'],
  params: { code: 'invalid_value', detail: 'and `cursor` cannot be combined with `take` and `skip`' },
})
export type AssetFilter = z.infer<typeof AssetFilter>

/** The query of getAssetInfo. */
export const AssetView = z.strictObject({ key: shareKey })
export type AssetView = z.infer<typeof AssetView>

/** Which of the caller's own assets to count. */
export const AssetStatisticsFilter = z.strictObject({ isArchived, isFavorite, isTrashed })
export type AssetStatisticsFilter = z.infer<typeof AssetStatisticsFilter>

export const TimeBucketSize = z.enum(['DAY', 'MONTH']).describe('How much time a bucket spans.')
export type TimeBucketSize = z.infer<typeof TimeBucketSize>

export const AssetOrder = z.enum(['asc', 'desc']).describe('`desc`: newest first.')
export type AssetOrder = z.infer<typeof AssetOrder>

const timeline = z.strictObject({
  size: TimeBucketSize,
  albumId: Id.optional().describe('An album that the caller may see; else the own assets are meant.'),
  isArchived,
  isFavorite,
  isTrashed,
  order: AssetOrder.optional().describe('`desc` when it is left out.'),
  personId: Id.optional().describe('Only assets that show this person of the caller.'),
  userId,
  withPartners: flag().optional().describe('No effect: there are no partners.'),
  withStacked: flag().optional().describe('`true`: of a stack only its primary asset.'),
  key: shareKey,
})

/** Which assets to lay out along the time: the caller's own, or those of an album. */
export const TimelineFilter = timeline.extend({}).register(examples, { example: { size: 'MONTH' } })
export type TimelineFilter = z.infer<typeof TimelineFilter>

/** Which bucket of the same to answer. */
export const TimeBucketFilter = timeline
  .extend({ timeBucket: moment().describe('The bucket that holds this moment: the `timeBucket` of getTimeBuckets.') })
  .register(examples, { example: { size: 'MONTH', timeBucket: '2024-07-01T00:00:00.000Z' } })
export type TimeBucketFilter = z.infer<typeof TimeBucketFilter>

/** Whether a request counts its assets in one way. */
function isOneWay({
  limit,
  cursor,
  take,
  skip,
}: {
  limit?: unknown
  cursor?: unknown
  take?: unknown
  skip?: unknown
}) {
  const pages = limit !== undefined || cursor !== undefined
  return !pages || (take === undefined && skip === undefined)
}
