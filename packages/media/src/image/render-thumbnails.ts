import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { OUT_OF_MEMORY } from '../fault.js'
import { type Colour, findColour } from './colour.js'
import { decodePicture, isFloat } from './decode-picture.js'
import { drawFaces, type FaceRequest } from './draw-faces.js'
import type { Hdr } from './hdr.js'
import { MemoryNeed, PIXEL_LIMIT } from './memory-need.js'
import { fit, type Size, toPreviewSize } from './preview-size.js'
import { toneMapPixels } from './tone-map-pixels.js'

export interface RenderRequest {
  /** An image in a format that libvips or ImageMagick reads, or HEIC. */
  source: string
  /** The paths to which the JPEG and the WebP are written. */
  preview: string
  thumbnail: string
  /** The faces that are cut out of the preview. */
  faces?: FaceRequest[]
  /** The most bytes that the pixels of a picture may need. A larger one is not decoded. */
  allowed?: number
}

export interface Rendered {
  thumbhash: Uint8Array<ArrayBuffer>
  /** The size of the upright source in pixels. */
  width: number
  height: number
  /** Whether a part of the picture is missing in the file. */
  isDamaged: boolean
}

const THUMBNAIL_EDGE = 250
const THUMBNAIL_LONGEST = 16_383

const whole: SharpOptions = { failOn: 'truncated', limitInputPixels: PIXEL_LIMIT }
/** Options that leave out the missing parts of a file. */
const readable: SharpOptions = { ...whole, failOn: 'none' }

/** What libvips and libheif say of pixels that are stored in a way for which they have no code, or whose number they do not believe. */
const REFUSAL = /not (supported|configured)|exceeds the maximum image size|not have the size signaled/i

/**
 * Makes the preview, the thumbnail and the ThumbHash of an image. Each is made from the file of the one before, which also proves that
 * the file is complete. Draws the existing part of a damaged image, or throws the errors of the decoders when there is none, or a
 * MemoryNeed.
 */
export async function renderThumbnails(request: RenderRequest): Promise<Rendered> {
  const rendered = await renderWhole(request)
  await drawFaces(request.preview, request.faces ?? [])
  return rendered
}

async function renderWhole(request: RenderRequest): Promise<Rendered> {
  try {
    return { ...(await renderByAny(request)), isDamaged: false }
  } catch (error) {
    if (error instanceof MemoryNeed || OUT_OF_MEMORY.test(String(error))) throw error
    const rendered = await render(request, readable).catch(() => null)
    if (!rendered || (await isBlank(request.preview))) throw error
    return { ...rendered, isDamaged: true }
  }
}

/** Renders by libvips or, if it refuses the image, by ImageMagick. */
async function renderByAny(request: RenderRequest) {
  try {
    return await render(request, whole)
  } catch (error) {
    if (error instanceof Error && REFUSAL.test(error.message)) return render(request, whole, error)
    throw error
  }
}

async function render(request: RenderRequest, sharpOptions: SharpOptions, refusal?: Error) {
  const { source, preview, thumbnail, allowed = Number.POSITIVE_INFINITY } = request
  const { input, metadata, isTransparent, hdr } = await decodePicture(source, sharpOptions, { allowed, refusal })
  const options = toOptions(sharpOptions, metadata)
  const colour = hdr ? 'plain' : await findColour(metadata)
  const upright = drawUpright(input, colour, {
    options,
    size: toPreviewSize(metadata.autoOrient),
  })
  const drawn = await (hdr ? await toneMap(upright, metadata, hdr) : upright)
    .flatten({ background: 'white' })
    .jpeg(isSmall(metadata.autoOrient) ? { quality: 95, chromaSubsampling: '4:4:4' } : { quality: 80 })
    .toFile(preview)
  // Of tiles with a JPEG of the old kind, libvips draws nothing, and only warns.
  if (metadata.format === 'tiff' && input === source && (await isBlank(preview))) throw new Error('not supported')
  const size = fit(drawn, THUMBNAIL_EDGE, THUMBNAIL_LONGEST)
  // A JPEG cannot be transparent.
  const small =
    isTransparent && !hdr
      ? drawUpright(input, colour, { options, size })
      : sharp(preview, whole).resize(size).keepIccProfile()
  await small.webp({ lossless: isSmall(drawn) }).toFile(thumbnail)
  const { data, info } = await sharp(thumbnail, whole)
    .resize({ width: 100, height: 100, fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { thumbhash: Uint8Array.from(rgbaToThumbHash(info.width, info.height, data)), ...metadata.autoOrient }
}

const SMALL = 64

/** Whether a picture is so small that one colour for four of its pixels, as JPEG and WebP usually have, would be seen. */
function isSmall({ width, height }: Size): boolean {
  return width < SMALL && height < SMALL
}

/** Converts an HDR picture to sRGB. */
async function toneMap(picture: Sharp, metadata: Metadata, hdr: Hdr): Promise<Sharp> {
  const { space, depth } = isFloat(metadata)
    ? ({ space: metadata.space === 'b-w' ? 'b-w' : 'scrgb', depth: 'float' } as const)
    : metadata.depth === 'ushort'
      ? ({ space: 'rgb16', depth: 'ushort' } as const)
      : ({ space: 'srgb', depth: 'uchar' } as const)
  const { data, info } = await picture
    .toColourspace(space)
    .removeAlpha()
    .raw({ depth })
    .toBuffer({ resolveWithObject: true })
  const { type, brightest } = numbers[depth]
  const codes = new type(data.buffer, data.byteOffset, data.length / type.BYTES_PER_ELEMENT)
  const mapped = toneMapPixels({ data: codes, channels: info.channels === 1 ? 1 : 3, brightest }, hdr)
  return sharp(mapped, { raw: { width: info.width, height: info.height, channels: 3 } })
}

/** The storage of light in libvips, and the value of the brightest. */
const numbers = {
  uchar: { type: Uint8Array, brightest: 255 },
  ushort: { type: Uint16Array, brightest: 65_535 },
  float: { type: Float32Array, brightest: 1 },
}

/** Recognises the missing strips of a TIFF, which libvips reports as errors rather than as a truncation. */
function toOptions(options: SharpOptions, { format }: Metadata): SharpOptions {
  return format === 'tiff' && options.failOn === 'truncated' ? { ...options, failOn: 'error' } : options
}

/** Returns whether a picture has one colour. Then nothing of its damaged source could be read. */
async function isBlank(picture: string): Promise<boolean> {
  const { channels } = await sharp(picture, whole).stats()
  return channels.every(({ min, max }) => min === max)
}

function drawUpright(
  input: string | Buffer,
  colour: Colour,
  { options, size }: { options: SharpOptions; size: ReturnType<typeof fit> },
): Sharp {
  const drawn = sharp(input, { ...options, ignoreIcc: colour === 'plain' })
    .autoOrient()
    .resize(size)
  return colour === 'wide' ? drawn.keepIccProfile() : drawn
}
