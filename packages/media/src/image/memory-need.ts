import type { Metadata } from 'sharp'

/** The largest number of pixels that an image may have, so that no small file can fill the memory. */
export const PIXEL_LIMIT = 300_000_000

/** Thrown before the pixels of a picture are decoded that needs so many bytes, more than it may have. */
export class MemoryNeed extends Error {
  readonly bytes: number

  constructor(bytes: number) {
    super('the picture needs more memory')
    this.bytes = bytes
  }
}

/** The bytes that a picture may need, and the size of its file. */
export interface MemoryLimit {
  allowed: number
  fileSize: number
  isJpeg?: boolean
}

/** The most bytes that a damaged picture may need, whose size may be false. */
export const DAMAGED_BYTES: number = 900 * 2 ** 20

/** The bytes of the process before it decodes. */
const OWN_BYTES = 140 * 2 ** 20

/** The bytes that libheif and ImageMagick hold for each pixel, as measured. */
export const HEIC_BYTES = 7.5
export const MAGICK_BYTES = 17
const AVIF_BYTES = 19

/** The most pixels in a byte of a photo, except for one of a single colour. */
const MOST_PIXELS_IN_A_BYTE = 20_000
/** The most pixels in a byte of a JPEG, which has at least a bit for each block of 64 pixels. */
const MOST_PIXELS_OF_JPEG = 512

const TOO_SMALL = 'truncated: the file is too small for its pixels'

/**
 * The most pixels that a byte of a file can contain, by the best that each format can do: PSD and PNG unpack 1032 bytes of one, of
 * eight pixels each, and BMP repeats a pixel 255 times in two. Formats without such a bound, such as WebP, are not listed.
 */
const mostPixelsInAByte: Record<string, number> = {
  BMP: 128,
  PSD: 8 * 1_032,
  png: 8 * 1_032,
  jpeg: MOST_PIXELS_OF_JPEG,
}

/** Throws when a file is too small to contain so many pixels. */
export function requireFilled(pixels: number, format: string | undefined, fileSize: number): void {
  const most = mostPixelsInAByte[format ?? '']
  if (most !== undefined && pixels > most * fileSize) throw new Error(TOO_SMALL)
}

/**
 * Throws when the decoded bytes of a picture need more memory than is allowed, or when its file is too small to contain so many.
 */
export function requireMemory(decoded: number, pixels: number, { allowed, fileSize, isJpeg }: MemoryLimit): void {
  const bytes = OWN_BYTES + decoded
  if (bytes <= allowed) return
  if (pixels > (isJpeg ? MOST_PIXELS_OF_JPEG : MOST_PIXELS_IN_A_BYTE) * fileSize) throw new Error(TOO_SMALL)
  throw new MemoryNeed(bytes)
}

/** Returns the bytes that libvips holds for each pixel of a picture: none where it decodes one row after another. */
export function countPixelBytes({ format, isProgressive, channels, depth }: Metadata): number {
  const stored = channels * (depth === 'uchar' ? 1 : depth === 'ushort' ? 2 : 4)
  if (format === 'heif') return AVIF_BYTES
  if (format === 'jpeg') return isProgressive ? 2 * channels : 0
  if (format === 'png') return isProgressive ? stored : 0
  return stored
}
