import type { Asset, AssetType } from '@media-library/client'
import { formats, messages } from '../language/messages.js'

/** The fields of an asset that the wall keeps: a library of a million pictures has to fit into a browser. */
export interface Picture {
  id: string
  updatedAt: string
  type: AssetType
  name: string
  /** The width of the upright picture in pixels; 0 when it is unknown. */
  width: number
  height: number
  /** The ratio of width to height, limited to what a wall can show. */
  ratio: number
  thumbhash: string | null
  /** Whether the thumbnail of the picture exists. */
  hasThumbnail: boolean
  /** The duration, such as `1:23`; null for a picture without one. */
  duration: string | null
  /** The id of the video of a live photo. */
  livePhotoVideoId: string | null
  /** The local time at the place of capture, written with `Z`. */
  takenAt: string
  /** The city and the country; null when they are unknown. */
  place: string | null
  ownerId: string
  /** Whether the picture is a favourite of the caller; false for pictures of others. */
  isFavorite: boolean
  isArchived: boolean
  isTrashed: boolean
}

/** The largest ratio. A panorama or a receipt leaves room for others. */
const FLATTEST = 3.5
const SLIMMEST = 0.4

export function toPicture(asset: Asset): Picture {
  const [width, height] = toSize(asset)
  const usual = asset.type === 'VIDEO' ? 16 / 9 : 4 / 3
  return {
    id: asset.id,
    updatedAt: asset.updatedAt,
    type: asset.type,
    name: asset.originalFileName,
    width,
    height,
    ratio: Math.min(FLATTEST, Math.max(SLIMMEST, width / height || usual)),
    thumbhash: asset.thumbhash,
    hasThumbnail: asset.resized,
    duration: asset.type === 'VIDEO' || asset.type === 'AUDIO' ? shortDuration(asset.duration) : null,
    livePhotoVideoId: asset.livePhotoVideoId ?? null,
    takenAt: asset.localDateTime,
    place: [asset.exifInfo?.city, asset.exifInfo?.country].filter(Boolean).join(', ') || null,
    ownerId: asset.ownerId,
    isFavorite: asset.isFavorite,
    isArchived: asset.isArchived,
    isTrashed: asset.isTrashed,
  }
}

/**
 * Returns the label of a picture for screen readers: the time and place first, because many pictures stand side by side.
 */
export function toLabel({ type, name, takenAt, place, duration }: Picture): string {
  return [takenOn(takenAt), place, `${messages.wall.kinds[type]} ${name}`, duration].filter(Boolean).join(', ')
}

/** Formats the time of a picture. */
export function takenOn(takenAt: string): string {
  return formats.moment(new Date(takenAt))
}

function toSize({ exifInfo }: Asset): [width: number, height: number] {
  const { exifImageWidth: width = 0, exifImageHeight: height = 0, orientation } = exifInfo ?? {}
  return isOnItsSide(orientation) ? [height, width] : [width, height]
}

/** Returns whether a picture is turned by 90 degrees: EXIF's orientations 5 to 8, or the degrees of a video. */
function isOnItsSide(orientation: string | undefined) {
  return ['5', '6', '7', '8', '90', '270', '-90'].includes(orientation ?? '')
}

/** Shortens a duration: `00:01:23.400` becomes `1:23`. */
function shortDuration(duration: string): string | null {
  const [, hours = '0', minutes = '0', seconds = '0'] = /^(\d+):(\d+):(\d+)/.exec(duration) ?? []
  const [h, m, s] = [Number(hours), Number(minutes), Number(seconds)]
  if (h + m + s === 0) return null
  const pad = (value: number) => String(value).padStart(2, '0')
  return h > 0 ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`
}
