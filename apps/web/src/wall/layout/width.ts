import { type RefObject, useLayoutEffect, useState } from 'react'

/** Returns the inner width of an element in pixels; 0 until it is known. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!element.current) return
    const { paddingLeft, paddingRight } = getComputedStyle(element.current)
    const [left, right] = [paddingLeft, paddingRight].map((padding) => Number.parseFloat(padding) || 0)
    // The observer would call only after the next frame.
    setWidth(Math.floor(element.current.clientWidth - (left ?? 0) - (right ?? 0)))
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return width
}
