import { memo, useId, useLayoutEffect, useMemo } from 'react'
import { messages } from '../language/messages.js'
import type { Picture } from '../pictures/picture.js'
import type { WallFilter } from '../pictures/section.js'
import { usePictures } from '../pictures/use-pictures.js'
import { useAreSelected, useSelection } from '../selection/selection.js'
import { Icon } from '../ui/icon.js'
import { Failure } from '../ui/notices/failure.js'
import styles from './block.module.css'
import type { Block as Groups } from './layout/blocks.js'
import { type Box, boxesBetween, type Frame, type Layout, layOut } from './layout/boxes.js'
import { toGroupName } from './names.js'
import { Tile } from './tile.js'

interface BlockProps {
  /** The index of the block in the wall. */
  index: number
  block: Groups
  filter: WallFilter
  frame: Frame
  top: number
  height: number
  /** Whether the wall scrolls slowly enough to load the pictures that pass by. */
  isCalm: boolean
  /** The visible part of the block, in pixels from its top. */
  from: number
  to: number
  /** The end of the part that a wall shows first. */
  firstTo: number
  /** Called with the layout of the block once its pictures are known. */
  onLayout: (index: number, layout: Layout) => void
  onOpen: (picture: Picture) => void
  onExtend: (picture: Picture) => void
}

/** The visible pictures of a block, under their dates. */
export const Block = memo(function Block(props: BlockProps) {
  const { index, block, filter, frame, top, height, isCalm, from, to, firstTo, onLayout, onOpen, onExtend } = props
  const { groups, error, retry } = useGroups(block, filter, isCalm)
  const layout = useMemo(() => {
    const ratios = groups?.map((pictures) => pictures.map(({ ratio }) => ratio))
    return ratios ? layOut(ratios, frame) : null
  }, [groups, frame])
  useLayoutEffect(() => {
    if (layout) onLayout(index, layout)
  }, [index, layout, onLayout])

  const [first, end] = layout ? boxesBetween(layout.boxes, from, to) : [0, 0]
  let passed = 0
  return (
    <div
      className={styles['block']}
      data-block={block.key}
      style={{ transform: `translateY(${top}px)`, height: layout?.height ?? height }}
    >
      {error && <Failure error={error} onRetry={retry} />}
      {!layout && !error && <div className={styles['empty']} data-waiting="" />}
      {layout &&
        groups?.map((pictures, position) => {
          const group = block.groups[position]
          const heading = layout.headings[position]
          const start = passed
          passed += pictures.length
          const seen: [number, number] = [Math.max(first, start), Math.min(end, passed)]
          if (!group || !heading || seen[0] >= seen[1]) return null
          return (
            <Grid
              key={group.key}
              pictures={pictures}
              layout={layout}
              heading={heading}
              start={start}
              seen={seen}
              firstTo={firstTo}
              onOpen={onOpen}
              onExtend={onExtend}
              name={toGroupName(group)}
            />
          )
        })}
    </div>
  )
})

interface GridProps {
  name: string
  pictures: Picture[]
  layout: Layout
  heading: Box
  /** The position of the first picture within the block. */
  start: number
  /** The positions of the first visible picture and of the first one after the visible ones. */
  seen: [number, number]
  firstTo: number
  onOpen: (picture: Picture) => void
  onExtend: (picture: Picture) => void
}

/** The pictures under one heading, row by row. */
function Grid({ name, pictures, layout: { boxes, rows }, heading, start, seen, firstTo, onOpen, onExtend }: GridProps) {
  const id = useId()
  const firstRow = rows.findLastIndex((row) => row <= start)
  const all = rows.slice(firstRow).flatMap((row, index) => {
    const next = rows[firstRow + index + 1]
    return next === undefined ? [] : [{ number: index + 1, from: Math.max(row, seen[0]), to: Math.min(next, seen[1]) }]
  })
  return (
    <>
      <Heading id={id} name={name} pictures={pictures} box={heading} />
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot have its cells anywhere */}
      <div role="grid" aria-labelledby={id} aria-multiselectable="true">
        {all
          .filter(({ from, to }) => from < to)
          .map(({ number, from, to }) => (
            // biome-ignore lint/a11y/useSemanticElements: as above
            // biome-ignore lint/a11y/useFocusableInteractive: its pictures are focused
            <div key={number} role="row" aria-rowindex={number}>
              {pictures.slice(from - start, to - start).map((picture, position) => {
                const box = boxes[from + position]
                return (
                  box && (
                    <Tile
                      key={picture.id}
                      picture={picture}
                      box={box}
                      isFirst={box.top < firstTo}
                      onOpen={onOpen}
                      onExtend={onExtend}
                    />
                  )
                )
              })}
            </div>
          ))}
      </div>
    </>
  )
}

function Heading({ id, name, pictures, box }: { id: string; name: string; pictures: Picture[]; box: Box }) {
  const selection = useSelection()
  const isSelected = useAreSelected(pictures)
  return (
    <div className={styles['heading']} style={box}>
      <button
        type="button"
        className={styles['check']}
        aria-pressed={isSelected}
        aria-label={messages.wall.selectAllOf(name)}
        onClick={() => selection.toggleAll(pictures)}
      >
        <Icon name="check" />
      </button>
      <h2 id={id}>{name}</h2>
    </div>
  )
}

/** Returns the pictures of each group of a block; null until all are loaded. */
function useGroups({ groups }: Groups, filter: WallFilter, isCalm: boolean) {
  const days = useMemo(() => groups.flatMap(({ days }) => days), [groups])
  const { lists, error, retry } = usePictures(days, filter, isCalm)
  const pictures = useMemo(() => {
    if (lists.includes(undefined)) return null
    const ofDay = new Map(days.map((day, index) => [day, lists[index]]))
    return groups.map(({ days }) => days.flatMap((day) => ofDay.get(day) ?? []))
  }, [groups, days, lists])
  return { groups: pictures, error: pictures ? null : error, retry }
}
