import type { Service } from '../service/service.js'
import type { Picture } from './picture.js'
import { type Bucket, monthAround, picturesQuery, type Section, toBuckets, toDay, type WallFilter } from './section.js'

/** The length limit of the lists of ids in requests. */
const MOST = 100_000

interface Range {
  sections: Section[]
  filter: WallFilter
  /** The picture at which the selection began. */
  anchor: Picture | null
  to: Picture
}

/** Reads the pictures between two pictures, including both, as the wall shows them. */
export async function loadRange(service: Service, { sections, filter, anchor, to }: Range): Promise<Picture[]> {
  const days = [anchor ?? to, to].map(({ takenAt }) => sections.findIndex(({ key }) => key === toDay(takenAt)))
  const between = sections.slice(Math.min(...days), Math.max(...days) + 1)
  return loadSections(service, between, filter, [to])
}

/** Reads the pictures of sections. Throws when they are too many for a request. */
export async function loadSections(
  service: Service,
  sections: Section[],
  filter: WallFilter,
  otherwise: Picture[] = [],
): Promise<Picture[]> {
  const count = sections.reduce((sum, section) => sum + section.count, 0)
  if (count > MOST) return otherwise
  const months = Map.groupBy(sections, ({ key }) => monthAround(key).from)
  const lists = await Promise.all([...months.values()].map((days) => loadMonth(service, days, filter)))
  return lists.flat()
}

/** Reads the pictures of days of a month that are not loaded: several days with one request. */
async function loadMonth({ queries, queryClient }: Service, days: Section[], filter: WallFilter) {
  const toQuery = (bucket: Bucket) => picturesQuery(queries, filter, bucket)
  const wanted = toBuckets(days).map(toQuery)
  const unread = wanted.filter(({ queryKey }) => {
    const state = queryClient.getQueryState(queryKey)
    return state?.data === undefined || state.isInvalidated
  })
  const [first] = days
  const requested = unread.length > 1 && first ? [toQuery(monthAround(first.key))] : wanted
  // A cached answer stays valid until an event invalidates it.
  const read = await Promise.all(requested.map((query) => queryClient.fetchQuery({ ...query, staleTime: Infinity })))
  const keys = new Set(days.map(({ key }) => key))
  return [...days.map(({ pictures }) => pictures ?? []), ...read]
    .flat()
    .filter(({ takenAt }) => keys.has(toDay(takenAt)))
}
