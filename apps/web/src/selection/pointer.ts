import { type MouseEvent, type PointerEvent, useRef } from 'react'

/** The distance in pixels after which a pressed mouse selects, and how long a finger has to rest. */
const FAR = 8
const LONG_MS = 450

/** Selects the pictures over which a mouse is dragged, or on which a finger rests. */
export function usePointerSelection() {
  const start = useRef<{ x: number; y: number; tile: HTMLElement } | null>(null)
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
    start.current = null
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      const tile = tileAt(event)
      isDragging.current = false
      if (event.button !== 0 || !tile) return
      start.current = { x: event.clientX, y: event.clientY, tile }
      if (event.pointerType === 'mouse') return
      timer.current = setTimeout(() => {
        isDragging.current = true
        press(tile, false)
      }, LONG_MS)
    },
    onPointerMove: (event: PointerEvent) => {
      const from = start.current
      if (!from) return
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < FAR) return
      if (event.pointerType !== 'mouse') return stop()
      const tile = tileAt(event)
      if (!tile) return
      if (!isDragging.current) {
        isDragging.current = true
        if (!from.tile.hasAttribute('data-selected')) press(from.tile, false)
      }
      if (tile !== from.tile && !tile.hasAttribute('data-selected')) press(tile, true)
    },
    onPointerUp: stop,
    onPointerCancel: stop,
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

function tileAt({ target }: { target: EventTarget }): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[role="gridcell"]') : null
}
