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

/** The space between pictures, and around the heading of a day. */
export const GAP = 4
export const HEADING = 56

const USUAL_RATIO = 1.4

/** How high rows are at a width: three pictures beside each other on a phone, more on a wall. */
export function rowHeight(width: number): number {
  if (width < 600) return Math.max(96, width / 3.4)
  return width < 1_600 ? 200 : 240
}

/** Rows that fill the width, of pictures with those ratios of width by height. */
export function layOut(ratios: number[], width: number): Layout {
  if (width <= 0 || ratios.length === 0) return { boxes: [], height: HEADING }
  const { boxes, containerHeight } = justifiedLayout(ratios, {
    containerWidth: width,
    containerPadding: { top: HEADING, right: 0, bottom: GAP, left: 0 },
    boxSpacing: GAP,
    targetRowHeight: rowHeight(width),
    targetRowHeightTolerance: 0.25,
  })
  return { boxes, height: Math.ceil(containerHeight) }
}

/** About as high as the rows of so many pictures will be. */
export function estimateHeight(count: number, width: number): number {
  const perRow = Math.max(1, Math.floor(width / (rowHeight(width) * USUAL_RATIO + GAP)))
  return HEADING + Math.ceil(count / perRow) * (rowHeight(width) + GAP)
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
