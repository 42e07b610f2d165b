import type { ExifReader } from './exif/exif.js'
import { explainImageFault, explainVideoFault } from './fault.js'
import { recognizeMedia } from './file-type.js'
import type { Destination } from './files/destination.js'
import type { FilePlace, OpenFile } from './files/open-beneath.js'
import type { FaceRequest } from './image/draw-faces.js'
import { isOnlySequence, requireDrawable } from './image/drawable.js'
import { type RenderLimits, renderInPool } from './image/image-pool.js'
import { isRaw } from './image/raw.js'
import type { Rendered } from './image/render-thumbnails.js'
import type { Caller } from './tools/turns.js'
import { isCutVideo } from './video/cut-video.js'
import { extractFirstFrame, extractFrame } from './video/video-frame.js'
import { withOriginal } from './with-original.js'

export interface ThumbnailRequest {
  /** The photo or video. It is never written to. */
  source: FilePlace
  type: 'IMAGE' | 'VIDEO'
  /** The keys of the JPEG and the WebP. */
  preview: string
  thumbnail: string
  /** Faces in the upright photo, and the keys of their pictures. */
  faces?: (Omit<FaceRequest, 'target'> & { key: string })[]
  derived: Destination
  exif: ExifReader
  signal?: AbortSignal | undefined
  caller?: Caller
  /** The limits of decoding, in place of the usual ones. */
  limits?: RenderLimits | undefined
}

/**
 * Makes the preview (JPEG, 1440 px on the shorter edge), the thumbnail (WebP, 250 px) and the ThumbHash of a photo or video.
 * They are upright and never enlarged. Both files are replaced completely or not at all. Throws an Error in words
 * for the owner of the file, a FileFault among them, what `derived` throws, or the reason of the aborted signal.
 */
export async function makeThumbnails(request: ThumbnailRequest): Promise<Rendered> {
  const { source, type, preview, thumbnail, faces = [], derived, signal, limits, caller } = request
  try {
    return await withOriginal(source, (file) =>
      derived.replace(
        [preview, thumbnail, ...faces.map(({ key }) => key)],
        async ([jpeg, webp, ...targets], scratch) => {
          const drawn = await prepare(file, scratch, request)
          const cut = faces.map((face, index) => ({ ...face, target: targets[index] ?? '' }))
          const picture = { source: drawn, preview: jpeg, thumbnail: webp, faces: cut }
          const rendered = await renderInPool(picture, { signal, limits, caller })
          return type === 'VIDEO' ? { ...rendered, isDamaged: await isCutVideo(file) } : rendered
        },
        signal,
      ),
    )
  } catch (error) {
    signal?.throwIfAborted()
    throw type === 'VIDEO' ? explainVideoFault(error) : explainImageFault(error)
  }
}

/** Returns the path of an image that can be rendered: the source itself, or a frame or preview written to `target`. */
async function prepare(
  file: OpenFile,
  target: string,
  { type, exif, signal, caller }: ThumbnailRequest,
): Promise<string> {
  const media = type === 'IMAGE' ? await recognizeMedia(file) : null
  if (media) await requireDrawable(file, media.mime)
  if (type === 'VIDEO') await extractFrame(file, target, { signal, caller })
  else if (media && (await isOnlySequence(file, media.mime))) await extractFirstFrame(file, target, { signal, caller })
  else if (await isRaw(file)) await exif.extractPreview(file, target, caller)
  else return file.steadyPath
  return target
}
