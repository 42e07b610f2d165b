import { Store, useSelector } from '@tanstack/react-store'
import { createContext, type FocusEvent, type RefObject, useContext, useEffect, useLayoutEffect, useRef } from 'react'

/** The id of the picture of a wall that has the tab stop. */
export const CurrentContext = createContext(new Store<string | null>(null))

export function useIsCurrent(id: string): boolean {
  return useSelector(useContext(CurrentContext), (current) => current === id)
}

/**
 * Gives the tab stop of a wall to the picture that was focused last. When it is scrolled away, the wall is focused instead, and keys
 * continue from there.
 */
export function useWallFocus(scroller: RefObject<HTMLElement | null>, current: Store<string | null>) {
  const focused = useRef<Element | null>(null)
  const isKept = useRef(false)
  useLayoutEffect(() => {
    const wall = scroller.current
    if (!wall) return
    wall.tabIndex = findPicture(wall, current.state) ? -1 : 0
    if (!focused.current || focused.current.isConnected) return
    focused.current = null
    if (document.activeElement !== document.body) return
    isKept.current = true
    wall.focus({ preventScroll: true })
    isKept.current = false
  })
  return ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    focused.current = target
    const id = target.getAttribute('data-picture')
    if (id !== null) {
      current.setState(() => id)
      currentTarget.tabIndex = -1
    }
    if (target === currentTarget && !isKept.current) firstPicture(currentTarget)?.focus({ preventScroll: true })
  }
}

/** Follows the picture in the light box, and focuses it when the wall is back. */
export function useLastPicture(
  scroller: RefObject<HTMLElement | null>,
  current: Store<string | null>,
  id: string | undefined,
): void {
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (id === undefined && last.current === null) return
    const picture = findPicture(scroller.current, id ?? last.current)
    picture?.scrollIntoView({ block: 'nearest' })
    if (id === undefined) picture?.focus({ preventScroll: true })
    else current.setState(() => id)
    last.current = id ?? null
  }, [id, scroller, current])
}

/** Returns the first picture that is completely visible. */
export function firstPicture(wall: HTMLElement): HTMLElement | null {
  const { top } = wall.getBoundingClientRect()
  const all = [...wall.querySelectorAll<HTMLElement>('[data-picture]')]
  return all.find((each) => each.getBoundingClientRect().top >= top) ?? null
}

function findPicture(wall: HTMLElement | null, id: string | null) {
  return id === null ? null : (wall?.querySelector<HTMLElement>(`[data-picture="${CSS.escape(id)}"]`) ?? null)
}
