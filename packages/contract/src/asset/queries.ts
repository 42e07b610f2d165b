import * as z from 'zod'
import { examples } from '../route/example.js'
import type { Fields, NamedObject } from '../route/named-object.js'
import { Page } from '../route/page.js'
import { Id } from '../route/primitives.js'
import { flag, moment, shareKey, whole } from '../route/query.js'

const isArchived = flag()
  .optional()
  .describe('`true` for only archived assets, `false` for only the others; both by default.')
const isFavorite = flag()
  .optional()
  .describe('`true` for only favourites, `false` for only the others; both by default.')
const isTrashed = flag()
  .optional()
  .describe('`true` for only the assets in the trash of the caller, which are not listed by default.')
const userId = Id.optional().describe('The id of the caller. Any other id gets 404.')

const assetFilter = Page.extend({
  isArchived,
  isFavorite,
  isTrashed: flag()
    .optional()
    .describe(
      '`true` for only the assets in the trash, `false` for only the others; both by default, as programs that synchronise expect it.',
    ),
  updatedAfter: moment().optional().describe('Only assets with this `updatedAt` or a later one.'),
  updatedBefore: moment().optional().describe('Only assets with this `updatedAt` or an earlier one.'),
  take: whole(0)
    .optional()
    .describe('The maximum number of assets. Prefer `limit` and `cursor`, which never skip an asset.'),
  skip: whole(0).optional().describe('How many of the first assets to skip. Prefer `cursor`, which is faster.'),
  userId,
})
  .refine(isOneWay, {
    path: ['limit'],
    params: { code: 'invalid_value', detail: 'and `cursor` cannot be combined with `take` and `skip`' },
  })
  .describe("The filters of a list of the caller's own assets.")
export interface AssetFilter extends Fields<typeof assetFilter> {}
export interface AssetFilterSchema extends NamedObject<typeof assetFilter, AssetFilter> {}
export const AssetFilter: AssetFilterSchema = assetFilter

const assetView = z.object({ key: shareKey }).describe('The query of getAssetInfo.')
export interface AssetView extends Fields<typeof assetView> {}
export interface AssetViewSchema extends NamedObject<typeof assetView, AssetView> {}
export const AssetView: AssetViewSchema = assetView

const assetStatisticsFilter = z
  .object({ isArchived, isFavorite, isTrashed })
  .describe("The filters of a count of the caller's own assets.")
export interface AssetStatisticsFilter extends Fields<typeof assetStatisticsFilter> {}
export interface AssetStatisticsFilterSchema extends NamedObject<typeof assetStatisticsFilter, AssetStatisticsFilter> {}
export const AssetStatisticsFilter: AssetStatisticsFilterSchema = assetStatisticsFilter

export const TimeBucketSize = z.enum(['DAY', 'MONTH']).describe('Whether a bucket is a day or a month.')
export type TimeBucketSize = z.infer<typeof TimeBucketSize>

export const AssetOrder = z.enum(['asc', 'desc']).describe('`desc`: newest first.')
export type AssetOrder = z.infer<typeof AssetOrder>

const timeline = z.object({
  size: TimeBucketSize.describe('Whether the buckets are days or months.'),
  albumId: Id.optional().describe("An album that the caller may see; by default, the caller's own assets."),
  isArchived,
  isFavorite,
  isTrashed,
  order: AssetOrder.optional().describe('The order of the buckets or assets; `desc` by default.'),
  personId: Id.optional().describe('Only assets that show this person of the caller.'),
  userId,
  withPartners: flag().optional().describe('Has no effect: there are no partners.'),
  withStacked: flag().optional().describe('`true` for only the primary asset of each stack.'),
  key: shareKey,
})

const timelineFilter = timeline
  .extend({})
  .describe('The query of getTimeBuckets.')
  .register(examples, { example: { size: 'MONTH' } })
export interface TimelineFilter extends Fields<typeof timelineFilter> {}
export interface TimelineFilterSchema extends NamedObject<typeof timelineFilter, TimelineFilter> {}
export const TimelineFilter: TimelineFilterSchema = timelineFilter

const timeBucketFilter = timeline
  .extend({
    timeBucket: moment().describe('The bucket that contains this time, such as a `timeBucket` of getTimeBuckets.'),
  })
  .describe('The query of getTimeBucket.')
  .register(examples, { example: { size: 'MONTH', timeBucket: '2024-07-01T00:00:00.000Z' } })
export interface TimeBucketFilter extends Fields<typeof timeBucketFilter> {}
export interface TimeBucketFilterSchema extends NamedObject<typeof timeBucketFilter, TimeBucketFilter> {}
export const TimeBucketFilter: TimeBucketFilterSchema = timeBucketFilter

/** Returns whether a request uses only one of the two ways of paging. */
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
