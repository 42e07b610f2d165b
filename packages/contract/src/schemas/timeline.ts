import * as z from 'zod'
import { examples } from './example.js'
import { DateTime } from './primitives.js'

export const TimeBucket = z
  .object({
    timeBucket: DateTime.describe('When the day or month begins, on the wall clock at the place of capture, with `Z`.'),
    count: z.int().describe('How many assets it holds; at least 1.'),
  })
  .describe('A day or month, and how many assets were taken in it by their `localDateTime`.')
  .register(examples, {
    example: { timeBucket: '2024-07-01T00:00:00.000Z', count: 3 },
  })
export type TimeBucket = z.infer<typeof TimeBucket>

export const AssetStatistics = z
  .object({
    images: z.int().describe('Of the type `IMAGE`.'),
    videos: z.int().describe('Of the type `VIDEO`.'),
    total: z.int().describe('Of all types, sounds among them.'),
  })
  .describe('How many assets the caller has.')
  .register(examples, {
    example: { images: 3, videos: 1, total: 4 },
  })
export type AssetStatistics = z.infer<typeof AssetStatistics>
