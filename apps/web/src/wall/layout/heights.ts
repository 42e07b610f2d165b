import { useMemo } from 'react'
import type { Band, PlacedDay } from './bands.js'
import { estimateHeight } from './boxes.js'

/** How high the bands of a wall are. */
export interface Heights {
  /** The height of a band: of its pictures, once they are known, or what is likely. */
  heightOf: (index: number) => number
  know: (day: PlacedDay, height: number) => void
}

/** What was known of each wall when it was left: it would otherwise open again at another picture. */
const heights = new Map<string, Map<string, number>>()

/** The heights of the bands of a wall. Those of its days are remembered for each width. */
export function useHeights(wall: string, bands: Band[]): Heights {
  return useMemo(() => {
    const known = heights.get(wall) ?? new Map<string, number>()
    heights.set(wall, known)
    const heightOfDay = (day: PlacedDay) => known.get(nameOf(day)) ?? estimateHeight(day.section.count, day)
    return {
      heightOf: (index) => Math.max(0, ...(bands[index]?.days.map(heightOfDay) ?? [])),
      know: (day, height) => void known.set(nameOf(day), height),
    }
  }, [wall, bands])
}

function nameOf({ section, width, rowHeight }: PlacedDay) {
  return `${section.key} ${width} ${rowHeight}`
}
