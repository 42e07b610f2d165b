import { useMemo, useRef } from 'react'
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

/** The heights of sections, which are remembered for each width. */
export function useHeights(sections: Section[], width: number): Heights {
  const known = useRef(new Map<string, number>())
  return useMemo(() => {
    const keys = sections.map(({ key }) => `${width} ${key}`)
    return {
      keys,
      heightOf: (index) => known.current.get(keys[index] ?? '') ?? estimateHeight(sections[index]?.count ?? 0, width),
      know: (index, height) => void known.current.set(keys[index] ?? '', height),
    }
  }, [sections, width])
}
