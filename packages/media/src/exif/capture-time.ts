import { ExifDateTime, normalizeZone, type Tags } from 'exiftool-vendored'
import { zoneAt } from '../place/zone.js'

/** The instant and the local time at which a file was taken. */
export interface CaptureTime {
  dateTimeOriginal: Date
  /** The local time at the place of capture, written as if it were UTC. */
  localDateTime: Date
  /** The time zone, such as `Europe/Paris` or `UTC+2`; null when the file has none. Its time is then taken as UTC. */
  timeZone: string | null
}

const shutter = ['SubSecDateTimeOriginal', 'DateTimeOriginal'] as const
const making = ['CreationDate', 'SubSecCreateDate', 'CreateDate', 'MediaCreateDate', 'DateTimeCreated'] as const

/** Finds the time at which a file was taken, in its side-car first; null when neither has one. */
export function findCaptureTime(tags: Tags, sidecar: Tags): CaptureTime | null {
  const date =
    findDate(sidecar, shutter) ?? findDate(tags, shutter) ?? findDate(sidecar, making) ?? findDate(tags, making)
  if (!date) return null
  const fallback = findZone(tags, sidecar) ?? findFilmOffset(date, tags)
  const { year, month, day, hour, minute, second, millisecond = 0 } = date
  return {
    dateTimeOriginal: toInstant(date, fallback),
    localDateTime: new Date(Date.UTC(year, month - 1, day, hour, minute, second, millisecond)),
    timeZone: date.inferredZone || !date.zone ? fallback : date.zone,
  }
}

const QUARTER_MS = 15 * 60_000
const FARTHEST_MS = 14 * 60 * 60_000

/**
 * Returns the offset between the UTC time in a video and the local time in its side-car, as digiKam writes it; null when the two are not of
 * the same moment.
 */
function findFilmOffset(date: ExifDateTime, tags: Tags): string | null {
  if (tags.tzSource !== 'defaultVideosToUTC' || date.zone) return null
  const own = findDate(tags, [...shutter, ...making])
  const offset = own ? toInstant(date, 'UTC').getTime() - toInstant(own, 'UTC').getTime() : 0
  if (offset === 0 || offset % QUARTER_MS !== 0 || Math.abs(offset) > FARTHEST_MS) return null
  return normalizeZone(offset / 60_000)?.name ?? null
}

/** Returns the zone in which a file was taken, by its tags or its side-car; null when neither has one. */
export function findZone(tags: Tags, sidecar: Tags): string | null {
  return findTagZone(tags) ?? findTagZone(sidecar) ?? findZoneOfChange(tags) ?? findZoneOfChange(sidecar)
}

/**
 * Returns the minutes by which the clocks at a position in degrees were ahead of UTC; null when its zone is not known.
 */
export function offsetAt(
  instant: Date,
  { latitude, longitude }: { latitude: number; longitude: number },
): number | null {
  const zone = zoneAt(latitude, longitude)
  const there = zone === undefined ? undefined : ExifDateTime.fromMillis(instant.getTime(), { zone })
  return there?.isValid ? there.toDateTime().offset : null
}

/** Returns the time of the last change of the content according to the file, or null. */
export function findModifyDate(tags: Tags): Date | null {
  const date = findDate(tags, ['ModifyDate'])
  return date ? toInstant(date, findTagZone(tags)) : null
}

function findDate(tags: Tags, names: readonly (keyof Tags)[]): ExifDateTime | undefined {
  return names.map((name) => tags[name]).find((value) => value instanceof ExifDateTime && isBelievable(value)) as
    | ExifDateTime
    | undefined
}

/** Whether a date is plausible. Years outside this range come from a wrong clock, and some do not fit four digits. */
function isBelievable({ year, isValid }: ExifDateTime) {
  return isValid && year >= 1000 && year <= 9990
}

/** Returns the zone of the file. exiftool-vendored interprets a video's dates as UTC when it knows no zone. */
function findTagZone({ zone, tzSource }: Tags): string | null {
  return tzSource === 'defaultVideosToUTC' ? null : (zone ?? null)
}

/** Returns the zone of the last change. In a file as a camera wrote it, that is also the zone of the photo. */
function findZoneOfChange({ OffsetTime }: Tags): string | null {
  return normalizeZone(OffsetTime)?.name ?? null
}

/** Converts a date to an instant. A date without a zone is in the zone of the file. */
function toInstant(date: ExifDateTime, zone: string | null): Date {
  return new Date(date.toDateTime(date.zone ?? zone ?? 'UTC').toMillis())
}
