import type { ExifReader } from './exif.js'
import { describeImageFault } from './fault.js'
import { type RenderLimits, renderInPool } from './image-pool.js'
import { isRaw } from './raw.js'
import type { Rendered } from './render-thumbnails.js'
import { replaceFiles } from './replace-files.js'
import { requireContent } from './require-content.js'
import { extractFrame } from './video-frame.js'

export interface ThumbnailRequest {
  /** The path of a photo or film, which is only read. */
  source: string
  type: 'IMAGE' | 'VIDEO'
  /** The paths of the JPEG and the WebP to write. */
  preview: string
  thumbnail: string
  exif: ExifReader
  signal?: AbortSignal | undefined
  /** What drawing it may take; a minute and 3 GB unless given. */
  limits?: RenderLimits | undefined
}

/** Where an image is that can be rendered: the source itself, or what of it was put into `target`. */
const prepare = async ({ source, type, exif, signal }: ThumbnailRequest, target: string): Promise<string> => {
  if (type === 'VIDEO') await extractFrame(source, target, signal)
  else if (await isRaw(source)) await exif.extractPreview(source, target)
  else return source
  return target
}

/**
 * Makes the preview (JPEG, 1440 px on the shorter edge) and the thumbnail (WebP, 250 px) of a photo or film, and its
 * ThumbHash; upright, never enlarged. Both files are there whole, or as they were. Throws an Error that names the file
 * and says what is wrong with it; when aborted, the signal's reason.
 */
export const makeThumbnails = async (request: ThumbnailRequest): Promise<Rendered> => {
  const { source, signal, limits } = request
  try {
    await requireContent(source)
    return await replaceFiles([request.preview, request.thumbnail], async ([preview, thumbnail], scratch) =>
      renderInPool({ source: await prepare(request, scratch), preview, thumbnail }, { signal, limits }),
    )
  } catch (error) {
    signal?.throwIfAborted()
    throw new Error(`${JSON.stringify(source)} cannot be drawn: ${describeImageFault(error)}`, { cause: error })
  }
}
