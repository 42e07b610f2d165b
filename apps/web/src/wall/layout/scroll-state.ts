import { type RefObject, useEffect, useState } from 'react'

/** The distance in pixels after which a wall is laid out again. */
const STEP = 400

/**
 * The speed in pixels per millisecond above which only colors are shown, and the speed below which pictures are loaded again.
 */
const FAST = 6
const SLOW = 4
const REST_MS = 100

/** Returns the position of a wall in steps, and whether it scrolls slowly enough to load the visible pictures. */
export function useScrollState(scroller: RefObject<HTMLElement | null>): {
  step: number
  stepHeight: number
  isCalm: boolean
} {
  const [step, setStep] = useState(0)
  const [isCalm, setCalm] = useState(true)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let [at, when] = [element.scrollTop, performance.now()]
    let rest: ReturnType<typeof setTimeout> | undefined
    const onScroll = () => {
      const now = performance.now()
      const speed = Math.abs(element.scrollTop - at) / Math.max(8, now - when)
      at = element.scrollTop
      when = now
      setStep(Math.floor(at / STEP))
      setCalm((before) => speed < (before ? FAST : SLOW))
      clearTimeout(rest)
      rest = setTimeout(() => setCalm(true), REST_MS)
    }
    onScroll()
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(rest)
      element.removeEventListener('scroll', onScroll)
    }
  }, [scroller])
  return { step, stepHeight: STEP, isCalm }
}
