import * as z from 'zod'
import { examples } from '../route/example.js'
import { DateTime } from '../route/primitives.js'

export const TimeBucket = z
  .object({
    timeBucket: DateTime.describe(
      'The start of the day or month in the local time of the place of capture, written with `Z`.',
    ),
    count: z.int().describe('The number of its assets; at least 1.'),
  })
  .describe('A day or month, with the number of assets that were taken in it according to their `localDateTime`.')
  .register(examples, {
    example: { timeBucket: '2024-07-01T00:00:00.000Z', count: 3 },
  })
export type TimeBucket = z.infer<typeof TimeBucket>

export const AssetStatistics = z
  .object({
    images: z.int().describe('The number of assets of the type `IMAGE`.'),
    videos: z.int().describe('The number of assets of the type `VIDEO`.'),
    total: z.int().describe('The number of assets of all types.'),
  })
  .describe("The numbers of the caller's assets.")
  .register(examples, {
    example: { images: 3, videos: 1, total: 4 },
  })
export type AssetStatistics = z.infer<typeof AssetStatistics>
