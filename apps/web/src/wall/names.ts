import { formats } from '../language/messages.js'
import type { Group } from './layout/blocks.js'

/** Formats a day, or the first and the last day of a group. */
export function toGroupName({ key, days }: Group): string {
  const last = days.at(-1)
  if (last === undefined || last.key === key) return formats.weekday(toDate(key))
  const formatRange = last.key.slice(0, 7) === key.slice(0, 7) ? formats.dayRange : formats.monthRange
  return formatRange(toDate(last.key), toDate(key))
}

export function nameOfMonth(key: string): string {
  return formats.month(toDate(key))
}

function toDate(key: string) {
  return new Date(`${key}T00:00:00Z`)
}
