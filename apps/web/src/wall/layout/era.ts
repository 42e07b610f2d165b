/** The largest height of an era. Browsers do not scroll further than some 17 million pixels. */
const HIGHEST = 8_000_000

/** The part of a wall that is laid out for scrolling: the whole wall, unless the library is huge. */
export interface Era {
  from: number
  /** The index after the last block. */
  to: number
}

/**
 * Returns the blocks around one of them that a browser can scroll through. `tops` has the top of each, and the end of the last.
 */
export function eraAround(tops: Float64Array, index: number, highest: number = HIGHEST): Era {
  const last = tops.length - 1
  const total = tops[last] ?? 0
  if (total <= highest) return { from: 0, to: last }
  const middle = tops[index] ?? 0
  const start = Math.max(0, Math.min(middle - highest / 2, total - highest))
  return { from: blockAt(tops, start), to: Math.max(index + 1, blockAt(tops, start + highest)) }
}

/** Returns the top of each block, and the end of the last one. */
export function toTops(toHeight: (index: number) => number, count: number): Float64Array {
  const tops = new Float64Array(count + 1)
  let top = 0
  for (let index = 0; index < count; index += 1) {
    top += toHeight(index)
    tops[index + 1] = top
  }
  return tops
}

/** Returns the block at a height. */
export function blockAt(tops: Float64Array, height: number): number {
  let low = 0
  let high = Math.max(0, tops.length - 2)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((tops[middle] ?? 0) <= height) low = middle
    else high = middle - 1
  }
  return low
}
