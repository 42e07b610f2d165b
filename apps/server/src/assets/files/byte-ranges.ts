import parseRanges from 'range-parser'
import { type FileRequest, isRangeCurrent, type Validators } from './preconditions.js'

/** From one byte to another, both included. */
export interface ByteRange {
  start: number
  end: number
}

/** More parts than any honest reader asks for; whoever does gets the whole file (RFC 9110, 14.2). */
const MOST_PARTS = 50

/**
 * The ranges of a file that a GET asks for, overlapping ones as one; all of it, and no part, when it asks for none, for none
 * of this state, or in another way than RFC 9110 has it. A part without ranges cannot be satisfied.
 */
export function readRanges(
  request: FileRequest,
  size: number,
  validators: Validators,
): { ranges: ByteRange[]; isPart: boolean } {
  const whole = { ranges: wholeOf(size), isPart: false }
  const { range } = request.headers
  if (range === undefined || request.method !== 'GET' || !isRangeCurrent(request, validators)) return whole
  const parsed = parseRanges(size, withSuffixesWithin(range, size), { combine: true })
  if (parsed === -1) return { ranges: [], isPart: range.startsWith('bytes=') }
  if (parsed === -2 || parsed.type !== 'bytes' || parsed.length > MOST_PARTS) return whole
  return { ranges: [...parsed], isPart: true }
}

/** All of a file, as ranges. */
export function wholeOf(size: number): ByteRange[] {
  return size === 0 ? [] : [{ start: 0, end: size - 1 }]
}

/** A suffix that is longer than the file is all of it; the parser refuses it. */
function withSuffixesWithin(range: string, size: number) {
  return range.replace(/(?<=[=,]\s*)-(\d+)/g, (_, length) => `-${Math.min(Number(length), size)}`)
}
