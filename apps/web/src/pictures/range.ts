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
  const lists = await Promise.all(sections.map((section) => loadSection(service, section, filter)))
  return lists.flat()
}

/** Reads the pictures of a section, unless they are there. */
async function loadSection(
  { queries, queryClient }: Service,
  { key, pictures }: Section,
  filter: WallFilter,
): Promise<Picture[]> {
  return pictures ?? queryClient.ensureQueryData(picturesOf(queries, filter, key))
}
