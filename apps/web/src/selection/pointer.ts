import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'
import { createEdgeScroll } from './edge-scroll.js'

/** The distance in pixels after which a pressed mouse selects, and how long a finger has to rest. */
const FAR = 8
const LONG_MS = 450

/** Selects the pictures over which a mouse is dragged, or on which a finger rests. At its edges, the wall scrolls below the mouse. */
export function usePointerSelection() {
  const start = useRef<{ x: number; y: number; tile: HTMLElement; ending: AbortController } | null>(null)
  const isDragging = useRef(false)
  const isPressing = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  /** Selects a tile by clicking its mark. */
  const press = (tile: HTMLElement, shiftKey: boolean) => {
    isPressing.current = true
    tile.querySelector('[data-check]')?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, shiftKey }))
    isPressing.current = false
  }

  const stop = () => {
    clearTimeout(timer.current)
    start.current?.ending.abort()
    start.current = null
  }
  useEffect(() => stop, [])

  const reach = (tile: HTMLElement | null) => {
    if (tile && tile !== start.current?.tile && !tile.hasAttribute('data-selected')) press(tile, true)
  }
  const move = (event: globalThis.PointerEvent, scrollAtEdge: ReturnType<typeof createEdgeScroll>) => {
    const from = start.current
    if (!from) return
    if (!isDragging.current && Math.hypot(event.clientX - from.x, event.clientY - from.y) < FAR) return
    if (event.pointerType !== 'mouse') return stop()
    if (!isDragging.current) {
      isDragging.current = true
      if (!from.tile.hasAttribute('data-selected')) press(from.tile, false)
    }
    reach(tileAt(event.target))
    scrollAtEdge(event)
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      stop()
      const tile = tileAt(event.target)
      isDragging.current = false
      if (event.button !== 0 || !tile) return
      const ending = new AbortController()
      const { signal } = ending
      start.current = { x: event.clientX, y: event.clientY, tile, ending }
      const scrollAtEdge = createEdgeScroll(event.currentTarget, signal, (element) => reach(tileAt(element)))
      // The mouse may leave the wall.
      window.addEventListener('pointermove', (moved) => move(moved, scrollAtEdge), { signal })
      window.addEventListener('pointerup', stop, { signal })
      window.addEventListener('pointercancel', stop, { signal })
      if (event.pointerType === 'mouse') return
      timer.current = setTimeout(() => {
        isDragging.current = true
        press(tile, false)
      }, LONG_MS)
    },
    onClickCapture: (event: MouseEvent) => {
      // The click that ends a drag does not open a picture.
      if (!isDragging.current || isPressing.current) return
      isDragging.current = false
      event.preventDefault()
      event.stopPropagation()
    },
    onContextMenu: (event: MouseEvent) => {
      if (isDragging.current) event.preventDefault()
    },
  }
}

function tileAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[role="gridcell"]') : null
}
