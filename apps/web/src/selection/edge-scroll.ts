/** The width in pixels of the edges of a wall at which it scrolls, and the largest speed in pixels per millisecond. */
const EDGE = 64
const FASTEST = 1.5

/** The longest time in milliseconds that one step makes up for. */
const LONGEST_STEP_MS = 50

/**
 * Creates a function that takes the position of the mouse, and scrolls a wall as long as that is at its upper or lower edge, or beyond: the
 * farther, the faster. `onScroll` gets the element below the mouse after each step.
 */
export function createEdgeScroll(
  wall: HTMLElement,
  signal: AbortSignal,
  onScroll: (element: Element | null) => void,
): (position: { clientX: number; clientY: number }) => void {
  let position = { clientX: 0, clientY: 0 }
  let before: number | null = null
  const step = (now: number) => {
    const { top, bottom, left, right } = wall.getBoundingClientRect()
    const { clientX, clientY } = position
    const beyond = Math.min(0, clientY - top - EDGE) + Math.max(0, clientY - bottom + EDGE)
    if (signal.aborted || beyond === 0) {
      before = null
      return
    }
    const speed = FASTEST * Math.max(-1, Math.min(1, beyond / EDGE))
    wall.scrollTop += Math.round(speed * Math.min(LONGEST_STEP_MS, now - (before ?? now)))
    before = now
    const within = (value: number, from: number, to: number) => Math.max(from + 1, Math.min(to - 1, value))
    onScroll(document.elementFromPoint(within(clientX, left, right), within(clientY, top, bottom)))
    requestAnimationFrame(step)
  }
  return (moved) => {
    position = moved
    if (before === null) requestAnimationFrame(step)
  }
}
