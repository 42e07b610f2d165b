import { useNavigate, useSearch } from '@tanstack/react-router'
import { Store } from '@tanstack/react-store'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, Suspense, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { messages } from '../language/messages.js'
import { LightBox, loadLightBox } from '../light-box/chunk.js'
import { Opening } from '../light-box/opening.js'
import type { Picture } from '../pictures/picture.js'
import { loadRange, loadSections } from '../pictures/range.js'
import type { Section, WallFilter } from '../pictures/section.js'
import { useLeaving } from '../selection/leaving.js'
import { usePointerSelection } from '../selection/pointer.js'
import { useSelection } from '../selection/selection.js'
import { usePreload } from '../service/preload.js'
import { useService } from '../service/service.js'
import { Block } from './block.js'
import { CurrentDate } from './date.js'
import { CurrentContext, useLastPicture, useWallFocus } from './focus.js'
import { useSelectionKeys, useWallKeys } from './keys.js'
import { frameAt, toBlocks } from './layout/blocks.js'
import type { Layout } from './layout/boxes.js'
import { eraAround, toTops } from './layout/era.js'
import { useEras } from './layout/eras.js'
import { useGoToDay } from './layout/go-to-day.js'
import { useHeights } from './layout/heights.js'
import { useScrollState } from './layout/scroll-state.js'
import { useWidth } from './layout/width.js'
import { useSteady } from './steady.js'
import styles from './wall.module.css'
import { YearRail } from './year-rail.js'

/** The distance beyond the visible part, in pixels, in which pictures are laid out. */
const BEYOND = 600

/** The scroll position of each wall when it was left. */
const left = new Map<string, number>()

interface WallProps {
  /** The name of the wall. */
  name: string
  sections: Section[]
  filter: WallFilter
  /** The elements above the first day. */
  children?: ReactNode
  /** The pictures that the light box shows in place of all; undefined for all. */
  set?: Section[] | undefined
  /** Called near the end. */
  onEnd?: (() => void) | undefined
}

/** A wall of any number of pictures by day: only the visible ones are on the page. */
export function Wall({ name, sections, filter, children, set, onEnd }: WallProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const header = useRef<HTMLDivElement>(null)
  const width = useWidth(scroller)
  const service = useService()
  const selection = useSelection()
  const navigate = useNavigate()
  const { picture } = useSearch({ strict: false })
  usePreload([loadLightBox])

  const frame = useMemo(() => frameAt(width), [width])
  // A large library has thousands of blocks, which are not made for a width that is not known yet.
  const blocks = useMemo(() => (width > 0 ? toBlocks(sections, width) : []), [sections, width])
  const { toHeight, know, toTop, groupAt } = useHeights(name, blocks, frame)
  const tops = useMemo(() => toTops(toHeight, blocks.length), [toHeight, blocks.length])
  const [middle, setMiddle] = useState(0)
  const era = useMemo(() => eraAround(tops, Math.min(middle, blocks.length - 1)), [tops, middle, blocks.length])

  const virtualizer = useVirtualizer({
    count: era.to - era.from,
    // It is scrolled to where it was left, and has its height then.
    getScrollElement: () => (width > 0 ? scroller.current : null),
    // New functions would make the virtualizer measure all days again.
    estimateSize: useCallback((index) => toHeight(era.from + index), [toHeight, era]),
    getItemKey: useCallback((index) => `${width} ${blocks[era.from + index]?.key}`, [blocks, width, era]),
    scrollMargin: header.current?.offsetHeight ?? 0,
    initialOffset: () => left.get(name) ?? 0,
    overscan: 2,
    useFlushSync: false,
  })
  const { step, stepHeight, isCalm } = useScrollState(scroller)
  const items = virtualizer.getVirtualItems()

  const goTo = useEras({ era, setMiddle, virtualizer, scroller, count: blocks.length })
  const { goToDay, onLaidOut } = useGoToDay({ blocks, toTop, goTo, scroller })
  const onLayout = useCallback(
    (index: number, layout: Layout) => {
      know(index, layout)
      if (index >= era.from && index < era.to) virtualizer.resizeItem(index - era.from, toHeight(index))
      onLaidOut()
    },
    [know, toHeight, era, virtualizer, onLaidOut],
  )
  const findGroup = useCallback(() => {
    const offset = scroller.current?.scrollTop ?? 0
    const item = virtualizer.getVirtualItemForOffset(offset)
    return item && groupAt(era.from + item.index, offset - item.start)
  }, [virtualizer, groupAt, era])
  useLayoutEffect(() => () => void left.set(name, virtualizer.scrollOffset ?? 0), [name, virtualizer])
  const lastIndex = items.at(-1)?.index
  useLayoutEffect(() => {
    if (lastIndex !== undefined && era.from + lastIndex >= blocks.length - 2) onEnd?.()
  }, [lastIndex, era.from, blocks.length, onEnd])

  const extending = useRef({ latest: 0, done: 0 })
  const onExtend = useCallback(
    async (to: Picture) => {
      extending.current.latest += 1
      const turn = extending.current.latest
      const list = await loadRange(service, { sections, filter, anchor: selection.anchor(), to })
      // A range that was read late does not replace a later one.
      if (turn < extending.current.done) return
      extending.current.done = turn
      selection.extendTo(to, list)
    },
    [service, selection, sections, filter],
  )
  const onOpen = useCallback(
    ({ id }: Picture) => void navigate({ to: '.', search: (before) => ({ ...before, picture: id }) }),
    [navigate],
  )
  const onSelectAll = async () => selection.selectAll(await loadSections(service, sections, filter))
  const [current] = useState(() => new Store<string | null>(null))
  const onKeyDown = useWallKeys(scroller, selection)
  useSelectionKeys(selection, picture !== undefined, () => void onSelectAll())
  const onFocus = useWallFocus(scroller, current)
  useSteady(scroller)
  useLeaving(name, sections, (days) => loadSections(service, days, filter, [...selection.pictures()]))
  // A set does not belong to the wall, which stays as it is.
  useLastPicture(scroller, current, set ? undefined : picture)
  const pointer = usePointerSelection()

  const screenHeight = virtualizer.scrollRect?.height ?? 0
  const seenFrom = step * stepHeight - BEYOND - virtualizer.options.scrollMargin
  const seenTo = seenFrom + 2 * BEYOND + stepHeight + screenHeight
  const clamp = (height: number, value: number) => Math.round(Math.max(0, Math.min(height, value)))
  const [newest] = sections
  const oldest = sections.at(-1)
  return (
    <div className={styles['wall']}>
      <CurrentContext value={current}>
        <section
          className={styles['scroller']}
          ref={scroller}
          aria-label={messages.wall.pictures}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          {...pointer}
        >
          <div ref={header}>{children}</div>
          {newest && oldest && (
            <CurrentDate
              scroller={scroller}
              findGroup={findGroup}
              goToDay={goToDay}
              newest={newest.key}
              oldest={oldest.key}
            />
          )}
          <div className={styles['days']} style={{ height: virtualizer.getTotalSize() }}>
            {items.map(({ key, index, start, size }) => {
              const block = blocks[era.from + index]
              const top = start - virtualizer.options.scrollMargin
              return (
                block && (
                  <Block
                    key={key}
                    block={block}
                    filter={filter}
                    frame={frame}
                    isCalm={isCalm}
                    top={top}
                    onLayout={onLayout}
                    onOpen={onOpen}
                    onExtend={onExtend}
                    index={era.from + index}
                    height={size}
                    from={clamp(size, seenFrom - top)}
                    to={clamp(size, seenTo - top)}
                    firstTo={era.from === 0 ? clamp(size, screenHeight - start) : 0}
                  />
                )
              )
            })}
          </div>
        </section>
      </CurrentContext>
      <YearRail blocks={blocks} tops={tops} goTo={goTo} current={era.from + (virtualizer.range?.startIndex ?? 0)} />
      {picture && (
        <Suspense fallback={<Opening />}>
          <LightBox id={picture} sections={set ?? sections} filter={filter} onEnd={onEnd} />
        </Suspense>
      )}
    </div>
  )
}
