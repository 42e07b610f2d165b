import type { Asset, ExifInfo } from '@media-library/client'
import { formats, messages } from '../language/messages.js'
import { formatCamera } from '../pictures/camera.js'

interface Line {
  name: string
  value: string
}

/** Lists the details of a picture, in the words of photographers. A detail without a value is left out. */
export function listLines(asset: Asset, owner: { isMe: boolean; name: string | undefined }): Line[] {
  const exif = asset.exifInfo ?? {}
  const { lines: names, fileIsMissing } = messages.lightBox
  const lines: [string, string | null][] = [
    [names.taken, takenAt(asset)],
    [names.place, [exif.city, exif.state, exif.country].filter(Boolean).join(', ') || null],
    [names.coordinates, formatCoordinates(exif)],
    [names.camera, formatCamera(exif)],
    [names.lens, exif.lensModel ?? null],
    [names.exposure, formatExposure(exif)],
    [names.size, formatSize(exif)],
    [names.file, asset.originalFileName],
    [names.folder, owner.isMe ? toFolder(asset) : null],
    [names.from, owner.isMe ? null : (owner.name ?? null)],
    [names.state, asset.isOffline ? fileIsMissing : null],
  ]
  return lines.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))
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
  return exifInfo?.timeZone ? `${moment} (${exifInfo.timeZone})` : moment
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
