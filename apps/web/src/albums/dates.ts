import type { Album } from '@media-library/client'

const months = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** From when to when the photos of an album were taken, such as `Jul – Sept 2024`; empty for an empty album. */
export function datesOf({ startDate, endDate }: Album): string {
  return startDate && endDate ? months.formatRange(new Date(startDate), new Date(endDate)) : ''
}
