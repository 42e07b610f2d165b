import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/** Lets the wall have the focus when the picture that had it is scrolled away: keys go on from there. */
export function useKeptFocus(scroller: RefObject<HTMLElement | null>): (event: FocusEvent) => void {
  const focused = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (!focused.current || focused.current.isConnected) return
    focused.current = null
    if (document.activeElement === document.body) scroller.current?.focus({ preventScroll: true })
  })
  return ({ target }) => {
    focused.current = target
  }
}
