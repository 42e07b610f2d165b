import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react'
import { messages } from '../language/messages.js'
import type { Block } from './layout/blocks.js'
import { blockAt } from './layout/era.js'
import { nameOfMonth } from './names.js'
import styles from './year-rail.module.css'

/** The smallest distance between the labels of years, as a part of the rail; closer labels would overlap. */
const LEAST_DISTANCE = 0.035

interface YearRailProps {
  blocks: Block[]
  /** The top of each block, and the end of the last one. */
  tops: Float64Array
  /** The index of the first visible block. */
  current: number
  goTo: (index: number) => void
}

/** The years beside the wall: the current one, and a way to any other time. */
export function YearRail({ blocks, tops, current, goTo }: YearRailProps) {
  const [pointed, setPointed] = useState<number | null>(null)
  const total = tops.at(-1) || 1
  const years = useMemo(() => listYears(blocks, tops), [blocks, tops])
  if (years.length < 2) return null

  const indexAt = ({ clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    const { top, height } = currentTarget.getBoundingClientRect()
    return blockAt(tops, ((clientY - top) / height) * total)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    const to = { ArrowUp: current - 1, ArrowDown: current + 1, PageUp: current - 30, PageDown: current + 30 }[key]
    const index = key === 'Home' ? 0 : key === 'End' ? blocks.length - 1 : to
    if (index === undefined) return
    event.preventDefault()
    goTo(Math.max(0, Math.min(blocks.length - 1, index)))
  }
  const share = (index: number) => `${(100 * (tops[index] ?? 0)) / total}%`
  return (
    <div
      className={styles['rail']}
      role="slider"
      tabIndex={0}
      aria-label={messages.wall.time}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={blocks.length - 1}
      aria-valuenow={current}
      aria-valuetext={toMonth(blocks[current])}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        goTo(indexAt(event))
      }}
      onPointerMove={(event) => {
        const index = indexAt(event)
        setPointed(index)
        if (event.currentTarget.hasPointerCapture(event.pointerId)) goTo(index)
      }}
      onPointerLeave={() => setPointed(null)}
    >
      {years.map(({ year, index }) => (
        <span key={year} className={styles['year']} style={{ top: share(index) }}>
          {year}
        </span>
      ))}
      <span className={styles['shown']} style={{ top: share(current) }}>
        {toMonth(blocks[current])}
      </span>
      {pointed !== null && (
        <span className={styles['pointed']} style={{ top: share(pointed) }}>
          {toMonth(blocks[pointed])}
        </span>
      )}
    </div>
  )
}

function toMonth(block: Block | undefined) {
  return block ? nameOfMonth(block.key) : ''
}

/** Lists the years that have enough space, each with its first block. */
function listYears(blocks: Block[], tops: Float64Array) {
  const total = tops.at(-1) || 1
  const years: { year: string; index: number }[] = []
  let last = Number.NEGATIVE_INFINITY
  let latest = ''
  blocks.forEach(({ key }, index) => {
    const year = key.slice(0, 4)
    if (year === latest) return
    latest = year
    const at = (tops[index] ?? 0) / total
    if (at - last < LEAST_DISTANCE) return
    last = at
    years.push({ year, index })
  })
  return years
}
