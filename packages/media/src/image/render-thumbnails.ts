import { parse } from 'icc'
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { decodePicture } from './decode-picture.js'
import { drawFaces, type FaceRequest } from './draw-faces.js'
import type { Hdr } from './hdr.js'
import { PIXEL_LIMIT } from './pixel-limit.js'
import { toneMapPixels } from './tone-map-pixels.js'

export interface RenderRequest {
  /** An image in a format that libvips or ImageMagick reads, or HEIC. */
  source: string
  /** The paths to which the JPEG and the WebP are written. */
  preview: string
  thumbnail: string
  /** The faces that are cut out of the preview. */
  faces?: FaceRequest[]
}

export interface Rendered {
  thumbhash: Uint8Array<ArrayBuffer>
  /** The size of the upright source in pixels. */
  width: number
  height: number
  /** Whether a part of the picture is missing in the file. */
  isDamaged: boolean
}

const PREVIEW_EDGE = 1_440
const PREVIEW_LONGEST = 65_500
const THUMBNAIL_EDGE = 250
const THUMBNAIL_LONGEST = 16_383

const whole: SharpOptions = { failOn: 'truncated', limitInputPixels: PIXEL_LIMIT }
/** Leaves out what is missing in the file. */
const readable: SharpOptions = { ...whole, failOn: 'none' }

type Colour = 'plain' | 'wide' | 'foreign'

/**
 * Makes the preview, the thumbnail and the ThumbHash of an image. Each is made from the file of the one before, which also
 * proves that the file is complete. Of a damaged image, draws what is there. Throws the errors of the decoders when that is
 * nothing.
 */
export async function renderThumbnails(request: RenderRequest): Promise<Rendered> {
  const rendered = await renderWhole(request)
  await drawFaces(request.preview, request.faces ?? [])
  return rendered
}

async function renderWhole(request: RenderRequest): Promise<Rendered> {
  try {
    return { ...(await render(request, whole)), isDamaged: false }
  } catch (error) {
    const rendered = await render(request, readable).catch(() => null)
    if (!rendered || (await isBlank(request.preview))) throw error
    return { ...rendered, isDamaged: true }
  }
}

async function render({ source, preview, thumbnail }: RenderRequest, given: SharpOptions) {
  const { input, metadata, isTransparent, hdr } = await decodePicture(source, given)
  const options = toOptions(given, metadata)
  const upright = drawUpright(input, metadata, {
    options,
    size: fit(metadata.autoOrient, PREVIEW_EDGE, PREVIEW_LONGEST),
  })
  const drawn = await (hdr ? await toneMap(upright, metadata, hdr) : upright)
    .flatten({ background: 'white' })
    .jpeg({ quality: 80 })
    .toFile(preview)
  const size = fit(drawn, THUMBNAIL_EDGE, THUMBNAIL_LONGEST)
  // A JPEG cannot be transparent.
  const small =
    isTransparent && !hdr
      ? drawUpright(input, metadata, { options, size })
      : sharp(preview, whole).resize(size).keepIccProfile()
  await small.webp().toFile(thumbnail)
  const { data, info } = await sharp(thumbnail, whole)
    .resize({ width: 100, height: 100, fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { thumbhash: Uint8Array.from(rgbaToThumbHash(info.width, info.height, data)), ...metadata.autoOrient }
}

/** Converts an HDR picture to sRGB. */
async function toneMap(picture: Sharp, { depth }: Metadata, hdr: Hdr): Promise<Sharp> {
  const isDeep = depth === 'ushort'
  const { data, info } = await picture
    .toColourspace(isDeep ? 'rgb16' : 'srgb')
    .removeAlpha()
    .raw({ depth: isDeep ? 'ushort' : 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const codes = isDeep ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data
  const mapped = toneMapPixels({ data: codes, brightest: isDeep ? 65_535 : 255 }, hdr)
  return sharp(mapped, { raw: { width: info.width, height: info.height, channels: 3 } })
}

/** Of a TIFF, libvips reports missing strips as errors rather than as a truncation. */
function toOptions(options: SharpOptions, { format }: Metadata): SharpOptions {
  return format === 'tiff' && options.failOn === 'truncated' ? { ...options, failOn: 'error' } : options
}

/** Whether a picture has one colour. Then nothing of its damaged source could be read. */
async function isBlank(picture: string): Promise<boolean> {
  const { channels } = await sharp(picture, whole).stats()
  return channels.every(({ min, max }) => min === max)
}

function drawUpright(
  input: string | Buffer,
  metadata: Metadata,
  { options, size }: { options: SharpOptions; size: ReturnType<typeof fit> },
): Sharp {
  const colour = findColour(metadata)
  const drawn = sharp(input, { ...options, ignoreIcc: colour === 'plain' })
    .autoOrient()
    .resize(size)
  return colour === 'wide' ? drawn.keepIccProfile() : drawn
}

/** Finds out whether the pixels are sRGB, are RGB with a profile to keep, or have to be converted. */
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

/** Returns the size with `edge` on the shorter side, never enlarged, and within the limits of the format. */
function fit({ width, height }: { width: number; height: number }, edge: number, longest: number) {
  const scale = Math.min(1, edge / Math.min(width, height), longest / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
    fit: 'fill',
  } as const
}
