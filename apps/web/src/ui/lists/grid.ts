import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** How a list stands on the page, in pixels. */
interface Grid {
  /** The width of the list; 0 until it is known. */
  width: number
  columns: number
  /** The space between its rows. */
  gap: number
  /** The distance from the beginning of what scrolls. */
  top: number
}

/** Reads how many columns the style of a list has in its width, and where it stands in an element that scrolls. */
export function useGrid(list: RefObject<HTMLElement | null>, scroller: HTMLElement | null): Grid {
  const [grid, setGrid] = useState<Grid>({ width: 0, columns: 1, gap: 0, top: 0 })
  const read = useCallback(() => {
    if (!list.current || !scroller) return
    const now = toGrid(list.current, scroller)
    setGrid((before) => (isSame(before, now) ? before : now))
  }, [list, scroller])
  // What stands above may have changed.
  useLayoutEffect(read)
  useLayoutEffect(() => {
    if (!list.current) return
    const observer = new ResizeObserver(read)
    observer.observe(list.current)
    return () => observer.disconnect()
  }, [list, read])
  return grid
}

function toGrid(list: HTMLElement, scroller: HTMLElement): Grid {
  const { gridTemplateColumns, rowGap } = getComputedStyle(list)
  return {
    width: list.clientWidth,
    columns: gridTemplateColumns.split(' ').length,
    gap: Number.parseFloat(rowGap) || 0,
    top: list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop,
  }
}

function isSame(one: Grid, other: Grid): boolean {
  return (
    one.width === other.width &&
    one.columns === other.columns &&
    one.gap === other.gap &&
    Math.abs(one.top - other.top) < 1
  )
}
