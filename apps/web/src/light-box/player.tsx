import { useRef, useState } from 'react'
import { messages } from '../language/messages.js'
import { type Picture, toLabel } from '../pictures/picture.js'
import { useService } from '../service/service.js'
import { Icon } from '../ui/icon.js'
import styles from './light-box.module.css'

/** A player for a video or a sound, with seeking. */
export function Player({ picture, isShown }: { picture: Picture; isShown: boolean }) {
  const { client } = useService()
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) {
    return (
      <div className={styles['no-picture']}>
        <p>{messages.lightBox.cannotPlay(picture.name, messages.jobs.of['transcode-video'].run)}</p>
        <a href={client.downloadUrl(picture)} download={picture.name}>
          {messages.verbs.downloadFile}
        </a>
      </div>
    )
  }
  const key = isShown ? 'shown' : 'aside'
  const player = {
    'aria-label': toLabel(picture),
    src: isShown ? client.fileUrl(picture) : undefined,
    controls: isShown,
    preload: isShown ? 'metadata' : 'none',
    onError: () => isShown && setFailed(true),
  } as const
  if (picture.type === 'AUDIO' && !picture.hasThumbnail) {
    return (
      <div className={styles['no-picture']}>
        <Icon name="sound" />
        <p>{picture.name}</p>
        <audio key={key} {...player} />
      </div>
    )
  }
  return (
    <video
      className={styles['video']}
      key={key}
      {...player}
      poster={picture.hasThumbnail ? client.thumbnailUrl(picture, { format: 'JPEG' }) : undefined}
      autoPlay={isShown && picture.type === 'VIDEO'}
      playsInline
    />
  )
}

/** A live photo, which plays while its button is pressed, or once. */
export function LivePhoto({ picture, videoId }: { picture: Picture; videoId: string }) {
  const { client } = useService()
  const video = useRef<HTMLVideoElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const play = () => {
    setPlaying(true)
    // A browser may refuse to play; the photo then remains.
    video.current?.play().catch(() => setPlaying(false))
  }
  return (
    <div className={styles['live']}>
      <img src={client.thumbnailUrl(picture, { format: 'JPEG' })} alt={toLabel(picture)} />
      {/* biome-ignore lint/a11y/useMediaCaption: the video of a live photo has none */}
      <video
        ref={video}
        src={client.fileUrl({ id: videoId, updatedAt: picture.updatedAt })}
        preload="none"
        playsInline
        data-playing={isPlaying || undefined}
        onEnded={() => setPlaying(false)}
        onError={() => setPlaying(false)}
      />
      <button type="button" className={styles['live-button']} onClick={play} disabled={isPlaying}>
        <Icon name="live" /> {messages.lightBox.live}
      </button>
    </div>
  )
}
