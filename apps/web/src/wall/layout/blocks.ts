import type { Section } from '../../pictures/section.js'
import { type Frame, perRow } from './boxes.js'

/** The pictures under one heading: of a day, or of the days of months with few pictures. */
export interface Group {
  /** The key of the first day. */
  key: string
  days: Section[]
  count: number
}

/** A unit of layout: as many groups as fill a few rows, or one long group. */
export interface Block {
  /** The key of the first day. */
  key: string
  groups: Group[]
  count: number
}

/** The number of pictures below which a month has one heading, which it shares with other such months of its year. */
const SPARSE = 10

/**
 * The minimum number of rows of a block. With so many, each row can fill the width without being much higher than the others.
 */
const LEAST_ROWS = 4

const PHONE = 600

/**
 * Returns the size of rows for a width: three pictures in a row on a phone, more on a wide screen, where short groups share a row.
 */
export function frameAt(width: number): Frame {
  if (width < PHONE) return { width, rowHeight: Math.max(96, width / 3.4), isShared: false }
  return { width, rowHeight: width < 1_600 ? 240 : 280, isShared: true }
}

/** Divides days into groups with headings, newest first. */
export function toGroups(sections: Section[]): Group[] {
  const groups: Group[] = []
  let isOpen = false
  for (const days of byMonth(sections)) {
    const count = countPictures(days)
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

/**
 * Combines groups into blocks only by the number of their pictures, so that no block changes while pictures are loaded.
 */
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

/** Returns where a day is, or the next older one: the index of its block, and of its group within the block. */
export function findDay(blocks: Block[], day: string): { index: number; group: number } {
  const isReached = ({ days }: Group) => (days.at(-1)?.key ?? '') <= day
  const found = blocks.findIndex(({ groups }) => groups.some(isReached))
  const index = found < 0 ? blocks.length - 1 : found
  const groups = blocks[index]?.groups ?? []
  const group = groups.findIndex(isReached)
  return { index: Math.max(0, index), group: group < 0 ? Math.max(0, groups.length - 1) : group }
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

function countPictures(days: Section[]) {
  return days.reduce((sum, { count }) => sum + count, 0)
}
