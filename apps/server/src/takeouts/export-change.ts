import type { UpdateAsset } from '@media-library/contract'
import { isOffset, offsetAt, zoneAt } from '@media-library/media/metadata'
import type { DescribedAsset } from './described-asset.js'
import type { Facts } from './photo-export.js'

/** The longest text that the API takes. */
const LONGEST = 10_000

/** The facts that the file of an asset lacks, or that its owner had corrected in the other service. What a person set here stays. */
export function toChange(asset: DescribedAsset, facts: Facts): UpdateAsset & { timeZone?: string | null } {
  const place = facts.place && isPlaceBetter(asset, facts.place) ? facts.place : null
  const description = facts.description === null ? null : toText(facts.description)
  const hasFacts =
    description !== null && description !== asset.description && asset.description === asset.fileDescription
  const isDated = facts.takenAt !== null && isDateBetter(asset, facts.takenAt)
  return {
    ...(isDated && toMoment(asset, facts.takenAt as Date, place)),
    ...place,
    ...(hasFacts && { description }),
    ...(facts.isFavorite && { isFavorite: true }),
    ...(facts.isArchived && { isArchived: true }),
  }
}

/** Shortens a text of an export to the limits of the library. */
export function toText(text: string, longest = LONGEST): string {
  return text.replaceAll('\0', '').slice(0, longest).toWellFormed().normalize().trim()
}

/**
 * The largest difference of two readings of one clock in different zones. A larger one means that the owner corrected the date.
 */
const FARTHEST_ZONES_MS = 26 * 3_600_000

function isDateBetter(asset: DescribedAsset, takenAt: Date) {
  const { isDateOwn, dateTimeOriginal, timeZone } = asset
  if (isDateOwn) return false
  if (dateTimeOriginal === null) return true
  const isZoned = timeZone === null && findClockOffset(asset, takenAt) !== null
  return isZoned || Math.abs(dateTimeOriginal.getTime() - takenAt.getTime()) > FARTHEST_ZONES_MS
}

/** Returns the minutes by which the clock of a file was ahead of UTC at that moment; null when it showed another moment, or UTC. */
function findClockOffset({ localDateTime }: DescribedAsset, takenAt: Date): number | null {
  const minutes = (localDateTime.getTime() - takenAt.getTime()) / MINUTE_MS
  return isOffset(minutes) && minutes !== 0 ? minutes : null
}

/** The largest difference in degrees between two positions of the same place, because exports round. */
const SAME_PLACE = 0.001

function isPlaceBetter({ isPlaceOwn, latitude, longitude }: DescribedAsset, place: NonNullable<Facts['place']>) {
  if (isPlaceOwn) return false
  if (latitude === null || longitude === null) return true
  return Math.max(Math.abs(latitude - place.latitude), Math.abs(longitude - place.longitude)) > SAME_PLACE
}

/** The last year that has four digits in any zone. */
const LAST_YEAR = 9_998
const MINUTE_MS = 60_000

/**
 * The moment in the zone of the file's clock, of its place, or else of the local time in the name of the file; without any in UTC, which is
 * all that exports know.
 */
function toMoment(asset: DescribedAsset, takenAt: Date, place: Facts['place']) {
  const year = takenAt.getUTCFullYear()
  if (year < 1 || year > LAST_YEAR) throw new Error(`a date in the year ${year} is impossible`)
  const { latitude, longitude } = place ?? asset
  const clock = findClockOffset(asset, takenAt)
  const isNamed = asset.fileCreatedAt.getTime() !== asset.fileModifiedAt.getTime()
  const inFile = asset.dateTimeOriginal === null ? null : clock
  const known = latitude === null || longitude === null ? null : offsetAt(takenAt, { latitude, longitude })
  const minutes = Math.round(inFile ?? known ?? (isNamed ? clock : null) ?? 0)
  const local = new Date(takenAt.getTime() + minutes * MINUTE_MS).toISOString().slice(0, -1)
  const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
    String(part).padStart(2, '0'),
  )
  const isThere = latitude !== null && longitude !== null && known === minutes
  return {
    dateTimeOriginal: `${local}${minutes < 0 ? '-' : '+'}${hour}:${minute}`,
    timeZone: isThere ? (zoneAt(latitude, longitude) ?? null) : null,
  }
}
