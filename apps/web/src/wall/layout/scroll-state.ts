import { type RefObject, useEffect, useState } from 'react'

/** A wall is laid out anew when it has moved by this, in pixels. */
const STEP = 400

/** Beyond this speed, in pixels a millisecond, nobody sees more than colors; below the other, pictures are loaded again. */
const FAST = 6
const SLOW = 4
const REST_MS = 100

/** Where a wall stands, in steps, and whether it moves slowly enough to load what is seen. */
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
