import { readZone } from './written-zone.js'

/** A date as a person or a program wrote it. */
export interface WrittenDate {
  /** The wall clock in milliseconds, as if it were UTC: noon without a time, and the first without a day or a month. */
  local: number
  /** How many of year, month, day and time are written. */
  parts: 1 | 2 | 3 | 4
  /** The zone, such as `UTC+2`; null when none is written, or one that no clock has. */
  zone: string | null
  /** Whether a `Z` marks a time that was converted to UTC, rather than that of a clock. */
  isInstant: boolean
}

const GAP = String.raw`[-:/._\s年月년월]{1,3}`
const NAME = '(?<name>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
const WEEKDAY = String.raw`^(?:[a-z]{3,9}[,\s]+)?`
const forms = [
  String.raw`^\D{0,10}?(?<year>\d{4})(?<month>0[1-9]|1[0-2])(?<day>0[1-9]|[12]\d|3[01])(?!\d{1,3}(?!\d))`,
  String.raw`^\D{0,10}?(?<year>\d{4})(?!\d)(?:${GAP}(?<month>\d{1,2})(?!\d)(?:${GAP}(?<day>\d{1,2})(?!\d))?)?`,
  String.raw`^\D{0,10}?(?<day>\d{1,2})${GAP}(?<month>\d{1,2})${GAP}(?<year>\d{4})(?!\d)`,
  String.raw`${WEEKDAY}(?<day>\d{1,2})[-\s]+${NAME}[-,\s]+(?<year>\d{4})(?!\d)`,
  String.raw`${WEEKDAY}${NAME}\s+(?<day>\d{1,2})(?!\d|:)(?:,?\s+(?<year>\d{4})(?!\d))?`,
].map((form) => new RegExp(form, 'i'))
const TIME_START = String.raw`^(?:[T_,\s日일-]|at\s)*`
/** Some cameras fill a single digit with a space. */
const COLON = String.raw`[:._時分시분-]\s?`
const TIME_END = String.raw`(?!\d)(?:[.,:](?<fraction>\d+))?\s*(?<half>[AP]M)?`
const times = [
  String.raw`(?<hour>\d{1,2})${COLON}(?<minute>\d{1,2})(?:${COLON}(?<second>\d{1,2}))?`,
  String.raw`(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)?`,
].map((form) => new RegExp(`${TIME_START}${form}${TIME_END}`, 'i'))
/** The C library writes the year behind the time: `Mon May 6 07:08:09 2019`. */
const LATE_YEAR = /\s(\d{4})$/

/** Reads a date; null for a text without one, and for a year that no photo is of. */
export function readDate(text: string): WrittenDate | null {
  const clean = text.replaceAll('\0', ' ').trim()
  const found = findMatch(forms, clean)
  if (!found?.groups) return null
  const { year, month, name, day } = found.groups
  const date = { year: Number(year ?? LATE_YEAR.exec(clean)?.[1]), ...toDay(month ?? (name && toMonth(name)), day) }
  // Other years come from a wrong clock, and some do not fit four digits.
  if (!(date.year >= 1000 && date.year <= 9990)) return null
  const time = date.parts === 3 ? findMatch(times, clean.slice(found[0].length)) : null
  const sinceMidnight = time?.groups ? toMilliseconds(time.groups) : null
  const local = Date.UTC(date.year, date.month - 1, Math.min(date.day, countDays(date)))
  if (!time || sinceMidnight === null)
    return { local: local + NOON_MS, parts: date.parts, zone: null, isInstant: false }
  const rest = clean.slice(found[0].length + time[0].length)
  return { local: local + sinceMidnight, parts: 4, ...readZone(rest) }
}

function findMatch(patterns: RegExp[], text: string) {
  return patterns.map((pattern) => pattern.exec(text)).find((match) => match !== null)
}

const NOON_MS = 12 * 60 * 60_000

/** Returns a month and a day, of which cameras write those that are unknown as 0, and Americans the month first. */
function toDay(first: string | undefined, second: string | undefined) {
  const [one, other] = [Number(first ?? 0), Number(second ?? 0)]
  const [month, day] = one > 12 && other <= 12 ? [other, one] : [one, other]
  if (month < 1 || month > 12) return { month: 1, day: 1, parts: 1 } as const
  return day < 1 || day > 31 ? ({ month, day: 1, parts: 2 } as const) : ({ month, day, parts: 3 } as const)
}

function toMonth(name: string): string {
  return String('janfebmaraprmayjunjulaugsepoctnovdec'.indexOf(name.toLowerCase().slice(0, 3)) / 3 + 1)
}

function countDays({ year, month }: { year: number; month: number }) {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** Returns the milliseconds since midnight; null when no clock shows that time. */
function toMilliseconds({ hour, minute, second = '0', fraction = '0', half }: Record<string, string | undefined>) {
  const hours = half ? (Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0) : Number(hour)
  const [minutes, seconds] = [Number(minute), Number(second)]
  if (hours > 23 || minutes > 59 || seconds > 60) return null
  // A leap second stays on its day.
  const milliseconds = Math.floor(Number(`0.${fraction}`) * 1_000)
  return ((hours * 60 + minutes) * 60 + Math.min(seconds, 59)) * 1_000 + milliseconds
}
