import { basename, dirname } from 'node:path'
import { ExifDateTime } from 'exiftool-vendored'

/** The time at which a file was taken according to its name, and the local time written as if it were UTC. */
export interface NamedTime {
  instant: Date
  localDateTime: Date
}

const YEAR = String.raw`(?<year>(?:19|20)\d\d)`
const [MONTH, DAY] = ['(?<month>0?[1-9]|1[0-2])', '(?<day>0?[1-9]|[12]\\d|3[01])']
/** The forms of a day, the surest first. Most of the world that ends with the year begins with the day. */
const days = [
  String.raw`${YEAR}(?<gap>[-_. ]?)(?<month>\d\d|\d(?=[-_.]))\k<gap>(?<day>\d\d|(?<=\D)\d(?!\d))`,
  String.raw`${YEAR}[年년]\s?${MONTH}[月월]\s?${DAY}[日일]`,
  String.raw`${DAY}(?<gap>[-_. ])${MONTH}\k<gap>${YEAR}`,
  String.raw`${MONTH}(?<gap>[-_. ])${DAY}\k<gap>${YEAR}`,
]
const TIME = String.raw`(?<hour>\d\d|\d(?=[.:]))[-_.: 時]?(?<minute>\d\d)[-_.: 分]?(?<second>\d\d)(?:[-_.]?(?<fraction>\d{3}))?(?!\d)(?:\s(?<half>[AP]M))?`

/** The names whose time is UTC, such as those of Pixel phones. The others contain the local time. */
const utc = /^PXL_/

/** The names with a day and a time: of cameras, phones, screenshots and messengers. docs/use/files.md lists them. */
const daysAndTimes = days.map((form) => new RegExp(String.raw`^(?:.*?\D)?${form}\D{0,12}${TIME}`, 'i'))
/** The names with a day alone, such as that on which WhatsApp received a file, or a person scanned one. */
const daysInNames = days.map((form) => new RegExp(String.raw`^(?:.*?\D)?${form}(?!\d)`))
/** The names of Facebook and WeChat, which contain the milliseconds since 1970. */
const milliseconds = /^(?:FB_IMG_|mmexport|wx_camera_)(?<since>\d{13})(?!\d)/i
/** The names of folders into which cameras and their programs sort files by day. */
const daysAlone = days.map((form) => new RegExp(`^${form}$`))

const DAY_MS = 86_400_000

/**
 * Reads the time from the name of a file, or the day from its folder; null when neither has a time in the past. A day without a time gives
 * the time of the last change if that was on the same day, or else noon. `zone` is the zone in which the file was taken, if it is known.
 */
export function findNamedTime(
  path: string,
  { written, zone }: { written: Date; zone: string | null },
): NamedTime | null {
  const name = basename(path).normalize()
  const since = Number(milliseconds.exec(name)?.groups?.['since'])
  const told = since ? ExifDateTime.fromMillis(since, { zone: 'UTC' }) : toTime(findGroups(daysAndTimes, name))
  const time = toNamed(told, { isUtc: since > 0 || utc.test(name), zone })
  if (time) return time
  const [noon] = [findGroups(daysInNames, name), findGroups(daysAlone, basename(dirname(path)))].flatMap(
    (groups) => toNamed(toTime(groups && { ...groups, hour: '12' }), { isUtc: false, zone: null }) ?? [],
  )
  if (!noon) return null
  return Math.abs(noon.instant.getTime() - written.getTime()) <= DAY_MS / 2 ? null : noon
}

/** Reads the wall clock in the name of a file, written as if it were UTC; null when the name has no time, or one in UTC. */
export function findNamedClock(path: string): number | null {
  const name = basename(path).normalize()
  const time = utc.test(name) ? null : toTime(findGroups(daysAndTimes, name))
  return toNamed(time, { isUtc: false, zone: null })?.localDateTime.getTime() ?? null
}

function findGroups(patterns: RegExp[], text: string) {
  return patterns.map((pattern) => pattern.exec(text)?.groups).find((groups) => groups !== undefined)
}

function toTime(parts: Record<string, string | undefined> | undefined): ExifDateTime | null {
  if (!parts) return null
  const toNumber = (name: string) => Number(parts[name] ?? 0)
  const half = parts['half']?.toUpperCase()
  const hour = half ? (toNumber('hour') % 12) + (half === 'PM' ? 12 : 0) : toNumber('hour')
  return new ExifDateTime(
    toNumber('year'),
    toNumber('month'),
    toNumber('day'),
    hour,
    toNumber('minute'),
    toNumber('second'),
    toNumber('fraction'),
  )
}

function toNamed(
  time: ExifDateTime | null,
  { isUtc, zone }: { isUtc: boolean; zone: string | null },
): NamedTime | null {
  const there = zone ?? 'UTC'
  const moment = time?.toDateTime(isUtc ? 'UTC' : there)
  if (!moment?.isValid || moment.toMillis() > Date.now() + DAY_MS) return null
  const { year, month, day, hour, minute, second, millisecond } = moment.setZone(there)
  return {
    instant: new Date(moment.toMillis()),
    localDateTime: new Date(Date.UTC(year, month - 1, day, hour, minute, second, millisecond)),
  }
}
