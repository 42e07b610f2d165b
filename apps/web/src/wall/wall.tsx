import { useNavigate, useSearch } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, Suspense, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { LightBox, loadLightBox } from '../light-box/chunk.js'
import { Opening } from '../light-box/opening.js'
import type { Picture } from '../pictures/picture.js'
import { loadRange } from '../pictures/range.js'
import type { Section, WallFilter } from '../pictures/section.js'
import { usePointerSelection } from '../selection/pointer.js'
import { useSelection } from '../selection/selection.js'
import { usePreload } from '../service/preload.js'
import { useService } from '../service/service.js'
import { Day } from './day.js'
import { useKeptFocus } from './focus.js'
import { useWallKeys } from './keys.js'
import { type PlacedDay, toBands } from './layout/bands.js'
import { eraAround, topsOf } from './layout/era.js'
import { useEras } from './layout/eras.js'
import { useHeights } from './layout/heights.js'
import { useScrollState } from './layout/scroll-state.js'
import { useWidth } from './layout/width.js'
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
  const service = useService()
  const selection = useSelection()
  const navigate = useNavigate()
  const { picture } = useSearch({ strict: false })
  usePreload([loadLightBox])

  const bands = useMemo(() => toBands(sections, width), [sections, width])
  const { heightOf, know } = useHeights(name, bands)
  const tops = useMemo(() => topsOf(heightOf, bands.length), [heightOf, bands.length])
  const [middle, setMiddle] = useState(0)
  const era = useMemo(() => eraAround(tops, Math.min(middle, bands.length - 1)), [tops, middle, bands.length])

  const virtualizer = useVirtualizer({
    count: era.to - era.from,
    getScrollElement: () => scroller.current,
    // Functions that change let the virtualizer measure all days anew.
    estimateSize: useCallback((index) => heightOf(era.from + index), [heightOf, era]),
    getItemKey: useCallback((index) => `${width} ${bands[era.from + index]?.key}`, [bands, width, era]),
    scrollMargin: header.current?.offsetHeight ?? 0,
    initialOffset: () => left.get(name) ?? 0,
    overscan: 2,
    useFlushSync: false,
  })
  const { step, stepHeight, isCalm } = useScrollState(scroller)
  const items = virtualizer.getVirtualItems()

  const onHeight = useCallback(
    (index: number, day: PlacedDay, height: number) => {
      know(day, height)
      if (index >= era.from && index < era.to) virtualizer.resizeItem(index - era.from, heightOf(index))
    },
    [know, heightOf, era, virtualizer],
  )
  const goTo = useEras({ era, setMiddle, virtualizer, scroller, count: bands.length })
  useLayoutEffect(() => () => void left.set(name, virtualizer.scrollOffset ?? 0), [name, virtualizer])
  const lastShown = items.at(-1)?.index
  useLayoutEffect(() => {
    if (lastShown !== undefined && era.from + lastShown >= bands.length - 2) onEnd?.()
  }, [lastShown, era.from, bands.length, onEnd])

  const onExtend = useCallback(
    async (to: Picture) =>
      selection.extendTo(to, await loadRange(service, { sections, filter, anchor: selection.anchor(), to })),
    [service, selection, sections, filter],
  )
  const onOpen = useCallback(
    ({ id }: Picture) => void navigate({ to: '.', search: (before) => ({ ...before, picture: id }) }),
    [navigate],
  )
  const onKeyDown = useWallKeys(scroller, selection)
  const onFocus = useKeptFocus(scroller)
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
        onFocus={onFocus}
        {...pointer}
      >
        <div ref={header}>{children}</div>
        <div className="wall-days" style={{ height: virtualizer.getTotalSize() }}>
          {width > 0 &&
            items.map((item) => {
              const index = era.from + item.index
              const start = item.start - virtualizer.options.scrollMargin
              return (
                <div key={item.key} className="wall-band" style={{ transform: `translateY(${start}px)` }}>
                  {bands[index]?.days.map((day) => (
                    <Day
                      key={day.section.key}
                      {...{ index, day, filter, isCalm, onHeight, onOpen, onExtend }}
                      height={item.size}
                      from={clamp(item.size, seenFrom - start)}
                      to={clamp(item.size, seenTo - start)}
                    />
                  ))}
                </div>
              )
            })}
        </div>
      </section>
      <YearRail {...{ bands, tops, goTo }} shown={era.from + (virtualizer.range?.startIndex ?? 0)} />
      {picture && (
        <Suspense fallback={<Opening />}>
          <LightBox id={picture} sections={sections} filter={filter} onEnd={onEnd} />
        </Suspense>
      )}
    </div>
  )
}
