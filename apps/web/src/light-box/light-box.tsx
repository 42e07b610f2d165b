import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import Lightbox, { type ControllerRef, type RenderSlideProps, type Slide } from 'yet-another-react-lightbox'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import { messages } from '../language/messages.js'
import { toPicture } from '../pictures/picture.js'
import type { Section, WallFilter } from '../pictures/section.js'
import { isPassing } from '../service/outage.js'
import { useService } from '../service/service.js'
import { Dialog } from '../ui/dialogs/dialog.js'
import { Icon } from '../ui/icon.js'
import { Failure } from '../ui/notices/failure.js'
import { PictureActions } from './actions.js'
import { Caption } from './caption.js'
import { Details } from './details.js'
import { useHost } from './host.js'
import { findKnown, useNeighbours } from './neighbours.js'
import { NoPreview } from './no-preview.js'
import { Opening } from './opening.js'
import { LivePhoto, Player } from './player.js'
import { type PictureSlide, toSlide } from './slide.js'
import 'yet-another-react-lightbox/styles.css'
import styles from './light-box.module.css'

interface LightBoxProps {
  /** The id of the picture. */
  id: string
  sections: Section[]
  filter: WallFilter
  onEnd?: (() => void) | undefined
}

/** A large picture, with a way to the previous and the next one. */
export function LightBox({ id, sections, filter, onEnd }: LightBoxProps) {
  const service = useService()
  const { client, queries, visit } = service
  const navigate = useNavigate()
  const [hasDetails, setDetails] = useState(() => localStorage.getItem('details') === 'shown')
  const { data: asset, error } = useQuery(queries.asset(id))
  // Without the picture that the wall has, the light box would close and open again with each picture.
  const known = useMemo(() => (asset ? toPicture(asset) : findKnown(service, filter, id)), [asset, service, filter, id])
  const pictures = useNeighbours({ id, known, sections, filter, onEnd })
  const index = pictures.findIndex((picture) => picture.id === id)
  const picture = pictures[index] ?? known
  const after = pictures[index + 1] ?? pictures[index - 1]

  // Without an answer, the picture that the wall has can be shown.
  const failure = known && isPassing(error) ? null : error
  const host = useHost(failure === null)
  const controller = useRef<ControllerRef>(null)
  useEffect(() => {
    // A player that was focused is gone with its video, and keys would lead nowhere.
    if (id && document.activeElement === document.body) controller.current?.focus()
  }, [id])

  const show = (picture: string | undefined, replace: boolean) =>
    void navigate({
      to: '.',
      search: ({ yearsAgo, ...before }) => ({ ...before, picture, ...(picture && yearsAgo && { yearsAgo }) }),
      replace,
    })
  const toggle = () => {
    localStorage.setItem('details', hasDetails ? 'hidden' : 'shown')
    setDetails(!hasDetails)
  }
  if (failure) {
    return (
      <Dialog title={messages.lightBox.cannotBeShown} onClose={() => show(undefined, true)}>
        <Failure error={failure} />
      </Dialog>
    )
  }
  if (!picture || !host) return <Opening />
  const slides = index < 0 ? [toSlide(client, picture)] : pictures.map((each) => toSlide(client, each))
  return (
    <div>
      <Lightbox
        open
        className={hasDetails && visit?.showMetadata !== false ? (styles['with-details'] ?? '') : ''}
        close={() => show(undefined, true)}
        index={Math.max(0, index)}
        slides={slides}
        plugins={[Zoom]}
        portal={host && { root: host }}
        carousel={{ finite: true, preload: 1, padding: 0 }}
        controller={{ ref: controller, closeOnPullDown: true, closeOnBackdropClick: true }}
        animation={still.matches ? { fade: 0, swipe: 0, navigation: 0, zoom: 0 } : { fade: 150, swipe: 250 }}
        zoom={{ maxZoomPixelRatio: 2, scrollToZoom: true }}
        on={{
          view: ({ index }) => slides[index] && slides[index].picture.id !== id && show(slides[index].picture.id, true),
        }}
        labels={labels()}
        toolbar={{
          buttons: [
            visit === null && <PictureActions key="actions" picture={picture} onGone={() => show(after?.id, true)} />,
            visit?.allowDownload !== false && (
              <a
                key="download"
                className="yarl__button"
                href={client.downloadUrl(picture)}
                download={picture.name}
                aria-label={messages.lightBox.downloadOne(picture.name)}
              >
                <Icon name="download" />
              </a>
            ),
            visit?.showMetadata !== false && (
              <button
                key="details"
                type="button"
                className="yarl__button"
                aria-pressed={hasDetails}
                aria-label={messages.lightBox.details}
                onClick={toggle}
              >
                <Icon name="info" />
              </button>
            ),
            'close',
          ],
        }}
        render={{
          slide: renderSlide,
          iconError: () => <p className={styles['no-preview']}>{messages.lightBox.thumbnailOnly}</p>,
          slideContainer: ({ slide, children }) => <Under slide={slide}>{children}</Under>,
          controls: () => (
            <>
              <Caption picture={picture} pictures={pictures} sections={sections} />
              {hasDetails && visit?.showMetadata !== false && <Details asset={asset} onClose={toggle} />}
            </>
          ),
          iconClose: () => <Icon name="close" />,
          iconPrev: () => <Icon name="previous" />,
          iconNext: () => <Icon name="next" />,
          iconZoomIn: () => <Icon name="closer" />,
          iconZoomOut: () => <Icon name="farther" />,
          ...(narrow.matches && { buttonZoom: () => null }),
          ...(slides.length < 2 && { buttonPrev: () => null, buttonNext: () => null }),
        }}
      />
    </div>
  )
}

/** Returns the texts of the light box itself. */
function labels() {
  const { label, gallery, carousel, slide, previous, next, zoomIn, zoomOut } = messages.lightBox
  return {
    Lightbox: label,
    'Photo gallery': gallery,
    Carousel: carousel,
    Slide: slide,
    Previous: previous,
    Next: next,
    Close: messages.verbs.close,
    'Zoom in': zoomIn,
    'Zoom out': zoomOut,
    '{index} of {total}': messages.lightBox.slideOf,
  }
}

/** A narrow screen has no zoom buttons: people zoom with their fingers. */
const narrow = matchMedia('(max-width: 640px)')
const still = matchMedia('(prefers-reduced-motion: reduce)')

/** Renders videos, sounds and live photos; the light box renders other pictures. */
function renderSlide({ slide, offset }: RenderSlideProps) {
  const { picture } = slide as PictureSlide
  if (picture.type === 'VIDEO' || picture.type === 'AUDIO') return <Player picture={picture} isShown={offset === 0} />
  if (picture.livePhotoVideoId && offset === 0)
    return <LivePhoto picture={picture} videoId={picture.livePhotoVideoId} />
  return picture.type === 'OTHER' || !picture.hasThumbnail ? <NoPreview picture={picture} /> : undefined
}

/** Shows the thumbnail until the larger picture is loaded. */
function Under({ slide, children }: { slide: Slide; children?: React.ReactNode }) {
  const { client } = useService()
  const { picture, width, height } = slide as PictureSlide
  return (
    <>
      {picture.type === 'IMAGE' && picture.hasThumbnail && (
        <img
          className={styles['under']}
          // A small picture is not enlarged, and neither is its thumbnail.
          style={{ maxWidth: width, maxHeight: height }}
          src={client.thumbnailUrl(picture)}
          alt=""
          aria-hidden="true"
        />
      )}
      {children}
    </>
  )
}
