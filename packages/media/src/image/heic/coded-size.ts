import type { Size } from '../preview-size.js'

const SPS = 33
const HEADER_BYTES = 22
const PROFILE_BITS = 88
const LEVEL_BITS = 8
const MOST_LAYERS = 8

/** Reads the size of the pixels in the content of an `hvcC` box (ITU-T H.265, 7.3.2.2). Throws a RangeError when it is not told there. */
export function readCodedSize(configuration: Buffer): Size {
  const read = createBitReader(findSps(configuration))
  // The id of the video, and a flag about layers.
  read(4)
  const layers = read(3)
  read(1)
  read(PROFILE_BITS)
  read(LEVEL_BITS)
  const flags = Array.from({ length: layers }, () => [read(1), read(1)])
  if (layers > 0) read(2 * (MOST_LAYERS - layers))
  for (const [hasProfile, hasLevel] of flags) {
    if (hasProfile) read(PROFILE_BITS)
    if (hasLevel) read(LEVEL_BITS)
  }
  readNumber(read)
  const chroma = readNumber(read)
  if (chroma === 3) read(1)
  const [width, height] = [readNumber(read), readNumber(read)]
  if (read(1) === 0) return { width, height }
  const [left, right, top, bottom] = [readNumber(read), readNumber(read), readNumber(read), readNumber(read)]
  const [wide, high] = [chroma === 1 || chroma === 2 ? 2 : 1, chroma === 1 ? 2 : 1]
  return { width: width - wide * (left + right), height: height - high * (top + bottom) }
}

/** Returns the parameters of the sequence, without the bytes that keep them from looking like the start of other data. */
function findSps(configuration: Buffer): Buffer {
  let at = HEADER_BYTES + 1
  for (let arrays = configuration.readUInt8(HEADER_BYTES); arrays > 0; arrays -= 1) {
    const type = configuration.readUInt8(at) & 0x3f
    const count = configuration.readUInt16BE(at + 1)
    at += 3
    for (let left = count; left > 0; left -= 1) {
      const length = configuration.readUInt16BE(at)
      const unit = configuration.subarray(at + 4, at + 2 + length)
      if (type === SPS)
        return Buffer.from(unit.filter((byte, i) => byte !== 3 || unit[i - 1] !== 0 || unit[i - 2] !== 0))
      at += 2 + length
    }
  }
  throw new RangeError('there are no parameters of a sequence')
}

type BitReader = (count: number) => number

function createBitReader(content: Buffer): BitReader {
  let at = 0
  return (count) => {
    let value = 0
    for (let left = count; left > 0; left -= 1, at += 1)
      value = (value * 2 + ((content.readUInt8(at >> 3) >> (7 - (at & 7))) & 1)) % 2 ** 32
    return value
  }
}

/** Reads a number of any length, as Exp-Golomb writes it. */
function readNumber(read: BitReader): number {
  let zeros = 0
  while (read(1) === 0) zeros += 1
  return 2 ** zeros - 1 + read(zeros)
}
