import { type RefObject, useEffect } from 'react'

/** Lets pictures stay where they are while the wall begins higher or lower, as it does below the bar of a selection. */
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
