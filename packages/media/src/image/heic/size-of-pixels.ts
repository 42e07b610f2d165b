import { PIXEL_LIMIT } from '../memory-need.js'
import type { Size } from '../preview-size.js'
import { readCodedSize } from './coded-size.js'
import { listMainProperties } from './crop.js'

/** What libheif says of pixels that are many more, or others, than the file tells. */
const BEYOND = /Image size (\d+)x(\d+) exceeds the maximum image size/i
const OTHER = /does not have the size signaled/i

/**
 * Returns a HEIC or AVIF that tells the size of its pixels, where libheif refused them because of the smaller size of another layer, or a
 * HEIC because of a rounded one. Null for any other refusal.
 */
export function withSizeOfPixels(content: Buffer, refusal: unknown): Buffer | null {
  const properties = listMainProperties(content)
  const find = (type: string) => properties.find((property) => property.type === type)
  const [told, coding] = [find('ispe'), find('hvcC')]
  const [, wide, high] = BEYOND.exec(String(refusal)) ?? []
  const size =
    wide !== undefined
      ? { width: Number(wide), height: Number(high) }
      : coding && OTHER.test(String(refusal))
        ? findCodedSize(content.subarray(coding.content, coding.end))
        : null
  if (!size || !told || told.end < told.content + 12 || size.width * size.height > PIXEL_LIMIT) return null
  const sized = Buffer.from(content)
  sized.writeUInt32BE(size.width, told.content + 4)
  sized.writeUInt32BE(size.height, told.content + 8)
  return sized
}

function findCodedSize(configuration: Buffer): Size | null {
  try {
    const size = readCodedSize(configuration)
    return size.width > 0 && size.height > 0 ? size : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
