import { parse } from 'icc'
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { decodeHeic } from './heic.js'

/** The most pixels that an image may have, so that no small file fills the memory. */
export const pixelLimit = 300_000_000

export interface RenderRequest {
  /** An image in a format that libvips reads, or HEIC. */
  source: string
  /** Where the JPEG and the WebP are written. */
  preview: string
  thumbnail: string
}

export interface Rendered {
  thumbhash: Uint8Array<ArrayBuffer>
  /** Of the source, upright, in pixels. */
  width: number
  height: number
}

const previewEdge = 1_440
const previewLongest = 65_500
const thumbnailEdge = 250
const thumbnailLongest = 16_383

const options: SharpOptions = { failOn: 'truncated', limitInputPixels: pixelLimit }

type Colour = 'plain' | 'wide' | 'foreign'

/**
 * Draws the preview, the thumbnail and the ThumbHash of an image. Each is made of the one before, read back from its
 * file, so that what was written is known to be whole. Throws what libvips and libheif say of a broken image.
 */
export async function renderThumbnails({ source, preview, thumbnail }: RenderRequest): Promise<Rendered> {
  let input: string | Buffer = source
  let metadata = await sharp(source, options).metadata()
  if (metadata.format === 'heif' && metadata.compression === 'hevc') {
    if (metadata.width * metadata.height > pixelLimit) throw new Error('Input image exceeds pixel limit')
    input = await decodeHeic(source, metadata.icc)
    metadata = await sharp(input, options).metadata()
  }
  const drawn = await drawPreview(input, metadata).jpeg({ quality: 80 }).toFile(preview)
  await sharp(preview, options)
    .resize(fit(drawn, thumbnailEdge, thumbnailLongest))
    .keepIccProfile()
    .webp()
    .toFile(thumbnail)
  const { data, info } = await sharp(thumbnail, options)
    .resize({ width: 100, height: 100, fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { thumbhash: Uint8Array.from(rgbaToThumbHash(info.width, info.height, data)), ...metadata.autoOrient }
}

function drawPreview(input: string | Buffer, metadata: Metadata): Sharp {
  const colour = findColour(metadata)
  const drawn = sharp(input, { ...options, ignoreIcc: colour === 'plain' })
    .autoOrient()
    .resize(fit(metadata.autoOrient, previewEdge, previewLongest))
    .flatten({ background: 'white' })
  return colour === 'wide' ? drawn.keepIccProfile() : drawn
}

/** Whether pixels are sRGB as they are, are RGB of a profile that stays with them, or need to be converted. */
function findColour({ icc, space, channels, hasAlpha }: Metadata): Colour {
  const colours = channels - Number(hasAlpha)
  if (space === 'cmyk' || space === 'lab' || space === 'labs') return 'foreign'
  if (!icc) return 'plain'
  if (colours !== 3) return 'foreign'
  return isSrgb(icc) ? 'plain' : 'wide'
}

function isSrgb(icc: Buffer) {
  try {
    return /srgb/i.test(parse(icc).description ?? '')
  } catch {
    return false
  }
}

/** `edge` on the shorter side but never enlarged, and nowhere longer than the format can hold. */
function fit({ width, height }: { width: number; height: number }, edge: number, longest: number) {
  const scale = Math.min(1, edge / Math.min(width, height), longest / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
    fit: 'fill',
  } as const
}
