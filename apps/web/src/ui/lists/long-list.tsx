import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type ReactNode, useCallback, useContext, useLayoutEffect, useRef, useState } from 'react'
import { useGrid } from './grid.js'
import { ScrolledContext } from './scrolled.js'

interface LongListProps<Item> {
  /** The name of the list among those of its view. */
  name: string
  label?: string
  /** The style, which may be a grid of columns. */
  className: string | undefined
  items: readonly Item[]
  toKey: (item: Item) => string
  children: (item: Item) => ReactNode
}

/** The height in pixels that a row is expected to have, until one is seen. */
const USUAL_HEIGHT = 100

/** A list of any length: only what is seen is on the page, and what has the focus. */
export function LongList<Item>({ name, label, className, items, toKey, children }: LongListProps<Item>) {
  const { element, standing } = useContext(ScrolledContext)
  const list = useRef<HTMLUListElement>(null)
  const { width, columns, gap, top } = useGrid(list, element)
  const [focused, setFocused] = useState<number | null>(null)
  const height = useRef(USUAL_HEIGHT)
  const virtualizer = useVirtualizer({
    count: width > 0 ? Math.ceil(items.length / columns) : 0,
    // It is scrolled to where it was left, and has its height then.
    getScrollElement: () => (width > 0 ? element : null),
    estimateSize: useCallback(() => height.current, []),
    measureElement: (row) => {
      // Rounded heights would make the list tremble while it scrolls.
      const { height: seen } = row.getBoundingClientRect()
      height.current = seen
      return seen
    },
    getItemKey: useCallback((row) => `${width} ${columns} ${row}`, [width, columns]),
    rangeExtractor: useCallback((range: Range) => withRow(defaultRangeExtractor(range), focused, range), [focused]),
    scrollMargin: top,
    gap,
    initialOffset: () => standing.offset,
    initialMeasurementsCache: standing.rows.get(name) ?? [],
    overscan: 2,
    useFlushSync: false,
  })
  useLayoutEffect(
    () => () => void standing.rows.set(name, [...virtualizer.measurementsCache]),
    [standing, name, virtualizer],
  )

  const onFocus = ({ target }: FocusEvent) => setFocused(Number(target.closest('li')?.getAttribute('data-index') ?? 0))
  const rows = virtualizer.getVirtualItems()
  const ends = [top - gap, ...rows.map(({ end }) => end)]
  return (
    <ul
      ref={list}
      className={className}
      aria-label={label}
      style={{ paddingBlockEnd: top + virtualizer.getTotalSize() - Math.max(top, ends.at(-1) ?? 0) }}
      onFocus={onFocus}
      onBlur={() => setFocused(null)}
    >
      {rows.flatMap(({ index, start }, place) =>
        items.slice(index * columns, (index + 1) * columns).map((item, column) => (
          <li
            key={toKey(item)}
            ref={column === 0 ? virtualizer.measureElement : undefined}
            data-index={index}
            aria-setsize={items.length}
            aria-posinset={index * columns + column + 1}
            // Where rows are left out, there is room in their place.
            style={{ marginBlockStart: start - (ends[place] ?? 0) - gap }}
          >
            {children(item)}
          </li>
        )),
      )}
    </ul>
  )
}

function withRow(rows: number[], row: number | null, { count }: Range): number[] {
  if (row === null || row >= count || rows.includes(row)) return rows
  return [...rows, row].sort((one, other) => one - other)
}
