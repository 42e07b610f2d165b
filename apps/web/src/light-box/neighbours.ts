import { useEffect } from 'react'
import type { Picture } from '../pictures/picture.js'
import { type Section, toDay, type WallFilter } from '../pictures/section.js'
import { usePictures } from '../pictures/use-pictures.js'
import type { Service } from '../service/service.js'

interface Neighbourhood {
  id: string
  /** The known fields of the picture. */
  known: Picture | undefined
  sections: Section[]
  filter: WallFilter
  onEnd?: (() => void) | undefined
}

/** Returns the pictures of the day of a picture, and of the previous and the next day, if they are loaded. */
export function useNeighbours({ id, known, sections, filter, onEnd }: Neighbourhood): Picture[] {
  const at = sections.findIndex(
    ({ key, pictures }) => pictures?.some((picture) => picture.id === id) ?? (known && key === toDay(known.takenAt)),
  )
  const near = at < 0 ? [] : sections.slice(Math.max(0, at - 1), at + 2)
  const { lists } = usePictures(near, filter)
  const isLast = at >= 0 && at >= sections.length - 2
  useEffect(() => {
    if (isLast) onEnd?.()
  }, [isLast, onEnd])
  return lists.flatMap((list) => list ?? [])
}

/** Returns a picture as a wall has it; undefined when no wall has shown it lately. */
export function findKnown({ queries, queryClient }: Service, filter: WallFilter, id: string): Picture | undefined {
  const lists = (['DAY', 'MONTH'] as const).flatMap((size) =>
    queryClient.getQueriesData<Partial<Picture>[]>({ queryKey: queries.timeBuckets({ ...filter, size }).queryKey }),
  )
  return lists.flatMap(([, list]) => list ?? []).find((picture): picture is Picture => picture.id === id)
}
