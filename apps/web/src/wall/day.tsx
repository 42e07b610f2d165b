import { useQuery } from '@tanstack/react-query'
import { memo, useLayoutEffect, useMemo } from 'react'
import type { Picture } from '../pictures/picture.js'
import { picturesOf, type WallFilter } from '../pictures/section.js'
import { useAreSelected, useSelection } from '../selection/selection.js'
import { isPassing } from '../service/outage.js'
import { useService } from '../service/service.js'
import { Failure } from '../ui/failure.js'
import { Icon } from '../ui/icon.js'
import type { PlacedDay } from './layout/bands.js'
import { boxesBetween, type Layout, layOut } from './layout/boxes.js'
import { Tile } from './tile.js'

interface DayProps {
  /** In which band of the wall it is. */
  index: number
  day: PlacedDay
  filter: WallFilter
  /** Of the band. */
  height: number
  /** Whether the wall stands still enough to load what passes by. */
  isCalm: boolean
  /** What of the day can be seen, in pixels from its top. */
  from: number
  to: number
  /** Told how high the day is once its pictures are known. */
  onHeight: (index: number, day: PlacedDay, height: number) => void
  onOpen: (picture: Picture) => void
  onExtend: (picture: Picture) => void
}

/** The pictures of a day under its date: those that can be seen. */
export const Day = memo(function Day({
  index,
  day,
  filter,
  height,
  isCalm,
  from,
  to,
  onHeight,
  onOpen,
  onExtend,
}: DayProps) {
  const { queries } = useService()
  const { section, left, width, rowHeight } = day
  const query = useQuery({ ...picturesOf(queries, filter, section.key), enabled: isCalm && section.pictures === null })
  const pictures = section.pictures ?? query.data ?? null
  const layout = useMemo(
    (): Layout | null =>
      pictures &&
      layOut(
        pictures.map(({ ratio }) => ratio),
        { width, rowHeight },
      ),
    [pictures, width, rowHeight],
  )

  const laidOut = layout?.height
  useLayoutEffect(() => {
    if (laidOut !== undefined) onHeight(index, day, laidOut)
  }, [index, day, laidOut, onHeight])

  const [first, end] = layout ? boxesBetween(layout.boxes, from, to) : [0, 0]
  return (
    <section
      className="day"
      style={{ left, width, height: layout?.height ?? height }}
      aria-labelledby={`day-${section.key}`}
    >
      <DayHeading day={section.key} pictures={pictures} />
      {query.isError && !isPassing(query.error) && <Failure error={query.error} onRetry={() => query.refetch()} />}
      {pictures?.slice(first, end).map((picture, position) => {
        const box = layout?.boxes[first + position]
        return box && <Tile key={picture.id} {...{ picture, box, onOpen, onExtend }} />
      })}
      {!layout && (!query.isError || isPassing(query.error)) && <div className="day-empty" />}
    </section>
  )
})

function DayHeading({ day, pictures }: { day: string; pictures: Picture[] | null }) {
  const selection = useSelection()
  const isSelected = useAreSelected(pictures)
  const name = nameOf(day)
  return (
    <div className="day-heading">
      <h2 id={`day-${day}`}>{name}</h2>
      {pictures && (
        <button
          type="button"
          className="day-check"
          aria-pressed={isSelected}
          aria-label={`Select all of ${name}`}
          onClick={() => selection.toggleAll(pictures)}
        >
          <Icon name="check" />
        </button>
      )}
    </div>
  )
}

const thisYear = new Date().getFullYear()
const inThisYear = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})
const inAnotherYear = new Intl.DateTimeFormat(undefined, {
  ...{ weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' },
  timeZone: 'UTC',
})

function nameOf(day: string) {
  const date = new Date(`${day}T00:00:00Z`)
  return (date.getUTCFullYear() === thisYear ? inThisYear : inAnotherYear).format(date)
}
