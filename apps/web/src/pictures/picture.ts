import type { Asset, AssetType } from '@media-library/client'
import { formats, messages } from '../language/messages.js'

/** What the wall keeps of an asset: a library of a million pictures has to fit into a browser. */
export interface Picture {
  id: string
  updatedAt: string
  type: AssetType
  name: string
  /** In pixels, as it is shown; 0 when unknown. */
  width: number
  height: number
  /** Width by height, within what a wall can show. */
  ratio: number
  thumbhash: string | null
  /** Whether its thumbnail exists. */
  hasThumbnail: boolean
  /** Such as `1:23`; null for what does not play. */
  duration: string | null
  /** The video half of a live photo. */
  livePhotoVideoId: string | null
  /** The local time at the place of capture, written with `Z`. */
  takenAt: string
  /** The city and the country; null when unknown. */
  place: string | null
  ownerId: string
  /** Of the caller's own; false for those of others. */
  isFavorite: boolean
  isArchived: boolean
  isTrashed: boolean
}

/** A panorama or a receipt still leaves room for others. */
const FLATTEST = 3.5
const SLIMMEST = 0.4

export function toPicture(asset: Asset): Picture {
  const [width, height] = sizeOf(asset)
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

/** What a screen reader says of it: when and where first, because many stand beside each other. */
export function labelOf({ type, name, takenAt, place, duration }: Picture): string {
  return [takenOn(takenAt), place, `${messages.wall.kinds[type]} ${name}`, duration].filter(Boolean).join(', ')
}

/** A moment as people write it. */
export function takenOn(takenAt: string): string {
  return formats.moment(new Date(takenAt))
}

function sizeOf({ exifInfo }: Asset): [width: number, height: number] {
  const { exifImageWidth: width = 0, exifImageHeight: height = 0, orientation } = exifInfo ?? {}
  return isOnItsSide(orientation) ? [height, width] : [width, height]
}

/** EXIF's orientations 5 to 8, or the degrees of a video. */
function isOnItsSide(orientation: string | undefined) {
  return ['5', '6', '7', '8', '90', '270', '-90'].includes(orientation ?? '')
}

/** `00:01:23.400` as `1:23`. */
function shortDuration(duration: string): string | null {
  const [, hours = '0', minutes = '0', seconds = '0'] = /^(\d+):(\d+):(\d+)/.exec(duration) ?? []
  const [h, m, s] = [Number(hours), Number(minutes), Number(seconds)]
  if (h + m + s === 0) return null
  const pad = (value: number) => String(value).padStart(2, '0')
  return h > 0 ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`
}
