import type { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Era } from './era.js'

interface Eras {
  era: Era
  setMiddle: (index: number) => void
  virtualizer: ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>
  scroller: RefObject<HTMLDivElement | null>
  count: number
}

/** Moves to the next era at the end of one, and to any block of any era, or so many pixels below its top. */
export function useEras({
  era,
  setMiddle,
  virtualizer,
  scroller,
  count,
}: Eras): (index: number, below?: number) => void {
  const target = useRef<{ index: number; below: number } | null>(null)
  const offset = virtualizer.scrollOffset ?? 0
  const current = era.from + (virtualizer.range?.startIndex ?? 0)
  const margin = 5 * (virtualizer.scrollRect?.height ?? 0)
  const isAtStart = era.from > 0 && offset < margin
  const isAtEnd = era.to < count && offset > virtualizer.getTotalSize() - 2 * margin

  useLayoutEffect(() => {
    if (target.current || virtualizer.range === null || !(isAtStart || isAtEnd)) return
    const item = virtualizer.measurementsCache[current - era.from]
    target.current = { index: current, below: offset - (item?.start ?? offset) }
    setMiddle(current)
  })
  useLayoutEffect(() => {
    const { index, below } = target.current ?? {}
    if (index === undefined || below === undefined || index < era.from || index >= era.to) return
    target.current = null
    scrollTo(index, below)
  })

  const scrollTo = (index: number, below: number) => {
    const [start = 0] = virtualizer.getOffsetForIndex(index - era.from, 'start') ?? []
    scroller.current?.scrollTo({ top: start + below })
  }
  return (index, below = 0) => {
    // Setting the same middle again would render nothing.
    if (index >= era.from && index < era.to) return scrollTo(index, below)
    target.current = { index, below }
    setMiddle(index)
  }
}
