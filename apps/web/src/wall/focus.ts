import { Store, useSelector } from '@tanstack/react-store'
import { createContext, type FocusEvent, type RefObject, useContext, useEffect, useLayoutEffect, useRef } from 'react'

/** The picture of a wall to which the Tab key leads. */
export const CurrentContext = createContext(new Store<string | null>(null))

export function useIsCurrent(id: string): boolean {
  return useSelector(useContext(CurrentContext), (current) => current === id)
}

/**
 * Keeps one picture of a wall within reach of the Tab key: the one that had the focus last. When it is scrolled away, the wall
 * has the focus instead, and keys go on from there.
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

/** Follows the picture that is shown large, and gives it the focus when the wall is back. */
export function useShownLast(
  scroller: RefObject<HTMLElement | null>,
  current: Store<string | null>,
  shown: string | undefined,
): void {
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (shown === undefined && last.current === null) return
    const picture = findPicture(scroller.current, shown ?? last.current)
    picture?.scrollIntoView({ block: 'nearest' })
    if (shown === undefined) picture?.focus({ preventScroll: true })
    else current.setState(() => shown)
    last.current = shown ?? null
  }, [shown, scroller, current])
}

/** The first picture that can be seen whole. */
export function firstPicture(wall: HTMLElement): HTMLElement | null {
  const { top } = wall.getBoundingClientRect()
  const all = [...wall.querySelectorAll<HTMLElement>('[data-picture]')]
  return all.find((each) => each.getBoundingClientRect().top >= top) ?? null
}

function findPicture(wall: HTMLElement | null, id: string | null) {
  return id === null ? null : (wall?.querySelector<HTMLElement>(`[data-picture="${CSS.escape(id)}"]`) ?? null)
}
