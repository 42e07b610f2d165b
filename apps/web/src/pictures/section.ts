import type { Asset, TimeBucket, TimeBucketSize, TimelineFilter } from '@media-library/client'
import { queryOptions } from '@tanstack/react-query'
import type { Queries } from '../service/service.js'
import { type Picture, toPicture } from './picture.js'

/** The filter of a wall: all pictures of the caller, or those of an album. */
export type WallFilter = Omit<TimelineFilter, 'size'>

/** A day of the wall. */
export interface Section {
  /** The day, such as `2024-07-14`. */
  key: string
  count: number
  /** The pictures; null until they are loaded. */
  pictures: Picture[] | null
  /** The bucket that is read at once. */
  bucket: Bucket
}

/** A day or a month. */
export interface Bucket {
  size: TimeBucketSize
  /** The first day. */
  from: string
}

/** The number of pictures up to which a month is read at once. Its days would be separate requests. */
const FEW = 100

/** Reads the days of a wall, newest first. */
export function daysQuery(queries: Queries, filter: WallFilter) {
  return queryOptions({ ...queries.timeBuckets({ ...filter, size: 'DAY' }), select: toDays })
}

function toDays(buckets: TimeBucket[]): Section[] {
  const counts = new Map<string, number>()
  for (const { timeBucket, count } of buckets) {
    const { from } = monthAround(timeBucket)
    counts.set(from, (counts.get(from) ?? 0) + count)
  }
  return buckets.map(({ timeBucket, count }) => {
    const key = toDay(timeBucket)
    const month = monthAround(key)
    const bucket = (counts.get(month.from) ?? 0) > FEW ? aDay(key) : month
    return { key, count, pictures: null, bucket }
  })
}

/** Divides assets into days, newest first. */
export function toSections(assets: Asset[]): Section[] {
  const days = Map.groupBy(assets.map(toPicture), ({ takenAt }) => toDay(takenAt))
  return [...days].map(([key, pictures]) => ({
    key,
    count: pictures.length,
    pictures,
    bucket: aDay(key),
  }))
}

/** Reads the pictures of a day or month. */
export function picturesQuery(queries: Queries, filter: WallFilter, { size, from }: Bucket) {
  const whole = queries.timeBucket({ ...filter, size, timeBucket: `${from}T00:00:00.000Z` })
  return queryOptions({
    // The whole assets of a library of many years would not fit into memory.
    queryKey: [...whole.queryKey, 'pictures'],
    queryFn: async (context): Promise<Picture[]> => (await whole.queryFn(context)).map(toPicture),
    gcTime: 120_000,
  })
}

/** Lists the buckets of sections without duplicates. */
export function toBuckets(sections: Section[]): Bucket[] {
  const unread = sections.filter(({ pictures }) => pictures === null).map(({ bucket }) => bucket)
  return [...new Map(unread.map((bucket) => [toName(bucket), bucket])).values()]
}

/** Returns the pictures of each section from its bucket; undefined until the bucket has been read. */
export function picturesIn(sections: Section[], buckets: Bucket[], read: (Picture[] | undefined)[]) {
  const ofBucket = new Map(buckets.map((bucket, index) => [toName(bucket), read[index]]))
  return sections.map(
    ({ key, pictures, bucket }) =>
      pictures ?? ofBucket.get(toName(bucket))?.filter(({ takenAt }) => toDay(takenAt) === key),
  )
}

function toName({ size, from }: Bucket) {
  return `${size} ${from}`
}

export function toDay(moment: string): string {
  return moment.slice(0, 10)
}

function aDay(from: string): Bucket {
  return { size: 'DAY', from }
}

/** Returns the bucket of the month of a day. */
export function monthAround(day: string): Bucket {
  return { size: 'MONTH', from: `${day.slice(0, 7)}-01` }
}
