import * as z from 'zod'
import { examples } from '../route/example.js'
import type { Fields, NamedObject } from '../route/named-object.js'
import { DateTime } from '../route/primitives.js'

const timeBucket = z
  .object({
    timeBucket: DateTime.describe(
      'The start of the day or month in the local time of the place of capture, written with `Z`.',
    ),
    count: z.int().describe('The number of assets of the bucket; at least 1.'),
  })
  .describe('A day or month, with the number of assets that were taken in it according to their `localDateTime`.')
  .register(examples, {
    example: { timeBucket: '2024-07-01T00:00:00.000Z', count: 3 },
  })
export interface TimeBucket extends Fields<typeof timeBucket> {}
export interface TimeBucketSchema extends NamedObject<typeof timeBucket, TimeBucket> {}
export const TimeBucket: TimeBucketSchema = timeBucket

const assetStatistics = z
  .object({
    images: z.int().describe('The number of assets of the type `IMAGE`.'),
    videos: z.int().describe('The number of assets of the type `VIDEO`.'),
    total: z.int().describe('The number of assets of all types.'),
  })
  .describe("The numbers of the caller's assets.")
  .register(examples, {
    example: { images: 3, videos: 1, total: 4 },
  })
export interface AssetStatistics extends Fields<typeof assetStatistics> {}
export interface AssetStatisticsSchema extends NamedObject<typeof assetStatistics, AssetStatistics> {}
export const AssetStatistics: AssetStatisticsSchema = assetStatistics
