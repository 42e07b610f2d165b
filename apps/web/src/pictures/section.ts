import type { Asset, TimeBucketSize, TimelineFilter } from '@media-library/client'
import { queryOptions } from '@tanstack/react-query'
import type { Queries } from '../service/service.js'
import { type Picture, toPicture } from './picture.js'

/** Which pictures a wall shows: all of the caller's, or those of an album. */
export type WallFilter = Omit<TimelineFilter, 'size'>

/** A day of the wall. */
export interface Section {
  /** The day, such as `2024-07-14`. */
  key: string
  count: number
  /** null while they are with the service alone. */
  pictures: Picture[] | null
}

/** The days of a wall, newest first. */
export function daysOf(queries: Queries, filter: WallFilter) {
  return queryOptions({
    ...queries.timeBuckets({ ...filter, size: 'DAY' }),
    select: (buckets): Section[] =>
      buckets.map(({ timeBucket, count }) => ({ key: dayOf(timeBucket), count, pictures: null })),
  })
}

/** The pictures of a day, or of the month that begins with it. */
export function picturesOf(queries: Queries, filter: WallFilter, day: string, size: TimeBucketSize = 'DAY') {
  const whole = queries.timeBucket({ ...filter, size, timeBucket: `${day}T00:00:00.000Z` })
  return queryOptions({
    // Whole assets of a library of years would not fit.
    queryKey: [...whole.queryKey, 'pictures'],
    queryFn: async (context): Promise<Picture[]> => (await whole.queryFn(context)).map(toPicture),
    gcTime: 120_000,
  })
}

/** The same of assets that are there, newest first. */
export function toSections(assets: Asset[]): Section[] {
  const days = Map.groupBy(assets.map(toPicture), ({ takenAt }) => dayOf(takenAt))
  return [...days].map(([key, pictures]) => ({ key, count: pictures.length, pictures }))
}

export function dayOf(moment: string): string {
  return moment.slice(0, 10)
}
