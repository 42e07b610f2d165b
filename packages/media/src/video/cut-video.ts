import type { OpenFile } from '../files/open-beneath.js'
import { readBytes } from '../files/read-chunks.js'
import { hasCutBox } from '../image/boxes.js'

const START_BYTES = 64

/** Whether the beginning of a video tells that the file was longer. Recordings and streams do not tell their length. */
export async function isCutVideo(file: OpenFile): Promise<boolean> {
  const start = await readBytes(file, { start: 0, end: Math.min(START_BYTES, file.size) - 1 })
  const mark = start.toString('latin1')
  // The byte that fills up the last chunk may be missing.
  if (/^RIFF.{4}AVI /s.test(mark)) return 8 + start.readUInt32LE(4) > file.size + 1
  return mark.startsWith(EBML) ? endOfMatroska(start) > file.size : hasCutBox(file)
}

const EBML = '\x1a\x45\xdf\xa3'
const SEGMENT = '\x18\x53\x80\x67'
const ID_BYTES = 4

/** The end of the segment, which holds all but the header; 0 when the file does not tell it. */
function endOfMatroska(start: Buffer): number {
  const header = readLength(start, ID_BYTES)
  const at = header ? header.end + header.length : start.length
  if (start.toString('latin1', at, at + ID_BYTES) !== SEGMENT) return 0
  const segment = readLength(start, at + ID_BYTES)
  return segment ? segment.end + segment.length : 0
}

/** Reads a length, whose first byte tells how many bytes it has; null when it is unknown, or not there. */
function readLength(bytes: Buffer, at: number): { length: number; end: number } | null {
  const size = Math.clz32(bytes[at] ?? 0) - 23
  if (size > 8 || at + size > bytes.length) return null
  const bits = BigInt(7 * size)
  const length = BigInt(`0x${bytes.toString('hex', at, at + size)}`) & ((1n << bits) - 1n)
  return length === (1n << bits) - 1n ? null : { length: Number(length), end: at + size }
}
