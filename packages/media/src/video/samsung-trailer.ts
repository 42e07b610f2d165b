import type { OpenFile } from '../files/open-beneath.js'
import { readBytes, type Span } from '../files/read-chunks.js'

const END_BYTES = 8
const HEADER_BYTES = 12
const ENTRY_BYTES = 12
const MOST_BYTES = 65_536
const VIDEO = 0x0a30
/** What newer phones write in place of the video: this mark, and where the video is. */
const MARK = 'mpv2'

/**
 * Returns where the trailer behind a photo of Samsung says that its video is; null without one. The trailer is a row of blocks
 * and a list of them at the end of the file, all little endian.
 */
export async function findSamsungVideo(file: Pick<OpenFile, 'size' | 'chunks'>): Promise<Span | null> {
  if (file.size < END_BYTES) return null
  const end = await readAt(file, file.size - END_BYTES, END_BYTES)
  const length = end.readUInt32LE(0)
  const start = file.size - END_BYTES - length
  if (end.toString('latin1', 4) !== 'SEFT' || length < HEADER_BYTES || length > MOST_BYTES || start < 0) return null
  const list = await readAt(file, start, length)
  if (list.toString('latin1', 0, 4) !== 'SEFH') return null
  for (let at = HEADER_BYTES; at + ENTRY_BYTES <= length; at += ENTRY_BYTES) {
    if (list.readUInt16LE(at + 2) !== VIDEO) continue
    return readBlock(file, { start: start - list.readUInt32LE(at + 4), length: list.readUInt32LE(at + 8) })
  }
  return null
}

/** A block has a name before its content. */
async function readBlock(file: Pick<OpenFile, 'size' | 'chunks'>, block: { start: number; length: number }) {
  const end = block.start + block.length
  if (block.start <= 0 || block.length < END_BYTES || end > file.size) return null
  const start = block.start + END_BYTES + (await readAt(file, block.start, END_BYTES)).readUInt32LE(4)
  if (end - start < HEADER_BYTES) return null
  const content = await readAt(file, start, HEADER_BYTES)
  if (content.toString('latin1', 0, 4) !== MARK) return { start, end: end - 1 }
  const [first, length] = [content.readUInt32BE(4), content.readUInt32BE(8)]
  return first > 0 && length > 1 && first + length <= file.size ? { start: first, end: first + length - 1 } : null
}

function readAt(file: Pick<OpenFile, 'chunks'>, start: number, length: number): Promise<Buffer> {
  return readBytes(file, { start, end: start + length - 1 })
}
