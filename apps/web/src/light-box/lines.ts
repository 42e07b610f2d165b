import type { Asset, ExifInfo } from '@media-library/client'
import { type Asked, readAsked } from '../finding/asked.js'
import { formats, messages } from '../language/messages.js'
import { formatCamera } from '../pictures/camera.js'
import { toDay } from '../pictures/section.js'

interface Line {
  name: string
  value: string
  /** What finds everything that has the same. */
  asked?: Asked | undefined
}

/** Lists the details of a picture, in the words of photographers. A detail without a value is left out. */
export function listLines(asset: Asset, owner: { isMe: boolean; name: string | undefined }): Line[] {
  const exif = asset.exifInfo ?? {}
  const { lines: names, fileIsMissing } = messages.lightBox
  const { city, state, country, make, model, lensModel } = exif
  const lines: [string, string | null, Asked?][] = [
    [names.taken, takenAt(asset), { q: toDay(asset.localDateTime) }],
    [names.place, [city, state, country].filter(Boolean).join(', ') || null, readAsked({ city, state, country })],
    [names.coordinates, formatCoordinates(exif)],
    [names.camera, formatCamera(exif), readAsked({ make, model })],
    [names.lens, lensModel ?? null, readAsked({ lensModel })],
    [names.exposure, formatExposure(exif)],
    [names.size, formatSize(exif)],
    [names.file, asset.originalFileName],
    [names.folder, owner.isMe ? toFolder(asset) : null],
    [names.from, owner.isMe ? null : (owner.name ?? null)],
    [names.state, asset.isOffline ? fileIsMissing : null],
  ]
  // A search finds one's own alone.
  return lines.flatMap(([name, value, asked]) =>
    value === null ? [] : [{ name, value, asked: owner.isMe ? asked : undefined }],
  )
}

/**
 * Returns the folder of an imported file. The folder of an uploaded file belongs to the service, and means nothing to people.
 */
function toFolder({ originalPath, originalFileName, isExternal }: Asset) {
  return (isExternal && originalPath.slice(0, -originalFileName.length - 1)) || null
}

function takenAt({ fileCreatedAt, fileModifiedAt, localDateTime, exifInfo }: Asset) {
  const moment = formats.fullMoment(new Date(localDateTime))
  // Without any other date, the service takes that of the last change.
  if (!exifInfo?.dateTimeOriginal && fileCreatedAt === fileModifiedAt) return messages.lightBox.dateUnknown(moment)
  // A hyphen could end a line: UTC-10.
  return exifInfo?.timeZone ? `${moment} (${exifInfo.timeZone.replace(/-(?=\d)/, '−')})` : moment
}

function formatCoordinates({ latitude, longitude }: ExifInfo) {
  if (latitude === undefined || longitude === undefined) return null
  const { north, east, south, west } = messages.lightBox.compass
  const degrees = (value: number) => `${Math.abs(value).toFixed(5)}°`
  return `${degrees(latitude)} ${latitude < 0 ? south : north}, ${degrees(longitude)} ${longitude < 0 ? west : east}`
}

function formatExposure({ exposureTime, fNumber, iso, focalLength }: ExifInfo) {
  const parts = [
    exposureTime && `${exposureTime} s`,
    fNumber && `f/${fNumber}`,
    focalLength && `${focalLength} mm`,
    iso && `ISO ${iso}`,
  ]
  return parts.filter(Boolean).join(' · ') || null
}

function formatSize({ exifImageWidth: width, exifImageHeight: height, fileSizeInByte: bytes }: ExifInfo) {
  const parts = [width && height && `${width} × ${height}`, bytes && formats.bytes(bytes)]
  return parts.filter(Boolean).join(' · ') || null
}
