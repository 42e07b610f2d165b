import { useSelector } from '@tanstack/react-store'
import { useEffect, useMemo, useRef, useState } from 'react'
import { messages } from '../language/messages.js'
import type { Picture } from '../pictures/picture.js'
import { useThumbnailFault } from '../pictures/use-thumbnail-fault.js'
import { useService } from '../service/service.js'
import { Icon } from '../ui/icon.js'
import { whenLate } from './late.js'
import { drawHash, readColor } from './thumbhash.js'
import styles from './tile.module.css'

/** The thumbnail of a picture. Until it is loaded, the average color is shown, and then a blurred version. */
export function Thumbnail({ picture, isFirst }: { picture: Picture; isFirst: boolean }) {
  const { client, outage } = useService()
  const { thumbhash, hasThumbnail } = picture
  // A failed thumbnail is loaded again when the service is back.
  const returns = useSelector(outage, (state) => state.returns)
  const [failedAt, setFailedAt] = useState<number | null>(null)
  const image = useRef<HTMLImageElement & HTMLSpanElement>(null)
  const backgroundColor = useMemo(() => (thumbhash ? readColor(thumbhash) : undefined), [thumbhash])
  const isShowable = hasThumbnail && failedAt !== returns

  useEffect(() => {
    const element = image.current
    if (!element || !thumbhash) return
    const draw = () => {
      if (element.dataset['shown'] === undefined) element.style.backgroundImage = `url(${drawHash(thumbhash)})`
    }
    if (isShowable) return whenLate(draw)
    draw()
  }, [thumbhash, isShowable])

  if (!isShowable) {
    return (
      <>
        <span ref={image} className={styles['picture']} style={{ backgroundColor }} />
        <Name picture={picture} />
      </>
    )
  }
  return (
    <img
      ref={image}
      className={styles['picture']}
      // A browser reads it before the address.
      fetchPriority={isFirst ? 'high' : undefined}
      src={client.thumbnailUrl(picture)}
      alt=""
      decoding="async"
      draggable={false}
      style={{ backgroundColor }}
      onLoad={({ currentTarget }) => show(currentTarget)}
      onError={() => setFailedAt(returns)}
    />
  )
}

/** The name in place of a thumbnail, and that there will be none when it could not be made. */
function Name({ picture }: { picture: Picture }) {
  const fault = useThumbnailFault(picture)
  return (
    <span className={styles['name']}>
      {fault && <Icon name="broken" />}
      {!fault && picture.type === 'AUDIO' && <Icon name="sound" />}
      <span className="two-lines">{picture.name}</span>
      {fault && <strong>{messages.wall.broken}</strong>}
    </span>
  )
}

/**
 * Removes the background, which would be visible through a transparent picture. A state would render each picture twice.
 */
function show(image: HTMLImageElement) {
  image.setAttribute('data-shown', '')
  image.style.background = 'none'
}
