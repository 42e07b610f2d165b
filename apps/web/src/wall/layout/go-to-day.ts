import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { type Block, findDay } from './blocks.js'
import type { Heights } from './heights.js'

interface GoToDay {
  blocks: Block[]
  toTop: Heights['toTop']
  goTo: (index: number, below?: number) => void
  scroller: RefObject<HTMLElement | null>
}

/** The events with which people go elsewhere. */
const moves = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Returns a function that scrolls to a day, or to the next older one, and one to call when a block has its layout: until then, the place of
 * the day in its block is unknown.
 */
export function useGoToDay({ blocks, toTop, goTo, scroller }: GoToDay) {
  const wanted = useRef<{ index: number; group: number } | null>(null)
  const arrive = useRef(() => {})
  arrive.current = () => {
    const top = wanted.current && toTop(wanted.current.index, wanted.current.group)
    if (!wanted.current || top === null || top === undefined) return
    goTo(wanted.current.index, top)
    wanted.current = null
  }
  useEffect(() => {
    const element = scroller.current
    const forget = () => {
      wanted.current = null
    }
    for (const move of moves) element?.addEventListener(move, forget, { passive: true })
    return () => {
      for (const move of moves) element?.removeEventListener(move, forget)
    }
  }, [scroller])
  const goToDay = (day: string) => {
    wanted.current = findDay(blocks, day)
    goTo(wanted.current.index)
    arrive.current()
  }
  // The wall has its new height in the next frame.
  const onLaidOut = useCallback(() => {
    if (wanted.current) requestAnimationFrame(() => arrive.current())
  }, [])
  return { goToDay, onLaidOut }
}
