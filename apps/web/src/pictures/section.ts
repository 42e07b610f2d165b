import type { Asset, TimeBucket, TimeBucketSize, TimelineFilter } from '@media-library/client'
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
  /** What is read at once. */
  bucket: Bucket
}

/** A day or a month. */
export interface Bucket {
  size: TimeBucketSize
  /** Its first day. */
  from: string
}

/** A month of at most this many pictures is read at once: its days would be questions of their own. */
const FEW = 100

/** The days of a wall, newest first. */
export function daysOf(queries: Queries, filter: WallFilter) {
  return queryOptions({ ...queries.timeBuckets({ ...filter, size: 'DAY' }), select: toDays })
}

function toDays(buckets: TimeBucket[]): Section[] {
  const counts = new Map<string, number>()
  for (const { timeBucket, count } of buckets) {
    const { from } = monthAround(timeBucket)
    counts.set(from, (counts.get(from) ?? 0) + count)
  }
  return buckets.map(({ timeBucket, count }) => {
    const key = dayOf(timeBucket)
    const month = monthAround(key)
    const bucket = (counts.get(month.from) ?? 0) > FEW ? aDay(key) : month
    return { key, count, pictures: null, bucket }
  })
}

/** The same of assets that are there, newest first. */
export function toSections(assets: Asset[]): Section[] {
  const days = Map.groupBy(assets.map(toPicture), ({ takenAt }) => dayOf(takenAt))
  return [...days].map(([key, pictures]) => ({
    key,
    count: pictures.length,
    pictures,
    bucket: aDay(key),
  }))
}

/** The pictures of a day or month. */
export function picturesOf(queries: Queries, filter: WallFilter, { size, from }: Bucket) {
  const whole = queries.timeBucket({ ...filter, size, timeBucket: `${from}T00:00:00.000Z` })
  return queryOptions({
    // Whole assets of a library of years would not fit.
    queryKey: [...whole.queryKey, 'pictures'],
    queryFn: async (context): Promise<Picture[]> => (await whole.queryFn(context)).map(toPicture),
    gcTime: 120_000,
  })
}

/** What has to be read for sections, each once. */
export function bucketsOf(sections: Section[]): Bucket[] {
  const unread = sections.filter(({ pictures }) => pictures === null).map(({ bucket }) => bucket)
  return [...new Map(unread.map((bucket) => [nameOf(bucket), bucket])).values()]
}

/** The pictures of each section, of those of its buckets; undefined while its bucket has not been read. */
export function picturesIn(sections: Section[], buckets: Bucket[], read: (Picture[] | undefined)[]) {
  const ofBucket = new Map(buckets.map((bucket, index) => [nameOf(bucket), read[index]]))
  return sections.map(
    ({ key, pictures, bucket }) =>
      pictures ?? ofBucket.get(nameOf(bucket))?.filter(({ takenAt }) => dayOf(takenAt) === key),
  )
}

function nameOf({ size, from }: Bucket) {
  return `${size} ${from}`
}

export function dayOf(moment: string): string {
  return moment.slice(0, 10)
}

function aDay(from: string): Bucket {
  return { size: 'DAY', from }
}

/** The month of a day. */
export function monthAround(day: string): Bucket {
  return { size: 'MONTH', from: `${day.slice(0, 7)}-01` }
}
