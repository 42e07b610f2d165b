import { ExifDateTime } from 'exiftool-vendored'
import { zoneAt } from '../place/zone.js'
import { listDates, listNamed } from './dated-tags.js'
import { findZone, findZoneBetween, MINUTE_MS, NEAR_MS, type ZoneSources } from './time-zone.js'
import type { WrittenDate } from './written-date.js'
import { toInstant, toLocal } from './written-zone.js'

const SECOND_MS = 1_000

/** The instant and the local time at which a file was taken. */
export interface CaptureTime {
  dateTimeOriginal: Date
  /** The local time at the place of capture, written as if it were UTC. */
  localDateTime: Date
  /** The time zone, such as `Europe/Paris` or `UTC+2`; null when the file has none. Its time is then taken as UTC. */
  timeZone: string | null
}

/**
 * Finds the time at which a file was taken, in its side-car first; null when neither has a date. A day without a time has that of the next
 * source with the same day.
 */
export function findCaptureTime(sources: ZoneSources): CaptureTime | null {
  const dates = listDates(sources.tags, sources.sidecar)
  const [first] = dates
  if (!first) return null
  const found = dates.find((each) => each.parts > first.parts && isWithin(each, first)) ?? first
  const date = (found.zone === 'UTC' && findTwin(found, dates)) || found
  const timeZone = findZoneOf(date, dates, sources)
  const zone = timeZone ?? 'UTC'
  const instant = date.isInstant ? date.local : toNearest(toInstant(date.local, zone), zone, dates)
  return {
    dateTimeOriginal: new Date(instant),
    localDateTime: new Date(date.isInstant ? toLocal(date.local, zone) : date.local),
    timeZone,
  }
}

/** Whether a date is in the year, the month or the day of another one. */
function isWithin({ local }: WrittenDate, { local: other, parts }: WrittenDate) {
  const length = [0, 4, 7, 10, 23][parts]
  return new Date(local).toISOString().slice(0, length) === new Date(other).toISOString().slice(0, length)
}

/** Finds the same moment by a clock with a zone, where a program converted it to UTC. Not all dates have fractions of a second. */
function findTwin({ local: instant }: WrittenDate, dates: WrittenDate[]): WrittenDate | null {
  const isTwin = ({ zone, isInstant, local }: WrittenDate) =>
    zone !== null && zone !== 'UTC' && !isInstant && Math.abs(toInstant(local, zone) - instant) < SECOND_MS
  return dates.find(isTwin) ?? null
}

function findZoneOf(date: WrittenDate, dates: WrittenDate[], sources: ZoneSources): string | null {
  if (date.zone === null) return findZone(sources, date)
  if (date.isInstant) return findZone(sources, date) ?? date.zone
  // Some programs write UTC behind the time of a clock elsewhere.
  return (date.zone === 'UTC' && findZoneBetween(date, dates)) || date.zone
}

/** Returns the instant of a clock, and of an hour that it shows twice that which a time in UTC is near. */
function toNearest(instant: number, zone: string, dates: WrittenDate[]): number {
  const twins = [-60, -30, 0, 30, 60].map((minutes) => instant + minutes * MINUTE_MS)
  const near = twins.find(
    (twin) =>
      toLocal(twin, zone) === toLocal(instant, zone) &&
      dates.some(({ isInstant, parts, local }) => isInstant && parts === 4 && Math.abs(local - twin) <= NEAR_MS),
  )
  return near ?? instant
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
  return there?.tzoffsetMinutes ?? null
}

/**
 * Returns the time of the last change of the content according to the side-car or the file, or null. `timeZone` is that of the capture.
 */
export function findModifyDate(sources: ZoneSources, timeZone: string | null): Date | null {
  const dates = [sources.sidecar, sources.tags].flatMap((tags) => listNamed(tags, ['SubSecModifyDate', 'ModifyDate']))
  const date = dates.find(({ parts }) => parts === 4)
  if (!date) return null
  const zone = date.zone ?? timeZone ?? findZone(sources, date) ?? 'UTC'
  return new Date(date.isInstant ? date.local : toInstant(date.local, zone))
}
