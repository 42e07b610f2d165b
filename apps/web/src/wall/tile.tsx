import { type MouseEvent, memo } from 'react'
import { loadLightBox } from '../light-box/chunk.js'
import { labelOf, type Picture } from '../pictures/picture.js'
import { useIsSelected, useSelection } from '../selection/selection.js'
import { Icon } from '../ui/icon.js'
import type { Box } from './layout/boxes.js'
import { Thumbnail } from './thumbnail.js'

interface TileProps {
  picture: Picture
  box: Box
  onOpen: (picture: Picture) => void
  /** Extends the selection from the last picture that was selected to this one. */
  onExtend: (picture: Picture) => void
}

/** A picture on a wall: opens it, or selects it. It is made for each picture that passes by, of as little as possible. */
export const Tile = memo(function Tile({ picture, box, onOpen, onExtend }: TileProps) {
  const selection = useSelection()
  const isSelected = useIsSelected(picture.id)

  const click = (event: MouseEvent) => {
    const isSelecting = selection.selected.state.size > 0
    event.preventDefault()
    if (event.shiftKey) onExtend(picture)
    else if (event.ctrlKey || event.metaKey || isSelecting) selection.toggle(picture)
    else onOpen(picture)
  }

  return (
    <div
      className="tile"
      data-selected={isSelected || undefined}
      style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
    >
      <a
        href={`?picture=${picture.id}`}
        className="tile-link"
        aria-label={labelOf(picture)}
        data-picture={picture.id}
        draggable={false}
        onClick={click}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <Thumbnail picture={picture} />
        {picture.duration && (
          <span className="tile-badge">
            <Icon name={picture.type === 'AUDIO' ? 'sound' : 'play'} />
            {picture.duration}
          </span>
        )}
        {picture.livePhotoVideoId && (
          <span className="tile-badge">
            <Icon name="live" />
          </span>
        )}
      </a>
      <button
        type="button"
        className="tile-check"
        aria-pressed={isSelected}
        aria-label={`Select ${picture.name}`}
        tabIndex={-1}
        onClick={(event) => (event.shiftKey ? onExtend(picture) : selection.toggle(picture))}
      />
    </div>
  )
})

function preload() {
  loadLightBox().catch(() => {})
}
