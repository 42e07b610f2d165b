import justifiedLayout from 'justified-layout'

/** A place in a section, in pixels from its upper left corner. */
export interface Box {
  top: number
  left: number
  width: number
  height: number
}

export interface Layout {
  boxes: Box[]
  height: number
}

/** What rows of pictures have to fill, in pixels. */
export interface Frame {
  width: number
  /** How high rows are, more or less. */
  rowHeight: number
}

/** The space between pictures, and around the heading of a day. */
export const GAP = 4
export const HEADING = 56

const USUAL_RATIO = 1.4

/** Rows of pictures with those ratios of width by height. */
export function layOut(ratios: number[], { width, rowHeight }: Frame): Layout {
  if (width <= 0 || ratios.length === 0) return { boxes: [], height: HEADING }
  const { boxes, containerHeight } = justifiedLayout(ratios, {
    containerWidth: width,
    containerPadding: { top: HEADING, right: 0, bottom: GAP, left: 0 },
    boxSpacing: GAP,
    targetRowHeight: rowHeight,
    targetRowHeightTolerance: 0.25,
  })
  return { boxes, height: Math.ceil(containerHeight) }
}

/** About as wide as so many pictures in one row will be. */
export function estimateWidth(count: number, rowHeight: number): number {
  return count * (rowHeight * USUAL_RATIO + GAP) - GAP
}

/** About as high as the rows of so many pictures will be. */
export function estimateHeight(count: number, { width, rowHeight }: Frame): number {
  const perRow = Math.max(1, Math.floor((width + GAP) / (rowHeight * USUAL_RATIO + GAP)))
  return HEADING + Math.ceil(count / perRow) * (rowHeight + GAP)
}

/** The boxes between two heights, as positions in the list; a row is in when a part of it is. */
export function boxesBetween(boxes: Box[], from: number, to: number): [number, number] {
  const start = firstIndex(boxes, ({ top, height }) => top + height >= from)
  const end = firstIndex(boxes, ({ top }) => top > to)
  return [start, end]
}

/** The first position at which something holds that holds for all later ones. */
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
