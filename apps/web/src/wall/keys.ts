import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import type { Selection } from '../selection/selection.js'
import { firstPicture } from './focus.js'

const AHEAD = { ArrowRight: 1, ArrowLeft: -1 } as const
const DOWN = { ArrowDown: 1, ArrowUp: -1 } as const

/** Moves the focus with the arrow keys, and selects with Space, or with Shift up to the focused picture. */
export function useWallKeys(
  scroller: RefObject<HTMLElement | null>,
  selection: Selection,
): (event: KeyboardEvent) => void {
  return (event) => {
    const wall = scroller.current
    if (!wall || event.altKey || event.ctrlKey || event.metaKey) return
    const focused = document.activeElement?.closest('[role="gridcell"]')?.querySelector<HTMLElement>('a') ?? null
    if (event.key === ' ' && focused && document.activeElement === focused) {
      event.preventDefault()
      return select(focused, event.shiftKey)
    }
    const next = findNext(event.key, focused, wall)
    if (next === undefined) return
    event.preventDefault()
    next?.focus({ preventScroll: true })
    next?.scrollIntoView({ block: 'nearest' })
    if (!event.shiftKey || !next) return
    if (focused && selection.anchor() === null) select(focused, false)
    select(next, true)
  }
}

/**
 * Ctrl+A selects everything, and Escape deselects everything, wherever the focus is, unless something covers the wall.
 */
export function useSelectionKeys(selection: Selection, isCovered: boolean, onSelectAll: () => void): void {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const isAll = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'a'
      const isNone = event.key === 'Escape' && selection.selected.state.size > 0
      if (isCovered || !(isAll || isNone) || isTaken(event)) return
      event.preventDefault()
      if (isAll) onSelectAll()
      else selection.clear()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}

/** Returns whether something else handles a key: a field, a dialog, or a menu. */
function isTaken({ target, defaultPrevented }: globalThis.KeyboardEvent) {
  if (defaultPrevented || document.querySelector('dialog[open], :popover-open')) return true
  return target instanceof Element && target.closest('input, textarea, select') !== null
}

/** Selects a picture by clicking its mark. */
function select(picture: HTMLElement, shiftKey: boolean) {
  picture.parentElement
    ?.querySelector('[data-check]')
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey }))
}

/**
 * Returns the picture to which a key leads: null for one that is not laid out, undefined for a key that does not move the focus.
 */
function findNext(key: string, focused: HTMLElement | null, wall: HTMLElement): HTMLElement | null | undefined {
  if (!(key in AHEAD) && !(key in DOWN)) return undefined
  if (!focused) return firstPicture(wall)
  const all = [...wall.querySelectorAll<HTMLElement>('[data-picture]')]
  if (key in AHEAD) return all[all.indexOf(focused) + AHEAD[key as keyof typeof AHEAD]] ?? null
  return nearest(focused, all, DOWN[key as keyof typeof DOWN])
}

/** Returns the closest picture in the next row, upwards or downwards. */
function nearest(focused: HTMLElement, all: HTMLElement[], direction: number): HTMLElement | null {
  const own = focused.getBoundingClientRect()
  const toMiddle = ({ left, right }: DOMRect) => (left + right) / 2
  const beyond = all
    .map((element) => ({ element, rect: element.getBoundingClientRect() }))
    .filter(({ rect }) => (direction > 0 ? rect.top >= own.bottom - 1 : rect.bottom <= own.top + 1))
  const distances = beyond.map(({ element, rect }) => ({
    element,
    rows: Math.abs(rect.top - own.top),
    aside: Math.abs(toMiddle(rect) - toMiddle(own)),
  }))
  return distances.sort((one, other) => one.rows - other.rows || one.aside - other.aside)[0]?.element ?? null
}
