import { FileFault } from '../errors.js'
import { INCOMPLETE } from '../fault.js'
import type { OpenFile } from '../files/open-beneath.js'
import { readBytes } from '../files/read-chunks.js'

/** A box of a HEIF, AVIF, JPEG 2000, JPEG XL or MP4 file. */
export interface IsoBox {
  type: string
  start: number
  /** The offset of its first byte of content, and of the first byte behind it. */
  content: number
  end: number
}

const MAX_BOXES = 1_000

/**
 * Lists the boxes at the top level of a file. `end` of the last one may be beyond the file. Stops at data that is no box, such as that
 * which some phones write behind a photo.
 */
export async function listBoxes(file: Pick<OpenFile, 'size' | 'chunks'>): Promise<IsoBox[]> {
  const boxes: IsoBox[] = []
  let start = 0
  while (start + 8 <= file.size && boxes.length < MAX_BOXES) {
    const header = await readBytes(file, { start, end: Math.min(start + 16, file.size) - 1 })
    const box = readBox(header, { start, limit: file.size })
    if (!box) break
    boxes.push(box)
    start = box.end
  }
  return boxes
}

/** Lists the boxes in a part of the content of a file, as `listBoxes` does. */
export function listBoxesIn(content: Buffer, part = { start: 0, end: content.length }): IsoBox[] {
  const boxes: IsoBox[] = []
  for (let { start } = part; start + 8 <= part.end && boxes.length < MAX_BOXES; ) {
    const box = readBox(content.subarray(start, start + 16), { start, limit: part.end })
    if (!box) break
    boxes.push(box)
    start = box.end
  }
  return boxes
}

/** Reads the first 16 bytes of a box, or what is there of them; null for data that is no box. */
function readBox(header: Buffer, { start, limit }: { start: number; limit: number }): IsoBox | null {
  const type = header.toString('latin1', 4, 8)
  const short = header.readUInt32BE(0)
  const isLong = short === 1 && header.length === 16
  // The length 0 means up to the end of the file, and 1 that the length follows in 64 bits.
  const length = isLong ? Number(header.readBigUInt64BE(8)) : short || limit - start
  const content = start + (isLong ? 16 : 8)
  return start + length < content || !/^[\x20-\x7e]{4}$/.test(type)
    ? null
    : { type, start, content, end: start + length }
}

/** The types of the boxes of pictures. Some programs leave other data behind them that looks like a box. */
const parts = /^(ftyp|meta|moov|moof|mdat|idat|mpvd|uuid|free|skip|jP {2}|jp2[chi])$/

/** Throws a FileFault when a box of the file ends beyond the file. */
export async function requireWholeBoxes(file: Pick<OpenFile, 'size' | 'chunks'>): Promise<void> {
  if (await hasCutBox(file)) throw new FileFault(INCOMPLETE)
}

/** Whether a box of the file ends beyond the file. */
export async function hasCutBox(file: Pick<OpenFile, 'size' | 'chunks'>): Promise<boolean> {
  return (await listBoxes(file)).some(({ type, end }) => end > file.size && parts.test(type))
}
