import { useSearch } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, Suspense, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Picture } from '../picture/picture.js'
import { usePointerSelection } from '../selection/pointer.js'
import { useSelection } from '../selection/selection.js'
import { Day } from './day.js'
import { type Era, eraAround, topsOf } from './era.js'
import { useWallKeys } from './keys.js'
import { estimateHeight } from './layout.js'
import { LightBox } from './light-box-chunk.js'
import { loadRange } from './range.js'
import { useScrollState } from './scroll-state.js'
import type { Section, WallFilter } from './section.js'
import { useWidth } from './width.js'
import { YearRail } from './year-rail.js'

/** How far beyond what can be seen pictures are laid out, in pixels. */
const BEYOND = 600

/** Where each wall stood when it was left. */
const left = new Map<string, number>()

interface WallProps {
  /** Which wall it is. */
  name: string
  sections: Section[]
  filter: WallFilter
  /** What stands above the first day. */
  children?: ReactNode
  /** Called when the end comes near. */
  onEnd?: (() => void) | undefined
}

/** Pictures by day, as many as there are: only those that can be seen are on the page. */
export function Wall({ name, sections, filter, children, onEnd }: WallProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const header = useRef<HTMLDivElement>(null)
  const width = useWidth(scroller)
  const heights = useRef(new Map<string, number>())
  const selection = useSelection()
  const { picture } = useSearch({ strict: false })

  const heightOf = useCallback(
    ({ key, count }: Section) => heights.current.get(`${width} ${key}`) ?? estimateHeight(count, width),
    [width],
  )
  const tops = useMemo(() => topsOf(sections.map(heightOf), sections.length), [sections, heightOf])
  const [middle, setMiddle] = useState(0)
  const era = useMemo(() => eraAround(tops, Math.min(middle, sections.length - 1)), [tops, middle, sections.length])

  const virtualizer = useVirtualizer({
    count: era.to - era.from,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(sections[era.from + index] as Section),
    getItemKey: (index) => `${width} ${sections[era.from + index]?.key}`,
    scrollMargin: header.current?.offsetHeight ?? 0,
    initialOffset: () => left.get(name) ?? 0,
    overscan: 2,
  })
  const { step, stepHeight, isCalm } = useScrollState(scroller)
  const items = virtualizer.getVirtualItems()

  const onHeight = useCallback(
    (day: string, height: number) => {
      heights.current.set(`${width} ${day}`, height)
      const index = sections.findIndex(({ key }) => key === day) - era.from
      if (index >= 0 && index < era.to - era.from) virtualizer.resizeItem(index, height)
    },
    [sections, width, era, virtualizer],
  )
  const goTo = useEras({ era, setMiddle, virtualizer, scroller, count: sections.length })
  useLayoutEffect(() => () => void left.set(name, virtualizer.scrollOffset ?? 0), [name, virtualizer])
  const lastShown = items.at(-1)?.index
  useLayoutEffect(() => {
    if (lastShown !== undefined && era.from + lastShown >= sections.length - 2) onEnd?.()
  }, [lastShown, era.from, sections.length, onEnd])

  const onExtend = useCallback(
    async (to: Picture) =>
      selection.extendTo(to, await loadRange({ sections, filter, anchor: selection.anchor(), to })),
    [selection, sections, filter],
  )
  const onKeyDown = useWallKeys(scroller, selection)
  const pointer = usePointerSelection()

  const seenFrom = step * stepHeight - BEYOND - virtualizer.options.scrollMargin
  const seenTo = seenFrom + 2 * BEYOND + stepHeight + (virtualizer.scrollRect?.height ?? 0)
  const clamp = (height: number, value: number) => Math.round(Math.max(0, Math.min(height, value)))
  return (
    <div className="wall">
      <section
        className="wall-scroller"
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard
        tabIndex={0}
        aria-label="Pictures"
        onKeyDown={onKeyDown}
        {...pointer}
      >
        <div ref={header}>{children}</div>
        <div className="wall-days" style={{ height: virtualizer.getTotalSize() }}>
          {width > 0 &&
            items.map((item) => {
              const section = sections[era.from + item.index]
              const start = item.start - virtualizer.options.scrollMargin
              return (
                section && (
                  <div key={item.key} className="wall-day" style={{ transform: `translateY(${start}px)` }}>
                    <Day
                      {...{ section, filter, width, isCalm, onHeight, onExtend }}
                      height={item.size}
                      from={clamp(item.size, seenFrom - start)}
                      to={clamp(item.size, seenTo - start)}
                    />
                  </div>
                )
              )
            })}
        </div>
      </section>
      <YearRail {...{ sections, tops, goTo }} shown={era.from + (virtualizer.range?.startIndex ?? 0)} />
      {picture && (
        <Suspense fallback={<div className="light-box-opening" />}>
          <LightBox id={picture} sections={sections} filter={filter} onEnd={onEnd} />
        </Suspense>
      )}
    </div>
  )
}

interface Eras {
  era: Era
  setMiddle: (index: number) => void
  virtualizer: ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>
  scroller: React.RefObject<HTMLDivElement | null>
  count: number
}

/** Goes on where an era ends, and to any section of any era. */
function useEras({ era, setMiddle, virtualizer, scroller, count }: Eras): (index: number) => void {
  const target = useRef<{ index: number; below: number } | null>(null)
  const offset = virtualizer.scrollOffset ?? 0
  const shown = era.from + (virtualizer.range?.startIndex ?? 0)
  const margin = 5 * (virtualizer.scrollRect?.height ?? 0)
  const isAtStart = era.from > 0 && offset < margin
  const isAtEnd = era.to < count && offset > virtualizer.getTotalSize() - 2 * margin

  useLayoutEffect(() => {
    if (target.current || virtualizer.range === null || !(isAtStart || isAtEnd)) return
    const item = virtualizer.measurementsCache[shown - era.from]
    target.current = { index: shown, below: offset - (item?.start ?? offset) }
    setMiddle(shown)
  })
  useLayoutEffect(() => {
    const { index, below } = target.current ?? {}
    if (index === undefined || below === undefined || index < era.from || index >= era.to) return
    target.current = null
    const [start = 0] = virtualizer.getOffsetForIndex(index - era.from, 'start') ?? []
    scroller.current?.scrollTo({ top: start + below })
  })

  return (index) => {
    target.current = { index, below: 0 }
    setMiddle(index)
  }
}
