import type { Tags } from 'exiftool-vendored'

/**
 * The metadata of a file; null where the file has none. Texts and numbers fit PostgreSQL's columns.
 */
export interface ExifFields {
  make: string | null
  model: string | null
  lensModel: string | null
  fNumber: number | null
  /** The focal length in millimetres. */
  focalLength: number | null
  iso: number | null
  /** The exposure time in seconds, as cameras show it: `1/100`, `2.5`. */
  exposureTime: string | null
  /** EXIF's orientation, `1` to `8`. */
  orientation: string | null
  exifImageWidth: number | null
  exifImageHeight: number | null
  latitude: number | null
  longitude: number | null
  /** The projection in capitals: `EQUIRECTANGULAR`. */
  projectionType: string | null
  description: string | null
  /** Apple's content identifier, which is equal on both halves of a live photo. */
  livePhotoCid: string | null
}

const maximumInteger = 2 ** 31 - 1

const rotations: Record<number, string> = { 90: '6', 180: '3', 270: '8' }

const nowhere = { latitude: null, longitude: null }

/** Converts exiftool's tags. */
export function toExifFields(tags: Tags): ExifFields {
  return {
    make: toText(tags.Make),
    model: toText(tags.Model),
    lensModel: toLens(tags),
    fNumber: toMeasure(tags.FNumber),
    focalLength: toMeasure(tags.FocalLength),
    iso: toInteger(tags.ISO),
    exposureTime: toExposure(tags.ExposureTime),
    orientation: toOrientation(tags),
    ...toSize(tags),
    ...toPosition(tags),
    projectionType: toText(tags.ProjectionType)?.toUpperCase() ?? null,
    description: toText(tags.Description) ?? toText(tags.ImageDescription) ?? toSongName(tags),
    livePhotoCid: toText(tags.ContentIdentifier),
  }
}

/**
 * Returns a text. exiftool returns a text of digits as a number. PostgreSQL accepts neither NUL nor lone surrogates.
 */
function toText(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  return String(value).replaceAll('\0', '').toWellFormed().trim() || null
}

/** Describes a sound file as `Title – Artist – Album`, as far as they are known. */
function toSongName({ MIMEType, Title, Artist, Album }: Tags): string | null {
  if (!MIMEType?.startsWith('audio/')) return null
  const names = [Title, Artist, Album].map((value: unknown) => toText(Array.isArray(value) ? value.join(', ') : value))
  return names.filter((name) => name !== null).join(' – ') || null
}

function toLens({ LensModel, LensID }: Tags): string | null {
  return [LensModel, LensID].map(toText).find((name) => name && !/^(-+|unknown.*|n\/a)$/i.test(name)) ?? null
}

/** Returns a positive number. Cameras write 0 for an unknown value, such as the aperture of a lens without contacts. */
function toPositive(value: unknown): number | null {
  const number = toNumber(value)
  return number !== null && number > 0 && number <= maximumInteger ? number : null
}

/** Rounds a value that a camera stores as a fraction: an iPhone's 1.7799999713897705 is f/1.78. */
function toMeasure(value: unknown): number | null {
  const number = toPositive(value)
  return number === null ? null : Number(number.toFixed(3)) || null
}

function toNumber(value: unknown): number | null {
  const number = Number.parseFloat(String(Array.isArray(value) ? value[0] : value))
  return Number.isFinite(number) ? number : null
}

function toInteger(value: unknown): number | null {
  const number = toPositive(value)
  return number === null ? null : Math.round(number) || null
}

/** Returns EXIF's orientation. Videos record their rotation in degrees, photos as an orientation. */
function toOrientation({ Orientation, Rotation, MIMEType }: Tags): string | null {
  if (MIMEType?.startsWith('video/')) return rotations[toNumber(Rotation) ?? 0] ?? null
  return /^[1-8]$/.test(String(Orientation)) ? String(Orientation) : null
}

function toSize({ ImageSize, ImageWidth, ImageHeight }: Tags) {
  // A RAW file's ImageWidth may be its thumbnail's; ImageSize is the photo's.
  const [width, height] = String(ImageSize).split(/\D+/)
  return {
    exifImageWidth: toInteger(width) ?? toInteger(ImageWidth),
    exifImageHeight: toInteger(height) ?? toInteger(ImageHeight),
  }
}

/** Returns the position. Devices without a GPS fix write 0/0. */
function toPosition({ GPSLatitude, GPSLongitude }: Tags) {
  const latitude = toNumber(GPSLatitude)
  const longitude = toNumber(GPSLongitude)
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return nowhere
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : nowhere
}

/**
 * The longest exposure in seconds that is written as a fraction. Among longer ones, only 1/2 and 1/3 are usual: cameras show 0.6 s as a
 * decimal.
 */
const LONGEST_FRACTION = 0.25001

/**
 * Formats an exposure in seconds as cameras show it: `1/100`, `1/3`, `0.6`, `2.5`. Null when it is not a positive time.
 */
function toExposure(value: unknown): string | null {
  const seconds = toSeconds(value)
  if (!Number.isFinite(seconds) || seconds <= 0) return null
  const fraction = 1 / seconds
  const isFraction = seconds <= LONGEST_FRACTION || (seconds < 1 && isNearlyWhole(fraction))
  return isFraction ? `1/${Math.round(fraction)}` : String(Number(seconds.toFixed(1)))
}

/** Whether a number is almost whole. Cameras round 1/3 s to 0.333 s or 333/1000 s. */
function isNearlyWhole(fraction: number) {
  return Math.round(fraction) > 1 && Math.abs(fraction - Math.round(fraction)) < 0.02
}

/** Returns an exposure in seconds. Some programs write the fraction itself as text. */
function toSeconds(value: unknown): number {
  const [, dividend, divisor] = /^(\d+)\/(\d+)$/.exec(String(value)) ?? []
  return dividend && divisor ? Number(dividend) / Number(divisor) : Number.parseFloat(String(value))
}
