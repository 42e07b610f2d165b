import type { Section } from '../../pictures/section.js'
import { type Frame, perRow } from './boxes.js'

/** What stands under one heading: a day, or the days of months that have few pictures. */
export interface Group {
  /** The key of its first day. */
  key: string
  days: Section[]
  count: number
}

/** What is laid out together: as many groups as fill a few rows, or a long one. */
export interface Block {
  /** The key of its first day. */
  key: string
  groups: Group[]
  count: number
}

/** A month with fewer pictures than this has one heading, and shares it with others of its year that have few, too. */
const SPARSE = 10

/** With so many rows, each can fill the width without being much higher than the others. */
const LEAST_ROWS = 4

const PHONE = 600

/** How rows are at a width: three pictures beside each other on a phone, more on a wall. There, short groups share a row. */
export function frameAt(width: number): Frame {
  if (width < PHONE) return { width, rowHeight: Math.max(96, width / 3.4), isShared: false }
  return { width, rowHeight: width < 1_600 ? 240 : 280, isShared: true }
}

/** Puts days under headings, newest first. */
export function toGroups(sections: Section[]): Group[] {
  const groups: Group[] = []
  let isOpen = false
  for (const days of byMonth(sections)) {
    const count = countOf(days)
    const before = groups.at(-1)
    if (count >= SPARSE) {
      groups.push(...days.map((day) => ({ key: day.key, days: [day], count: day.count })))
      isOpen = false
    } else if (isOpen && before && before.count < SPARSE && before.key.slice(0, 4) === days[0]?.key.slice(0, 4)) {
      before.days.push(...days)
      before.count += count
    } else {
      groups.push({ key: days[0]?.key ?? '', days, count })
      isOpen = true
    }
  }
  return groups
}

/** Puts groups together by the number of their pictures alone: no block changes while pictures are loaded. */
export function toBlocks(sections: Section[], width: number): Block[] {
  const least = LEAST_ROWS * perRow(frameAt(width))
  const blocks: Block[] = []
  for (const group of toGroups(sections)) {
    const before = blocks.at(-1)
    if (before && before.count < least) {
      before.groups.push(group)
      before.count += group.count
    } else {
      blocks.push({ key: group.key, groups: [group], count: group.count })
    }
  }
  const last = blocks.at(-1)
  const before = blocks.at(-2)
  if (last && before && last.count < least) {
    blocks.pop()
    before.groups.push(...last.groups)
    before.count += last.count
  }
  return blocks
}

function byMonth(sections: Section[]): Section[][] {
  const months: Section[][] = []
  for (const section of sections) {
    const month = months.at(-1)
    if (month?.[0]?.key.slice(0, 7) === section.key.slice(0, 7)) month.push(section)
    else months.push([section])
  }
  return months
}

function countOf(days: Section[]) {
  return days.reduce((sum, { count }) => sum + count, 0)
}
