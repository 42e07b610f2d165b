import type { Service } from '../service/service.js'
import type { Picture } from './picture.js'
import { dayOf, picturesOf, type Section, type WallFilter } from './section.js'

/** A list that a job or an album takes has at most this many. */
const MOST = 100_000

interface Range {
  sections: Section[]
  filter: WallFilter
  /** Where the selection began. */
  anchor: Picture | null
  to: Picture
}

/** Reads the pictures of the days between two pictures, with both of them, as the wall shows them. */
export async function loadRange(service: Service, { sections, filter, anchor, to }: Range): Promise<Picture[]> {
  const days = [anchor ?? to, to].map(({ takenAt }) => sections.findIndex(({ key }) => key === dayOf(takenAt)))
  const between = sections.slice(Math.min(...days), Math.max(...days) + 1)
  return loadSections(service, between, filter, [to])
}

/** Reads the pictures of sections, unless there are too many to do anything with. */
export async function loadSections(
  service: Service,
  sections: Section[],
  filter: WallFilter,
  otherwise: Picture[] = [],
): Promise<Picture[]> {
  const count = sections.reduce((sum, section) => sum + section.count, 0)
  if (count > MOST) return otherwise
  const months = Map.groupBy(sections, ({ key }) => `${key.slice(0, 7)}-01`)
  const lists = await Promise.all([...months].map(([month, days]) => loadMonth(service, month, days, filter)))
  return lists.flat()
}

/** Reads the pictures of days of a month, unless they are there: several days by one question. */
async function loadMonth({ queries, queryClient }: Service, month: string, days: Section[], filter: WallFilter) {
  const lists = days.map(({ key, pictures }) => {
    const query = picturesOf(queries, filter, key)
    return { query, pictures: pictures ?? queryClient.getQueryData(query.queryKey) }
  })
  if (lists.filter(({ pictures }) => !pictures).length > 1) {
    const keys = new Set(days.map(({ key }) => key))
    // Nothing on the page keeps a month up to date.
    const pictures = await queryClient.fetchQuery(picturesOf(queries, filter, month, 'MONTH'))
    return pictures.filter(({ takenAt }) => keys.has(dayOf(takenAt)))
  }
  const read = await Promise.all(lists.map(({ query, pictures }) => pictures ?? queryClient.ensureQueryData(query)))
  return read.flat()
}
