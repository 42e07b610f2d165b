import { useMemo } from 'react'
import type { Block, Group } from './blocks.js'
import { estimateHeight, type Frame, type Layout } from './boxes.js'

/** How high the blocks of a wall are. */
export interface Heights {
  /** The height of a block: of its pictures, once they are known, or what is likely. */
  heightOf: (index: number) => number
  know: (index: number, layout: Layout) => void
  /** The group whose heading stands at or above a height within a block. */
  groupAt: (index: number, below: number) => Group | undefined
}

/** What was known of each wall when it was left: it would otherwise open again at another picture. */
const layouts = new Map<string, Map<string, Layout>>()

/** The heights of the blocks of a wall. Those that were laid out are remembered for each width. */
export function useHeights(wall: string, blocks: Block[], frame: Frame): Heights {
  return useMemo(() => {
    const known = layouts.get(wall) ?? new Map<string, Layout>()
    layouts.set(wall, known)
    const nameOf = (index: number) => {
      const { key, count } = blocks[index] ?? {}
      return `${key} ${count} ${frame.width}`
    }
    return {
      heightOf: (index) => {
        const groups = blocks[index]?.groups ?? []
        const counts = groups.map(({ count }) => count)
        return known.get(nameOf(index))?.height ?? estimateHeight(counts, frame)
      },
      // Boxes of each picture of a library would take much memory.
      know: (index, layout) => void known.set(nameOf(index), { ...layout, boxes: [], rows: [] }),
      groupAt: (index, below) => {
        const headings = known.get(nameOf(index))?.headings ?? []
        const group = headings.findLastIndex(({ top }) => top <= below)
        return blocks[index]?.groups[Math.max(0, group)]
      },
    }
  }, [wall, blocks, frame])
}
