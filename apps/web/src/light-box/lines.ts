import type { Asset, ExifInfo } from '@media-library/client'
import { bytesOf } from '../ui/bytes-of.js'

interface Line {
  name: string
  value: string
}

/** What the details of a picture list, in the words of photographers. Lines without a value are left out. */
export function linesOf(asset: Asset, owner: { isMe: boolean; name: string | undefined }): Line[] {
  const exif = asset.exifInfo ?? {}
  const people = (asset.people ?? []).map(({ name }) => name).filter(Boolean)
  const lines: [string, string | null][] = [
    ['Taken', takenAt(asset)],
    ['Place', [exif.city, exif.state, exif.country].filter(Boolean).join(', ') || null],
    ['Coordinates', coordinatesOf(exif)],
    ['People', people.join(', ') || null],
    ['Camera', cameraOf(exif)],
    ['Lens', exif.lensModel ?? null],
    ['Exposure', exposureOf(exif)],
    ['Size', sizeOf(exif)],
    ['File', asset.originalFileName],
    ['Folder', owner.isMe ? folderOf(asset) : null],
    ['From', owner.isMe ? null : (owner.name ?? null)],
    ['State', asset.isOffline ? 'The file is missing' : null],
  ]
  return lines.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))
}

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' })

/** Where the owner keeps it. Uploads lie where the service puts them, which says nothing to people. */
function folderOf({ originalPath, originalFileName, isExternal }: Asset) {
  return (isExternal && originalPath.slice(0, -originalFileName.length - 1)) || null
}

function takenAt({ localDateTime, exifInfo }: Asset) {
  const zone = exifInfo?.timeZone ? ` (${exifInfo.timeZone})` : ''
  return dateTime.format(new Date(localDateTime)) + zone
}

function coordinatesOf({ latitude, longitude }: ExifInfo) {
  if (latitude === undefined || longitude === undefined) return null
  const degrees = (value: number) => `${Math.abs(value).toFixed(5)}°`
  return `${degrees(latitude)} ${latitude < 0 ? 'S' : 'N'}, ${degrees(longitude)} ${longitude < 0 ? 'W' : 'E'}`
}

function cameraOf({ make = '', model = '' }: ExifInfo) {
  // Many models begin with the name of their maker.
  return (model.startsWith(make) ? model : `${make} ${model}`).trim() || null
}

function exposureOf({ exposureTime, fNumber, iso, focalLength }: ExifInfo) {
  const parts = [
    exposureTime && `${exposureTime} s`,
    fNumber && `f/${fNumber}`,
    focalLength && `${focalLength} mm`,
    iso && `ISO ${iso}`,
  ]
  return parts.filter(Boolean).join(' · ') || null
}

function sizeOf({ exifImageWidth: width, exifImageHeight: height, fileSizeInByte: bytes }: ExifInfo) {
  const parts = [width && height && `${width} × ${height}`, bytes && bytesOf(bytes)]
  return parts.filter(Boolean).join(' · ') || null
}
