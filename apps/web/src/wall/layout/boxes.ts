/** A place in a block, in pixels from its upper left corner. */
export interface Box {
  top: number
  left: number
  width: number
  height: number
}

export interface Layout {
  /** The boxes of the pictures, row by row. */
  boxes: Box[]
  /** The boxes of the headings of the groups. */
  headings: Box[]
  /** The positions of the first picture of each row, and the number of pictures. */
  rows: number[]
  height: number
}

/** The size of the rows of pictures, in pixels. */
export interface Frame {
  width: number
  /** The target height of a row. */
  rowHeight: number
  /** Whether a group may share a row with another one. */
  isShared: boolean
}

/** The space between pictures, between groups in a row, and above the pictures of a row that has headings. */
export const GAP = 4
export const GROUP_GAP = 12
export const HEADING = 32

const USUAL_RATIO = 1.4

/** The largest factor by which pictures are widened to fill a row. Rows that need more are not tried. */
const WIDEST = 1.5
const NARROWEST = 0.5

/** The penalty, in squares of a logarithm of width, for a row that ends within a group beside another one. */
const BROKEN = 0.01

interface Item {
  ratio: number
  group: number
  isFirst: boolean
}

/**
 * Lays out the pictures of some groups in rows, by their ratios of width to height. Rows are equally high; pictures are cropped to fill
 * them.
 */
export function layOut(groups: readonly (readonly number[])[], frame: Frame): Layout {
  const items = groups.flatMap((ratios, group) => ratios.map((ratio, at) => ({ ratio, group, isFirst: at === 0 })))
  // A day whose pictures have just been removed has no heading.
  const headings = groups.map(() => ({ top: Number.POSITIVE_INFINITY, left: 0, width: 0, height: 0 }))
  const layout: Layout = { boxes: [], headings, rows: [], height: 0 }
  if (frame.width <= 0) return { ...layout, height: HEADING }
  let top = 0
  for (const [start, end] of breakRows(items, frame)) {
    const row = items.slice(start, end)
    const { stretch } = toRow(items, start, end, frame)
    const height = frame.rowHeight
    const picturesTop = row.some(({ isFirst }) => isFirst) ? top + HEADING : top
    let left = 0
    row.forEach(({ ratio, group, isFirst }, at) => {
      if (at > 0) left += isFirst ? GROUP_GAP : GAP
      const width = ratio * height * stretch
      layout.boxes.push({ top: picturesTop, left, width, height })
      if (isFirst) layout.headings[group] = { top, left, width: 0, height: HEADING }
      left += width
      const heading = layout.headings[group]
      if (heading?.top === top) heading.width = left - heading.left
    })
    layout.rows.push(start)
    top = picturesTop + height + GAP
  }
  // A heading at the end of an unfilled row extends to its end.
  for (const heading of layout.headings) {
    const isLast = !layout.headings.some(({ top, left }) => top === heading.top && left > heading.left)
    if (isLast) heading.width = frame.width - heading.left
  }
  layout.rows.push(items.length)
  return { ...layout, height: Math.ceil(top) }
}

/**
 * Chooses the beginnings and ends of rows so that pictures are cropped as little as possible. A row that continues a group ends with it at
 * the latest, because a heading in its middle would stand beside pictures without one.
 */
function breakRows(items: Item[], frame: Frame): [start: number, end: number][] {
  const costs = new Float64Array(items.length + 1).fill(Number.POSITIVE_INFINITY)
  const starts = new Int32Array(items.length + 1)
  costs[0] = 0
  for (let start = 0; start < items.length; start += 1) {
    for (let end = start + 1; end <= items.length; end += 1) {
      const isShared = frame.isShared && items[start]?.isFirst
      if (!isShared && end > start + 1 && items[end - 1]?.isFirst) break
      const { cost, needed } = toRow(items, start, end, frame)
      const total = (costs[start] ?? 0) + cost
      if (total < (costs[end] ?? 0)) {
        costs[end] = total
        starts[end] = start
      }
      if (needed < NARROWEST) break
    }
  }
  const rows: [number, number][] = []
  for (let end = items.length; end > 0; end = starts[end] ?? 0) rows.unshift([starts[end] ?? 0, end])
  return rows
}

/** Returns the factor by which the pictures of a row are widened, the factor that would fill it, and the penalty. */
function toRow(items: Item[], start: number, end: number, { width, rowHeight, isShared }: Frame) {
  let ratios = 0
  let spaces = 0
  let others = 0
  for (let index = start; index < end; index += 1) {
    const { ratio, isFirst } = items[index] as Item
    ratios += ratio
    if (index === start) continue
    spaces += isFirst ? GROUP_GAP : GAP
    others += isFirst ? 1 : 0
  }
  const needed = (width - spaces) / ratios / rowHeight
  const endsGroup = end === items.length || items[end]?.isFirst === true
  const isLast = end === items.length || (!isShared && endsGroup)
  const isFilled = needed <= WIDEST
  const cost =
    (isLast && !isFilled ? 0.5 * (1 - 1 / needed) : Math.log(needed) ** 2) + (others > 0 && !endsGroup ? BROKEN : 0)
  return { needed, cost, stretch: isFilled ? needed : 1 }
}

/** Returns the approximate number of pictures in a row. */
export function perRow({ width, rowHeight }: Frame): number {
  return Math.max(1, (width + GAP) / (rowHeight * USUAL_RATIO + GAP))
}

/** Returns the approximate height of the rows of some groups with so many pictures each. */
export function estimateHeight(counts: number[], frame: Frame): number {
  const countRows = (count: number) => Math.max(1, Math.round(count / perRow(frame)))
  const rows = frame.isShared
    ? countRows(counts.reduce((sum, count) => sum + count, 0))
    : counts.reduce((sum, count) => sum + Math.ceil(count / perRow(frame)), 0)
  return Math.round(Math.min(rows, counts.length) * HEADING + rows * (frame.rowHeight + GAP))
}

/** Returns the positions of the boxes between two heights; a row counts when a part of it is between them. */
export function boxesBetween(boxes: Box[], from: number, to: number): [number, number] {
  const start = firstIndex(boxes, ({ top, height }) => top + height >= from)
  const end = firstIndex(boxes, ({ top }) => top > to)
  return [start, end]
}

/** Returns the first position from which a condition holds for all later ones. */
function firstIndex(boxes: Box[], holds: (box: Box) => boolean): number {
  let low = 0
  let high = boxes.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(boxes[middle] as Box)) high = middle
    else low = middle + 1
  }
  return low
}
