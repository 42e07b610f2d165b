import { useMemo } from 'react'
import type { Block, Group } from './blocks.js'
import { estimateHeight, type Frame, type Layout } from './boxes.js'

/** The heights of the blocks of a wall. */
export interface Heights {
  /** Returns the height of a block: of its pictures, or an estimate until they are known. */
  toHeight: (index: number) => number
  know: (index: number, layout: Layout) => void
  /** Returns the top of the heading of a group within its block; undefined until the pictures of the block are known. */
  toTop: (index: number, group: number) => number | undefined
  /** Returns the group whose heading is at or above a height within a block. */
  groupAt: (index: number, below: number) => Group | undefined
}

/** The layouts of each wall when it was left. Without them, it would open again at another picture. */
const layouts = new Map<string, Map<string, Layout>>()

/** Returns the heights of the blocks of a wall. Known layouts are remembered for each width. */
export function useHeights(wall: string, blocks: Block[], frame: Frame): Heights {
  return useMemo(() => {
    const known = layouts.get(wall) ?? new Map<string, Layout>()
    layouts.set(wall, known)
    const estimates = blocks.map(({ groups }) =>
      estimateHeight(
        groups.map(({ count }) => count),
        frame,
      ),
    )
    const toKey = (index: number) => {
      const { key, count } = blocks[index] ?? {}
      return `${key} ${count} ${frame.width}`
    }
    return {
      toHeight: (index) => known.get(toKey(index))?.height ?? estimates[index] ?? 0,
      // The boxes of every picture of a library would take much memory.
      know: (index, layout) => void known.set(toKey(index), { ...layout, boxes: [], rows: [] }),
      toTop: (index, group) => known.get(toKey(index))?.headings[group]?.top,
      groupAt: (index, below) => {
        const headings = known.get(toKey(index))?.headings ?? []
        const group = headings.findLastIndex(({ top }) => top <= below)
        return blocks[index]?.groups[Math.max(0, group)]
      },
    }
  }, [wall, blocks, frame])
}
