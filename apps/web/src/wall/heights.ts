import { useMemo } from 'react'
import { estimateHeight } from './layout.js'
import type { Section } from './section.js'

/** How high the sections of a wall are at a width. */
export interface Heights {
  /** Names each section at this width; what measured another width is not valid. */
  keys: string[]
  /** The height of a section: of its pictures, once they are known, or what is likely. */
  heightOf: (index: number) => number
  know: (index: number, height: number) => void
}

/** What was known of each wall when it was left: it would otherwise open again at another picture. */
const heights = new Map<string, Map<string, number>>()

/** The heights of the sections of a wall, which are remembered for each width. */
export function useHeights(wall: string, sections: Section[], width: number): Heights {
  return useMemo(() => {
    const known = heights.get(wall) ?? new Map<string, number>()
    heights.set(wall, known)
    const keys = sections.map(({ key }) => `${width} ${key}`)
    return {
      keys,
      heightOf: (index) => known.get(keys[index] ?? '') ?? estimateHeight(sections[index]?.count ?? 0, width),
      know: (index, height) => void known.set(keys[index] ?? '', height),
    }
  }, [wall, sections, width])
}
