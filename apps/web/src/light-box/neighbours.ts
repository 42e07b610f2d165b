import { useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Picture } from '../pictures/picture.js'
import { dayOf, daysOf, picturesOf, type Section, type WallFilter } from '../pictures/section.js'
import { type Service, useService } from '../service/service.js'

interface Neighbourhood {
  id: string
  /** The picture, as far as it is known. */
  known: Picture | undefined
  sections: Section[]
  filter: WallFilter
  onEnd?: (() => void) | undefined
}

/** The pictures of the day of a picture, and of the days before and after it, as far as they are there. */
export function useNeighbours({ id, known, sections, filter, onEnd }: Neighbourhood): Picture[] {
  const { queries } = useService()
  const at = sections.findIndex(
    ({ key, pictures }) => pictures?.some((picture) => picture.id === id) ?? (known && key === dayOf(known.takenAt)),
  )
  const near = at < 0 ? [] : sections.slice(Math.max(0, at - 1), at + 2)
  const lists = useQueries({
    queries: near.map(({ key, pictures }) => ({ ...picturesOf(queries, filter, key), enabled: pictures === null })),
  })
  const isLast = at >= 0 && at >= sections.length - 2
  useEffect(() => {
    if (isLast) onEnd?.()
  }, [isLast, onEnd])
  return near.flatMap(({ pictures }, index) => pictures ?? lists[index]?.data ?? [])
}

/** A picture as a wall has it; undefined for one that no wall has shown lately. */
export function findKnown({ queries, queryClient }: Service, filter: WallFilter, id: string): Picture | undefined {
  const lists = queryClient.getQueriesData<Partial<Picture>[]>({ queryKey: daysOf(queries, filter).queryKey })
  return lists.flatMap(([, list]) => list ?? []).find((picture): picture is Picture => picture.id === id)
}
