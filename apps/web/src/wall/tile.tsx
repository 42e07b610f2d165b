import { Link } from '@tanstack/react-router'
import { type MouseEvent, memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { labelOf, type Picture } from '../picture/picture.js'
import { useIsSelected, useSelection } from '../selection/selection.js'
import { client } from '../service/client.js'
import { Icon } from '../shell/icon.js'
import type { Box } from './layout.js'
import { preloadLightBox } from './light-box-chunk.js'
import { colorOf, drawHash } from './thumbhash.js'

interface TileProps {
  picture: Picture
  box: Box
  /** Extends the selection from the last picture that was selected to this one. */
  onExtend: (picture: Picture) => void
}

/** A picture on a wall: opens it, or selects it. */
export const Tile = memo(function Tile({ picture, box, onExtend }: TileProps) {
  const selection = useSelection()
  const isSelected = useIsSelected(picture.id)

  const click = (event: MouseEvent) => {
    const isSelecting = selection.pictures().length > 0
    if (!event.shiftKey && !event.ctrlKey && !event.metaKey && !isSelecting) return
    event.preventDefault()
    if (event.shiftKey) onExtend(picture)
    else selection.toggle(picture)
  }

  return (
    <div
      className="tile"
      data-selected={isSelected || undefined}
      style={{ transform: `translate(${box.left}px, ${box.top}px)`, width: box.width, height: box.height }}
    >
      <Link
        to="."
        search={(before) => ({ ...before, picture: picture.id })}
        className="tile-link"
        aria-label={labelOf(picture)}
        data-picture={picture.id}
        draggable={false}
        onClick={click}
        onPointerEnter={preloadLightBox}
        onFocus={preloadLightBox}
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
      </Link>
      <button
        type="button"
        className="tile-check"
        aria-pressed={isSelected}
        aria-label={`Select ${picture.name}`}
        tabIndex={-1}
        onClick={(event) => (event.shiftKey ? onExtend(picture) : selection.toggle(picture))}
      >
        <Icon name="check" />
      </button>
    </div>
  )
})

/** A thumbnail that is not there by then is worth a drawing of its hash: most are, and drawing keeps the page from scrolling. */
const HASH_AFTER_MS = 100

/** The thumbnail, over its average color and then its hash until it is there. */
function Thumbnail({ picture }: { picture: Picture }) {
  const [state, setState] = useState<'loading' | 'late' | 'shown' | 'failed'>('loading')
  const canvas = useRef<HTMLCanvasElement>(null)
  const { thumbhash, hasThumbnail, name } = picture
  const color = useMemo(() => (thumbhash ? colorOf(thumbhash) : undefined), [thumbhash])
  const isDrawn = thumbhash !== null && (state === 'late' || state === 'failed' || !hasThumbnail)

  useEffect(() => {
    const timer = setTimeout(() => setState((before) => (before === 'loading' ? 'late' : before)), HASH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  useLayoutEffect(() => {
    if (isDrawn && canvas.current) drawHash(canvas.current, thumbhash)
  }, [isDrawn, thumbhash])

  return (
    <>
      {state !== 'shown' && color && <span className="tile-color" style={{ background: color }} />}
      {isDrawn && <canvas ref={canvas} />}
      {hasThumbnail && state !== 'failed' ? (
        <img
          src={client.thumbnailUrl(picture)}
          alt=""
          decoding="async"
          draggable={false}
          data-shown={state === 'shown' || undefined}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
        />
      ) : (
        <span className="tile-name">{name}</span>
      )}
    </>
  )
}
