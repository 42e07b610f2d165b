import { join } from 'node:path'
import { FileFault } from './errors.js'
import { explainImageFault } from './fault.js'
import { recognizeMedia } from './file-type.js'
import type { FilePlace } from './files/open-beneath.js'
import { requireDrawable } from './image/drawable.js'
import { renderInPool } from './image/image-pool.js'
import { isRaw } from './image/raw.js'
import type { Caller } from './tools/turns.js'
import { withOriginal } from './with-original.js'

export interface SquareRequest {
  /** The photo. It is never written to. */
  source: FilePlace
  /** A folder for temporary files. */
  scratch: string
  /** The path to which the JPEG is written. */
  target: string
  signal: AbortSignal
  caller: Caller
}

const EXPORT = 'choose a photo such as a JPEG, PNG, WebP, HEIC or AVIF'

/** The whole photo, of which the middle is cut out. */
const whole = { left: 0, top: 0, right: 1, bottom: 1 }

/**
 * Cuts the middle out of a photo: an upright, square JPEG of at most 250 px, without the metadata of the photo. Throws a FileFault for what
 * is no photo that can be drawn, as makeThumbnails does.
 */
export async function makeSquarePicture({ source, scratch, target, signal, caller }: SquareRequest): Promise<void> {
  try {
    await withOriginal(source, async (file) => {
      const media = await recognizeMedia(file)
      if (media?.type !== 'IMAGE') throw new FileFault(`it is no photo; ${EXPORT}`)
      await requireDrawable(file, media.mime)
      if (await isRaw(file)) throw new FileFault(`it is a RAW photo; ${EXPORT}`)
      const between = { preview: join(scratch, '.preview'), thumbnail: join(scratch, '.thumbnail') }
      await renderInPool({ source: file.steadyPath, ...between, faces: [{ ...whole, target }] }, { signal, caller })
    })
  } catch (error) {
    signal.throwIfAborted()
    throw explainImageFault(error)
  }
}
