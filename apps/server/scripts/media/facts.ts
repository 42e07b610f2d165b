import type { ExifReading } from '@media-library/media/metadata'

/** The compared facts of a file; null for those that it does not have. Durations and exposures are in seconds. */
export interface Facts {
  make: string | null
  model: string | null
  lens: string | null
  description: string | null
  width: number | null
  height: number | null
  projection: string | null
  contentIdentifier: string | null
  fNumber: number | null
  focalLength: number | null
  iso: number | null
  exposure: number | null
  orientation: number | null
  latitude: number | null
  longitude: number | null
  taken: string | null
  duration: number | null
}

/**
 * Converts the metadata that the service read. Dates, orientations and descriptions of videos follow other rules, and are left out.
 */
export function toFacts({ exif, localDateTime, duration }: ExifReading, isPhoto: boolean): Facts {
  return {
    make: exif.make,
    model: exif.model,
    lens: exif.lensModel,
    description: isPhoto ? exif.description : null,
    width: exif.exifImageWidth,
    height: exif.exifImageHeight,
    projection: exif.projectionType,
    contentIdentifier: exif.livePhotoCid,
    fNumber: exif.fNumber,
    focalLength: exif.focalLength,
    iso: exif.iso,
    exposure: toSeconds(exif.exposureTime),
    orientation: isPhoto ? toNumber(exif.orientation) : null,
    latitude: exif.latitude,
    longitude: exif.longitude,
    taken: isPhoto && exif.dateTimeOriginal ? localDateTime.toISOString().slice(0, 19) : null,
    duration: toClockSeconds(duration),
  }
}

/** Converts exiftool's exact values, and the duration of ffprobe. */
export function toReference(tags: object, duration: number | null, isPhoto: boolean): Facts {
  const tag = (...names: string[]) =>
    names.map((name) => (tags as Record<string, unknown>)[name]).find((one) => one != null)
  return {
    make: toText(tag('Make')),
    model: toText(tag('Model')),
    lens: toText(tag('LensModel')),
    description: isPhoto ? toText(tag('Description', 'ImageDescription')) : null,
    width: toPositive(tag('ImageWidth')),
    height: toPositive(tag('ImageHeight')),
    projection: toText(tag('ProjectionType'))?.toUpperCase() ?? null,
    contentIdentifier: toText(tag('ContentIdentifier')),
    fNumber: toPositive(tag('FNumber')),
    focalLength: toPositive(tag('FocalLength')),
    iso: toPositive(tag('ISO')),
    exposure: toPositive(tag('ExposureTime')),
    orientation: isPhoto ? toNumber(tag('Orientation')) : null,
    ...toPosition(toNumber(tag('GPSLatitude')), toNumber(tag('GPSLongitude'))),
    taken: isPhoto ? toWallClock(tag('DateTimeOriginal', 'CreateDate', 'DateTimeCreated')) : null,
    duration: duration === null ? null : Math.round(duration * 1_000) / 1_000,
  }
}

/** Returns a position. Devices write 0/0 when they have none. */
function toPosition(latitude: number | null, longitude: number | null) {
  return latitude === null || longitude === null || (latitude === 0 && longitude === 0)
    ? { latitude: null, longitude: null }
    : { latitude, longitude }
}

/** Converts `2024:05:06 07:08:09+02:00` to `2024-05-06T07:08:09`. */
function toWallClock(value: unknown): string | null {
  const [, year, month, day, time] = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)/.exec(String(value)) ?? []
  return year && Number(year) >= 1000 ? `${year}-${month}-${day}T${time}` : null
}

function toText(value: unknown): string | null {
  return value === undefined ? null : String(value).replaceAll('\0', '').trim() || null
}

function toNumber(value: unknown): number | null {
  const number = value === null || value === undefined ? Number.NaN : Number.parseFloat(String(value))
  return Number.isFinite(number) ? number : null
}

function toPositive(value: unknown): number | null {
  const number = toNumber(value)
  return number !== null && number > 0 ? number : null
}

function toSeconds(exposure: string | null): number | null {
  const [dividend = Number.NaN, divisor = 1] = (exposure ?? '').split('/').map(Number)
  return exposure === null ? null : dividend / divisor
}

function toClockSeconds(clock: string | null): number | null {
  const parts = clock?.split(':').map(Number)
  return parts ? parts.reduce((sum, part) => sum * 60 + part, 0) : null
}
