import type { Size } from './preview-size.js'

/** Whether the merged picture of a PSD is cut off. ImageMagick then draws the layers, or what is left, without an error. */
export function isCutPsd(content: Buffer): boolean {
  const picture = findMergedPicture(content)
  return picture === null || picture.end > content.length
}

/** Reads how large a PSD says that it is. */
export function findPsdSize(content: Buffer): Size {
  if (content.length < HEADER_BYTES) throw new Error('Truncated PSD')
  return { width: content.readUInt32BE(18), height: content.readUInt32BE(14) }
}

/**
 * Fills up what is missing at the end of a file with zeros, which the decoders draw where they refuse a file that ends early. A
 * PSD with layers is drawn from those.
 */
export function fillUp(content: Buffer, format: string): Buffer {
  const missing = Math.min(readLength(content, format), MOST_BYTES) - content.length
  return missing > 0 ? Buffer.concat([content, Buffer.alloc(missing)]) : content
}

const MOST_BYTES = 2 ** 27
const HEADER_BYTES = 26
const RAW = 0
const RUN_LENGTH = 1
const ICON_HEADER_BYTES = 6
const ICON_BYTES = 16

/** How many bytes a whole file has by what its beginning says; 0 where that does not matter, or nobody knows. */
function readLength(content: Buffer, format: string): number {
  if (format === 'BMP' && content.length >= ICON_HEADER_BYTES) return content.readUInt32LE(2)
  if (format === 'ICO' && content.length >= ICON_HEADER_BYTES) return lengthOfIcon(content)
  const picture = format === 'PSD' ? findMergedPicture(content) : null
  return picture && !picture.hasLayers ? picture.end : 0
}

function lengthOfIcon(content: Buffer): number {
  const last = Math.min(content.length, ICON_HEADER_BYTES + ICON_BYTES * content.readUInt16LE(4)) - ICON_BYTES
  let length = 0
  for (let at = ICON_HEADER_BYTES; at <= last; at += ICON_BYTES) {
    length = Math.max(length, content.readUInt32LE(at + 8) + content.readUInt32LE(at + 12))
  }
  return length
}

/** Where the merged picture of a PSD ends; null when not even its beginning is there. It comes behind the layers. */
function findMergedPicture(content: Buffer): { end: number; hasLayers: boolean } | null {
  try {
    let at = HEADER_BYTES
    at += 4 + content.readUInt32BE(at)
    at += 4 + content.readUInt32BE(at)
    const layers = isLarge(content) ? Number(content.readBigUInt64BE(at)) : content.readUInt32BE(at)
    const start = at + (isLarge(content) ? 8 : 4) + layers
    return { end: start + bytesOfMerged(content, start), hasLayers: layers > 0 }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** With its compression, which comes first. Nobody knows how long a zipped one is. */
function bytesOfMerged(content: Buffer, start: number): number {
  const compression = content.readUInt16BE(start)
  const rows = content.readUInt16BE(12) * content.readUInt32BE(14)
  if (compression === RAW) return 2 + rows * Math.ceil((content.readUInt32BE(18) * content.readUInt16BE(22)) / 8)
  if (compression !== RUN_LENGTH) return 3
  const size = isLarge(content) ? 4 : 2
  let bytes = 2 + rows * size
  for (let row = 0; row < rows; row++) bytes += content.readUIntBE(start + 2 + row * size, size)
  return bytes
}

/** Large PSD files have longer lengths. */
function isLarge(content: Buffer) {
  return content.readUInt16BE(4) === 2
}
