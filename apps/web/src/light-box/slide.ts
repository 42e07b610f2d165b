import type { Client } from '@media-library/client'
import type { SlideImage } from 'yet-another-react-lightbox'
import { type Picture, toLabel } from '../pictures/picture.js'

/** A slide with its picture. */
export interface PictureSlide extends SlideImage {
  picture: Picture
}

/** The shorter edge of a preview in pixels. */
const PREVIEW = 1_440

/** Creates a slide: the preview at first, and the file itself for zooming. */
export function toSlide(client: Client, picture: Picture): PictureSlide {
  const { ratio, width, height } = picture
  const src = client.thumbnailUrl(picture, { format: 'JPEG' })
  const scale = Math.min(1, PREVIEW / Math.max(1, Math.min(width, height)))
  const preview = { src, width: Math.round(width * scale), height: Math.round(height * scale) }
  return {
    picture,
    src,
    alt: toLabel(picture),
    ...(width > 0
      ? { width, height, srcSet: scale < 1 ? [preview, { src: client.fileUrl(picture), width, height }] : [preview] }
      : { width: Math.round(PREVIEW * Math.max(1, ratio)), height: Math.round(PREVIEW / Math.min(1, ratio)) }),
  }
}
