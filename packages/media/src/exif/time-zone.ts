import { inferLikelyOffsetMinutes } from 'exiftool-vendored'
import { zoneAt } from '../place/zone.js'
import { listClocks, listDates } from './dated-tags.js'
import { type FileTags, listTexts } from './file-tags.js'
import type { Position } from './position.js'
import type { WrittenDate } from './written-date.js'
import { readZone, toInstant, toZone } from './written-zone.js'

export const MINUTE_MS = 60_000

/** How far the clock of satellites may be from that of the camera, which may know only where it was some minutes ago. */
export const NEAR_MS = 5 * MINUTE_MS

/** The tags with the offset of a camera's clock. Those of Android and of edits are Samsung's. */
const offsets = ['TimeZone', 'OffsetTimeOriginal', 'OffsetTimeDigitized', 'AndroidTimeZone', 'VideoEditedTimeZone']

/** What tells of the zone of a file. */
export interface ZoneSources {
  tags: FileTags
  sidecar: FileTags
  position: Position
  /** The wall clock in the name of the file, written as if it were UTC. */
  clock: number | null
}

/**
 * Returns the zone in which a file was taken, or null: by an offset, another date of the same moment, the place, another date with an offset,
 * a date in UTC of the same moment, a clock of satellites, the name of the file, or the offset of the last change. `date` has no zone of its
 * own.
 */
export function findZone({ tags, sidecar, position, clock }: ZoneSources, date: WrittenDate | null): string | null {
  const dates = listDates(tags, sidecar)
  const zoned = dates.filter(({ zone, isInstant }) => zone !== null && !isInstant)
  return (
    findOffset(tags) ??
    findOffset(sidecar) ??
    zoned.find(({ local, zone }) => date && (date.isInstant ? toInstant(local, zone ?? 'UTC') : local) === date.local)
      ?.zone ??
    findZoneOfPlace(position) ??
    zoned[0]?.zone ??
    (date && findZoneBetween(date, dates)) ??
    (date && findZoneByClocks(date, listClocks(tags, sidecar))) ??
    (date && findZoneByName(date, clock)) ??
    // In a file as a camera wrote it, that is also the zone of the photo.
    findWritten(tags, 'OffsetTime') ??
    findWritten(sidecar, 'OffsetTime')
  )
}

/** Returns the offset of the camera's clock that the tags of a file tell. */
function findOffset(tags: FileTags): string | null {
  const zone = offsets.map((name) => findWritten(tags, name)).find((each) => each !== null) ?? null
  if (zone === null) {
    const [hours] = listTexts(tags, 'TimeZoneOffset').map(Number.parseFloat)
    return hours === undefined ? null : toZone(hours * 60)
  }
  const isSummer = listTexts(tags, 'DaylightSavings').includes('Yes') && /\bnikon\b/i.test(String(tags.preferred.Make))
  return isSummer ? toZone((toInstant(0, zone) - 60 * MINUTE_MS) / -MINUTE_MS) : zone
}

function findWritten(tags: FileTags, name: string): string | null {
  const zones = listTexts(tags, name).map((text) => readZone(text).zone)
  return zones.find((zone) => zone !== null) ?? null
}

function findZoneOfPlace({ latitude, longitude }: Position): string | null {
  return latitude === null || longitude === null ? null : (zoneAt(latitude, longitude) ?? null)
}

/**
 * Returns the offset between a local time and a time in UTC, such as those that digiKam and a camera write into one film; null when no two
 * are of the same moment.
 */
export function findZoneBetween(date: WrittenDate, others: WrittenDate[]): string | null {
  const zones = others
    .filter(({ isInstant, parts }) => isInstant !== date.isInstant && parts === 4 && date.parts === 4)
    .map(({ local }) => (date.isInstant ? local - date.local : date.local - local) / MINUTE_MS)
    .map((minutes) => (minutes === 0 ? null : toZone(minutes)))
  return zones.find((zone) => zone !== null) ?? null
}

function findZoneByClocks(date: WrittenDate, clocks: WrittenDate[]): string | null {
  if (date.isInstant || date.parts < 4) return null
  const zones = clocks
    .filter(({ parts }) => parts === 4)
    .map(({ local, zone }) => toNearZone(date.local - toInstant(local, zone ?? 'UTC')))
  return zones.find((zone) => zone !== null) ?? null
}

/** Phones name a video after their clock, and write UTC into it. A camera that knows no zone writes its clock into both. */
function findZoneByName(date: WrittenDate, clock: number | null): string | null {
  if (!date.isInstant || date.parts < 4 || clock === null) return null
  const zone = toNearZone(clock - date.local)
  return zone === 'UTC' ? null : zone
}

/** Returns the zone that two clocks are apart, up to some minutes; null when they are not of one moment. */
function toNearZone(difference: number): string | null {
  const minutes = inferLikelyOffsetMinutes(difference / MINUTE_MS, NEAR_MS / MINUTE_MS)
  return minutes === undefined ? null : toZone(minutes)
}
