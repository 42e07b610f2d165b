import type { Section } from '../../pictures/section.js'
import { estimateWidth, type Frame } from './boxes.js'

/** What stands beside each other on a wall: a long day alone, or several short ones. */
export interface Band {
  /** The key of its first day. */
  key: string
  days: PlacedDay[]
}

/** A day, and its part of the width. */
export interface PlacedDay extends Frame {
  section: Section
  /** In pixels. */
  left: number
}

const PHONE = 600

/** The space between days, and what a heading needs, in pixels. */
const DAY_GAP = 24
const LEAST_WIDTH = 240

/** How high rows are at the width of a wall: three pictures beside each other on a phone, more on a wall. */
export function rowHeightAt(width: number): number {
  if (width < PHONE) return Math.max(96, width / 3.4)
  return width < 1_600 ? 200 : 240
}

/** Puts short days beside each other, by the number of their pictures alone: nothing moves while pictures are loaded. */
export function toBands(sections: Section[], width: number): Band[] {
  const rowHeight = rowHeightAt(width)
  const bands: Band[] = []
  let end = Number.POSITIVE_INFINITY
  for (const section of sections) {
    const own = Math.max(LEAST_WIDTH, estimateWidth(section.count, rowHeight))
    const left = end + DAY_GAP
    const band = bands.at(-1)
    if (band && width >= PHONE && left + own <= width) {
      const before = band.days.at(-1)
      if (before) before.width = end - before.left
      band.days.push({ section, rowHeight, left, width: width - left })
      end = left + own
    } else {
      bands.push({ key: section.key, days: [{ section, rowHeight, left: 0, width }] })
      end = own
    }
  }
  return bands
}
