import { type RefObject, useEffect } from 'react'

/**
 * Keeps pictures at their place on the screen when the top of the wall moves, as it does below the bar of a selection.
 */
export function useSteady(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const wall = scroller.current
    if (!wall) return
    let before = wall.getBoundingClientRect().top
    const observer = new ResizeObserver(() => {
      const { top } = wall.getBoundingClientRect()
      wall.scrollTop += top - before
      before = top
    })
    observer.observe(wall)
    return () => observer.disconnect()
  }, [scroller])
}
