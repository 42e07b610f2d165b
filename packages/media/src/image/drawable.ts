import { FileFault } from '../errors.js'
import { INCOMPLETE } from '../fault.js'
import type { OpenFile } from '../files/open-beneath.js'
import { readBytes } from '../files/read-chunks.js'
import { findTiffDirectory, TIFF_START_BYTES } from '../tiff-directory.js'
import { listBoxes, requireWholeBoxes } from './boxes.js'

const EXPORT = 'export it as JPEG, PNG, WebP, HEIC or AVIF'

/** The images that can be drawn, by content type; for a RAW file, a JPEG inside it. */
const drawable = new Set(
  [
    'jpeg',
    'png',
    'apng',
    'webp',
    'gif',
    'tiff',
    'avif',
    'heic',
    'heif',
    'heic-sequence',
    'heif-sequence',
    'jxl',
    'jp2',
    'jpx',
    'j2c',
    'bmp',
    'vnd.adobe.photoshop',
    'x-icon',
    'x-adobe-dng',
    'x-canon-cr2',
    'x-canon-cr3',
    'x-crw',
    'x-fujifilm-raf',
    'x-mrw',
    'x-nikon-nef',
    'x-olympus-orf',
    'x-panasonic-rw2',
    'x-sony-arw',
    'x-x3f',
  ].map((name) => `image/${name}`),
)

const boxed = new Set(
  ['avif', 'heic', 'heif', 'heic-sequence', 'heif-sequence', 'jp2', 'jpx'].map((name) => `image/${name}`),
)

/**
 * Throws a FileFault when an image certainly cannot be drawn: its format has no decoder here, or a required part is missing.
 */
export async function requireDrawable(file: OpenFile, mime: string): Promise<void> {
  if (!drawable.has(mime)) {
    throw new FileFault(`its format (${mime}) cannot be drawn; ${mime === 'image/mj2' ? 'export it as MP4' : EXPORT}`)
  }
  if (boxed.has(mime)) await requireWholeBoxes(file)
  else if (mime === 'image/webp') await requireWholeWebp(file)
  else if (mime === 'image/tiff') await requireDirectory(file)
}

/** The type of the box that names the picture to show, which is one of the first in the description of all pictures. */
const MAIN_PICTURE = 'pitm'
const MOST_BYTES = 65_536

/** Returns whether a HEIF or AVIF contains moving pictures without a still one, which only programs for videos decode. */
export async function isOnlySequence(file: OpenFile, mime: string): Promise<boolean> {
  if (!boxed.has(mime)) return false
  const boxes = await listBoxes(file)
  const still = boxes.find(({ type }) => type === 'meta')
  if (!boxes.some(({ type }) => type === 'moov')) return false
  if (!still) return true
  const end = Math.min(still.end, file.size, still.content + MOST_BYTES)
  return !(await readBytes(file, { start: still.content, end: end - 1 })).includes(MAIN_PICTURE)
}

/** Throws when a WebP is incomplete, because its decoder then draws nothing. */
async function requireWholeWebp(file: OpenFile) {
  const length = (await readStart(file, 8)).readUInt32LE(4)
  // Some programs count the byte that fills up the last chunk, and do not write it.
  if (8 + length > file.size + 1) throw new FileFault(INCOMPLETE)
}

async function requireDirectory(file: OpenFile) {
  const directory = findTiffDirectory(await readStart(file, TIFF_START_BYTES))
  if (directory !== null && directory >= file.size) throw new FileFault(INCOMPLETE)
}

async function readStart(file: OpenFile, length: number): Promise<Buffer> {
  if (file.size < length) throw new FileFault(INCOMPLETE)
  return readBytes(file, { start: 0, end: length - 1 })
}
