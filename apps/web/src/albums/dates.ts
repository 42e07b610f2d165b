import type { Album } from '@media-library/client'
import { formats } from '../language/messages.js'

/**
 * Returns the period in which the photos of an album were taken, such as `Jul – Sept 2024`; empty for an empty album.
 */
export function formatDates({ startDate, endDate }: Album): string {
  return startDate && endDate ? formats.monthRange(new Date(startDate), new Date(endDate)) : ''
}
