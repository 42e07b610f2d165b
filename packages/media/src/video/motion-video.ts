import { createWriteStream } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readChecksum } from '../checksum.js'
import { type OpenFile, withOpenFile } from '../files/open-beneath.js'
import { readBytes, type Span } from '../files/read-chunks.js'
import { listBoxes } from '../image/boxes.js'
import { findSamsungVideo } from './samsung-trailer.js'

/**
 * Finds the video inside a photo, of which `told` is what its tags tell. Returns null when there is none, such as in a photo that
 * was cut short.
 */
export async function findMotionVideo(photo: OpenFile, told: Span[] | null): Promise<Span | null> {
  const trailing = await findSamsungVideo(photo)
  const places = told && ((await findBox(photo)) ?? told)
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
  const checksum = await withOpenFile({ folder: dirname(target), path: target }, readChecksum)
  return checksum.toString('hex')
}

/** In HEIC and AVIF, the video is a box. Null for what has no boxes, as JPEG. */
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
