import type { Group } from './layout/blocks.js'

const day = new Intl.DateTimeFormat(undefined, {
  ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  timeZone: 'UTC',
})
const dayRange = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const month = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** A day, or the days between the first and the last of a group, as people write them. */
export function nameOfGroup({ key, days }: Group): string {
  const last = days.at(-1)
  if (last === undefined || last.key === key) return nameOfDay(key)
  const format = last.key.slice(0, 7) === key.slice(0, 7) ? dayRange : month
  return format.formatRange(dateOf(last.key), dateOf(key))
}

export function nameOfDay(key: string): string {
  return day.format(dateOf(key))
}

export function nameOfMonth(key: string): string {
  return month.format(dateOf(key))
}

function dateOf(key: string) {
  return new Date(`${key}T00:00:00Z`)
}
