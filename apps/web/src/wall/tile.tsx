import { type MouseEvent, memo } from 'react'
import { messages } from '../language/messages.js'
import { loadLightBox } from '../light-box/chunk.js'
import { type Picture, toLabel } from '../pictures/picture.js'
import { useIsSelected, useSelection } from '../selection/selection.js'
import { Icon } from '../ui/icon.js'
import { useIsCurrent } from './focus.js'
import type { Box } from './layout/boxes.js'
import { Thumbnail } from './thumbnail.js'
import styles from './tile.module.css'

interface TileProps {
  picture: Picture
  box: Box
  /** Whether the wall shows it first. */
  isFirst: boolean
  onOpen: (picture: Picture) => void
  /** Extends the selection from the last picture that was selected to this one. */
  onExtend: (picture: Picture) => void
}

/**
 * A picture on a wall, which opens it, or selects it. It renders little, because every picture that passes by needs one.
 */
export const Tile = memo(function Tile({ picture, box, isFirst, onOpen, onExtend }: TileProps) {
  const { left, top, width, height } = box
  const selection = useSelection()
  const isSelected = useIsSelected(picture.id)
  const isCurrent = useIsCurrent(picture.id)

  const click = (event: MouseEvent) => {
    const isSelecting = selection.selected.state.size > 0
    event.preventDefault()
    if (event.shiftKey) onExtend(picture)
    else if (event.ctrlKey || event.metaKey || isSelecting) selection.toggle(picture)
    else onOpen(picture)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a cell of a table cannot stand anywhere
    // biome-ignore lint/a11y/useFocusableInteractive: its picture is focused
    <div
      role="gridcell"
      className={styles['tile']}
      aria-selected={isSelected}
      data-selected={isSelected || undefined}
      style={{ left, top, width, height }}
    >
      <a
        href={`?picture=${picture.id}`}
        className={styles['link']}
        aria-label={toLabel(picture)}
        data-picture={picture.id}
        tabIndex={isCurrent ? 0 : -1}
        draggable={false}
        onClick={click}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <Thumbnail picture={picture} isFirst={isFirst} />
        {/* The name that stands in place of a thumbnail is no word with the duration. */}{' '}
        {picture.duration && (
          <span className={styles['badge']}>
            <Icon name={picture.type === 'AUDIO' ? 'sound' : 'play'} />
            {picture.duration}
          </span>
        )}
        {picture.livePhotoVideoId && (
          <span className={styles['badge']}>
            <Icon name="live" />
          </span>
        )}
      </a>
      <button
        type="button"
        className={styles['check']}
        data-check=""
        aria-pressed={isSelected}
        aria-label={messages.wall.select(picture.name)}
        tabIndex={-1}
        onClick={(event) => (event.shiftKey ? onExtend(picture) : selection.toggle(picture))}
      />
    </div>
  )
})

function preload() {
  loadLightBox().catch(() => {})
}
