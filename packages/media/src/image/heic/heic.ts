import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { PIXEL_LIMIT } from '../memory-need.js'
import { type Size, toPreviewSize } from '../preview-size.js'
import { toTiff } from '../to-tiff.js'
import { type Area, takeCrop } from './crop.js'
import { withSizeOfPixels } from './size-of-pixels.js'

/**
 * Decodes a HEIC photo into an upright TIFF of the size of a preview with the colour profile of the photo, and returns the size of the
 * photo. Blocks its thread for about a second. Throws when the file is damaged; missing parts of an incomplete one are grey.
 */
export async function decodeHeic(path: string, icc: Buffer = Buffer.alloc(0)): Promise<Preview> {
  const content = await readFile(path)
  try {
    return await decode(content, icc)
  } catch (error) {
    // libheif compares the stored pixels with those that a crop leaves.
    const uncropped = /exceeds the maximum image size/i.test(String(error)) ? takeCrop(content) : null
    if (uncropped) return decode(uncropped.content, icc, uncropped.area)
    const sized = withSizeOfPixels(content, error)
    if (!sized) throw error
    return decode(sized, icc)
  }
}

interface Preview {
  preview: Buffer
  size: Size
}

async function decode(content: Buffer, icc: Buffer, area: Area | null = null): Promise<Preview> {
  const heif = await loadHeif()
  const context = heif.heif_context_alloc()
  try {
    requireOk(heif.heif_context_read_from_memory(context, content))
    const handle = requireOk(heif.heif_js_context_get_primary_image_handle(context))
    try {
      const { heif_chroma_interleaved_RGB: opaque, heif_chroma_interleaved_RGBA: transparent } = heif.heif_chroma
      const chroma = heif.heif_image_handle_has_alpha_channel(handle) ? transparent : opaque
      const { heif_colorspace_RGB: rgb } = heif.heif_colorspace
      const picture = requireOk(await heif.heif_js_decode_image2(handle, rgb, chroma))
      try {
        return await shrink(picture.channels[0], { samples: chroma === opaque ? 3 : 4, icc, area })
      } finally {
        heif.heif_image_release(picture.image)
      }
    } finally {
      heif.heif_image_handle_release(handle)
    }
  } finally {
    heif.heif_context_free(context)
  }
}

/** Shrinks pixels in the memory of the decoder: a copy of those of a large photo takes hundreds of megabytes. */
async function shrink(
  channel: Channel | undefined,
  { samples, icc, area }: { samples: 3 | 4; icc: Buffer; area: Area | null },
): Promise<Preview> {
  if (!channel) throw new Error('HEIF processing error')
  const { width, height, stride, data } = channel
  const row = samples * width
  for (let y = 1; stride !== row && y < height; y++) data.copyWithin(y * row, y * stride, y * stride + row)
  const raw = { width, height, channels: samples }
  const { left, top, ...whole } = area ?? { left: 0, top: 0, width, height }
  const size = toPreviewSize(whole)
  const pixels = await sharp(data.subarray(0, row * height), { raw, limitInputPixels: PIXEL_LIMIT })
    .extract({ left, top, ...whole })
    .resize(size)
    .flatten({ background: 'white' })
    .raw()
    .toBuffer()
  return { preview: toTiff(pixels, size.width, size.height, icc), size: whole }
}

/** Returns the reason why the decoder does not work on this machine; null when it does. */
export async function findHeicFault(): Promise<string | null> {
  return loadHeif().then(
    () => null,
    ({ message }: Error) => message,
  )
}

function requireOk<T extends object>(result: T | Failure): T {
  if (isFailure(result)) throw new Error(result.message)
  return result
}

function isFailure(result: object | Failure): result is Failure {
  return 'message' in result && result.message !== 'Success'
}

/** The answer of libheif when it has no better one; the message may also be `Success`. */
interface Failure {
  code: unknown
  message: string
}

interface Picture {
  image: object
  channels: Channel[]
}

/** The rows of a decoded picture, in the memory of the decoder. */
interface Channel extends Size {
  /** The bytes from the start of one row to that of the next. */
  stride: number
  data: Uint8Array
}

/** The parts of libheif that are used. It has no types for its entry. */
interface Heif {
  ready: Promise<unknown>
  heif_colorspace: { heif_colorspace_RGB: object }
  heif_chroma: { heif_chroma_interleaved_RGB: object; heif_chroma_interleaved_RGBA: object }
  heif_context_alloc(): object
  heif_context_free(context: object): void
  heif_context_read_from_memory(context: object, content: Buffer): Failure
  heif_js_context_get_primary_image_handle(context: object): object | Failure
  heif_image_handle_has_alpha_channel(handle: object): number
  heif_image_handle_release(handle: object): void
  heif_image_release(image: object): void
  heif_js_decode_image2(handle: object, colorspace: object, chroma: object): Promise<Picture | Failure>
}

/** Loads libheif on the first call. */
async function loadHeif(): Promise<Heif> {
  const require = createRequire(import.meta.url)
  const heif: Heif = require('libheif-js/wasm-bundle')
  await heif.ready
  return heif
}
