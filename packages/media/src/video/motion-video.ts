import { createWriteStream } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type OpenFile, withOpenFile } from '../files/open-beneath.js'
import { readBytes, readChecksum, type Span } from '../files/read-chunks.js'
import { listBoxes } from '../image/boxes.js'

/**
 * Finds the video inside a photo. `told` are the places that its tags name. Returns null when there is none, as in an incomplete photo.
 */
export async function findMotionVideo(photo: OpenFile, spans: Span[] | null): Promise<Span | null> {
  const trailing = await findSamsungVideo(photo)
  const places = spans && ((await findBox(photo)) ?? spans)
  for (const place of [trailing, ...(places ?? [])]) {
    if (place && (await isVideoAt(photo, place))) return place
  }
  return null
}

/** Copies the video inside a photo to `target`, with the time of the photo. Returns its SHA-1 in hexadecimal. */
export async function copyMotionVideo(
  photo: OpenFile,
  { span, target, signal }: { span: Span; target: string; signal: AbortSignal },
): Promise<string> {
  await pipeline(photo.read(span), createWriteStream(target), { signal })
  const time = new Date(photo.mtimeMs)
  await utimes(target, time, time)
  return withOpenFile({ folder: dirname(target), path: target }, readChecksum)
}

/** Finds the video of HEIC and AVIF, in which it is a box. Null for a file without boxes, such as a JPEG. */
async function findBox(photo: OpenFile): Promise<Span[] | null> {
  const boxes = await listBoxes(photo)
  if (boxes[0]?.type !== 'ftyp') return null
  return boxes
    .filter(({ type, end }) => type === 'mpvd' && end <= photo.size)
    .map(({ content, end }) => ({ start: content, end: end - 1 }))
}

async function isVideoAt(photo: OpenFile, { start, end }: Span) {
  if (end - start < 8) return false
  const head = await readBytes(photo, { start, end: start + 7 })
  return head.toString('latin1', 4) === 'ftyp'
}

const END_BYTES = 8
const HEADER_BYTES = 12
const ENTRY_BYTES = 12
const MOST_BYTES = 65_536
const VIDEO = 0x0a30
/** The mark that newer phones write in place of the video, followed by the position of the video. */
const MARK = 'mpv2'

/**
 * Returns the place of the video by the trailer behind a photo of Samsung; null without one. The trailer is a row of blocks and a list
 * of them at the end of the file, all little endian.
 */
async function findSamsungVideo(file: Pick<OpenFile, 'size' | 'chunks'>): Promise<Span | null> {
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

/** Returns the content of a block, which has a name before it. */
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
