import { findTiffDirectory, TIFF_START_BYTES } from '../tiff-directory.js'
import { listBoxesIn } from './boxes.js'
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
  if (format === 'BMP' && content.length >= FILE_BYTES + INFO_BYTES) return lengthOfBmp(content)
  if (format === 'ICO' && content.length >= ICON_HEADER_BYTES) return lengthOfIcon(content)
  const picture = format === 'PSD' ? findMergedPicture(content) : null
  return picture && !picture.hasLayers ? picture.end : 0
}

const BMP_UNPACKED = [0, 3]
/** Of a run in which the file may end. */
const MOST_RUN_BYTES = 512

/** Zeros behind packed rows end each row that is missing. */
function lengthOfBmp(content: Buffer): number {
  const header = content.readUInt32LE(FILE_BYTES)
  if (header < INFO_BYTES) return content.readUInt32LE(2)
  const [width, height] = [content.readInt32LE(18), Math.abs(content.readInt32LE(22))]
  if (!BMP_UNPACKED.includes(content.readUInt32LE(30))) return content.length + 2 * height + MOST_RUN_BYTES
  return content.readUInt32LE(10) + 4 * Math.ceil((width * content.readUInt16LE(28)) / 32) * height
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

/** Writes what ImageMagick misreads in the way that it reads. */
export function toReadable(content: Buffer, format: string): Buffer {
  if (format === 'JXL') return closeLastBox(content)
  if (format === 'JP2' || format === 'J2C') return withOwnGrid(content)
  return format === 'BMP' ? withUsualHeader(content) : content
}

const ORIENTATION = 274
const ENTRY_BYTES = 12

/**
 * Takes the orientation out of a TIFF, and returns it; null without one. ImageMagick turns what libtiff converts for it, such as JPEGs of the
 * old kind, and names the orientation nevertheless.
 */
export function takeOrientation(content: Buffer): { upright: Buffer; orientation: number } | null {
  const directory = findTiffDirectory(content.subarray(0, TIFF_START_BYTES))
  const isLittle = content[0] === 0x49
  const read = (at: number) => (isLittle ? content.readUInt16LE(at) : content.readUInt16BE(at))
  if (directory === null || !/^(II\*|MM\0\*)/.test(content.toString('latin1', 0, 4))) return null
  if (directory + 2 > content.length) return null
  const end = directory + 2 + ENTRY_BYTES * read(directory)
  for (let at = directory + 2; at + ENTRY_BYTES <= Math.min(end, content.length); at += ENTRY_BYTES) {
    if (read(at) !== ORIENTATION) continue
    const [orientation, upright] = [read(at + 8), Buffer.from(content)]
    if (isLittle) upright.writeUInt16LE(1, at + 8)
    else upright.writeUInt16BE(1, at + 8)
    return { upright, orientation }
  }
  return null
}

/** The last box of a JPEG XL may have the length 0, up to the end of the file, with which ImageMagick finds no picture. */
function closeLastBox(content: Buffer): Buffer {
  if (content.toString('latin1', 4, 8) !== 'JXL ') return content
  const last = listBoxesIn(content).at(-1)
  if (!last || content.readUInt32BE(last.start) !== 0) return content
  const closed = Buffer.from(content)
  closed.writeUInt32BE(content.length - last.start, last.start)
  return closed
}

/** The marks of the beginning of the pixels of a JPEG 2000, and of the sizes that come first. */
const SIZES = 'ff4fff51'
const COMPONENT_BYTES = 3

/**
 * Gives a JPEG 2000 the grid of its first colour, when that has only every second point of the grid or less: ImageMagick then reads the wrong
 * points. Tiles that would change leave it as it is.
 */
function withOwnGrid(content: Buffer): Buffer {
  const start = content.indexOf(SIZES, 0, 'hex') + 8
  if (start < 8 || start + 36 > content.length) return content
  const count = content.readUInt16BE(start + 32)
  const [own, header] = [Buffer.from(content), content.indexOf('ihdr', 0, 'latin1')]
  for (const axis of [0, 1]) {
    const steps = Array.from({ length: count }, (_, index) => start + 35 + axis + index * COMPONENT_BYTES)
    const first = content[steps[0] ?? 0] ?? 0
    // The size, its offset, the size of a tile, and its offset.
    const [size = 0, offset, tile = 0, shift] = [0, 8, 16, 24].map((at) => content.readUInt32BE(start + at + 4 * axis))
    if (first < 2 || offset !== 0 || shift !== 0 || (tile < size && tile % first !== 0)) continue
    if (steps.some((at) => (content[at] ?? 1) % first !== 0)) continue
    for (const at of steps) own[at] = (content[at] ?? first) / first
    own.writeUInt32BE(Math.ceil(size / first), start + 4 * axis)
    own.writeUInt32BE(Math.ceil(tile / first), start + 16 + 4 * axis)
    // The header tells the height first.
    if (header > 0 && header < start) own.writeUInt32BE(Math.ceil(size / first), header + 8 - 4 * axis)
  }
  return own
}

const FILE_BYTES = 14
const INFO_BYTES = 40
const OS2_BYTES = 64
/** What OS/2 calls the compressions that others have by the same number, or not at all. */
const KNOWN_COMPRESSIONS = 2
const MOST_BITS = 8

/**
 * Gives a BMP the header of Windows in place of the second one of OS/2, of which ImageMagick misreads the palette, and whose last fields may be
 * missing. A palette that is too long is cut.
 */
function withUsualHeader(content: Buffer): Buffer {
  if (content.length < FILE_BYTES + INFO_BYTES) return content
  const length = content.readUInt32LE(FILE_BYTES)
  const isOs2 = length === OS2_BYTES || (length >= 16 && length < INFO_BYTES)
  const info = Buffer.alloc(INFO_BYTES)
  content.copy(info, 0, FILE_BYTES, FILE_BYTES + Math.min(length, INFO_BYTES))
  const [bits, colours] = [info.readUInt16LE(14), info.readUInt32LE(32)]
  const isLong = length === INFO_BYTES && bits <= MOST_BITS && colours > 2 ** bits
  if (!isOs2 && !isLong) return content
  if (info.readUInt32LE(16) > KNOWN_COMPRESSIONS) throw new Error('unsupported feature: a compression of OS/2')
  const pixels = content.readUInt32LE(10)
  const most = bits <= MOST_BITS ? 4 * 2 ** bits : 0
  const palette = content.subarray(FILE_BYTES + length, Math.min(pixels, FILE_BYTES + length + most))
  info.writeUInt32LE(INFO_BYTES, 0)
  info.writeUInt32LE(palette.length >> 2, 32)
  const start = Buffer.from(content.subarray(0, FILE_BYTES))
  start.writeUInt32LE(FILE_BYTES + INFO_BYTES + palette.length, 10)
  return Buffer.concat([start, info, palette, content.subarray(pixels)])
}
