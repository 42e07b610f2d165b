import { ExifDateTime, extractZone } from 'exiftool-vendored'

const EARLIEST_MINUTES = -12 * 60
const LATEST_MINUTES = 14 * 60
const QUARTER_MINUTES = 15

const OFFSET = /^\s*(?:UTC|GMT)?\s*([-+\u2212])(\d{1,2})(?::?(\d\d))?(?:(?<=:\d\d):00)?(?!\d|:)/i
const CONVERTED = /^\s*Z(?![a-z])/i
const UNIVERSAL = /^\s*(?:UTC|GMT)(?![a-z])/i
const SHORT_NAME = /^\s*([a-z]{3,5})\b/i

/** Reads the zone behind a time, or alone: an offset that a clock can have, `Z`, or a short name such as `CEST`. */
export function readZone(text: string): { zone: string | null; isInstant: boolean } {
  if (CONVERTED.test(text)) return { zone: 'UTC', isInstant: true }
  const [, sign, hours, minutes = '0'] = OFFSET.exec(text) ?? []
  if (hours !== undefined) {
    const size = Number(minutes) < 60 ? Number(hours) * 60 + Number(minutes) : Number.NaN
    return { zone: toZone(sign === '+' ? size : -size), isInstant: false }
  }
  if (UNIVERSAL.test(text)) return { zone: 'UTC', isInstant: false }
  const name = SHORT_NAME.exec(text)?.[1]
  return { zone: (name && extractZone(`at ${name}`)?.zone) ?? null, isInstant: false }
}

/** Returns whether a clock can be that many minutes ahead of UTC. */
export function isOffset(minutes: number): boolean {
  return minutes >= EARLIEST_MINUTES && minutes <= LATEST_MINUTES && minutes % QUARTER_MINUTES === 0
}

/** Returns the name of an offset in minutes, such as `UTC+5:45`; null when no clock has it. */
export function toZone(minutes: number): string | null {
  if (!isOffset(minutes)) return null
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  if (minutes === 0) return 'UTC'
  return `UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${rest}`}`
}

/** Returns the instant of a wall clock that is written as if it were UTC. */
export function toInstant(local: number, zone: string): number {
  const at = new Date(local)
  const day = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()] as const
  const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds(), at.getUTCMilliseconds()] as const
  return new ExifDateTime(...day, ...time).toDateTime(zone).toMillis()
}

/** Returns the wall clock at an instant, written as if it were UTC. */
export function toLocal(instant: number, zone: string): number {
  return instant + (ExifDateTime.fromMillis(instant, { zone }).tzoffsetMinutes ?? 0) * 60_000
}
