import { extname } from 'node:path'
import { type Detector, fileTypeFromFile } from 'file-type'
import { audioExtensions, imageExtensions, rawExtensions, videoExtensions } from './extensions.js'
import type { OpenFile } from './files/open-beneath.js'
import { findTiffDirectory, TIFF_START_BYTES } from './tiff-directory.js'

/** The fault of a file that only its name makes a photo, video or sound. */
export const NOT_MEDIA = 'its content is not a photo, video or sound file; remove it from the folder, or rename it'

/** What an asset made of a file is. */
export type MediaType = 'IMAGE' | 'VIDEO' | 'AUDIO'

const mediaExtensions = new Set([...rawExtensions, ...imageExtensions, ...videoExtensions, ...audioExtensions])

/** Whether a file calls itself a photo, video or sound, whatever its content is. `.ts` and `.mts` are as often programs. */
export function hasMediaName(path: string): boolean {
  return mediaExtensions.has(extension(path))
}

const rawSignatures = { crw: 'II\x1a\0\0\0HEAPCCDR', mrw: '\0MRM', x3f: 'FOVb' }

/** RAW formats that file-type does not know. */
const oldRaw: Detector = {
  id: 'old-raw',
  detect: async (tokenizer) => {
    const start = Buffer.alloc(14)
    await tokenizer.peekBuffer(start, { mayBeLess: true })
    const found = Object.entries(rawSignatures).find(([, signature]) => start.toString('latin1').startsWith(signature))
    return found && { ext: found[0], mime: `image/x-${found[0]}` }
  },
}

/** Brands of images in an ISO box. file-type knows the most frequent ones, and takes the others for videos. */
const imageBrands = /^(mif[123]|msf1|hei[cxms]|hev[cxms]|avi[fs]|miaf|MiH[ABE]|1pic|unif|j2ki|vvic)$/
const videoBrands = /^(isom|iso\d|mp4\d|avc1|qt {2}|M4|3g|f4v|XAVC|dash)/i

/** Images in an ISO box whose main brand file-type does not know. */
const rareHeif: Detector = {
  id: 'rare-heif',
  detect: async (tokenizer) => {
    const start = Buffer.alloc(64)
    const read = await tokenizer.peekBuffer(start, { mayBeLess: true })
    if (start.toString('latin1', 4, 8) !== 'ftyp') return undefined
    const end = Math.min(start.readUInt32BE(0), read)
    const [main = '', , ...others] = listBrands(start.toString('latin1', 8, end))
    const isImage =
      imageBrands.test(main) || (others.some((brand) => imageBrands.test(brand)) && !videoBrands.test(main))
    return isImage && !frequentBrands.has(main) ? { ext: 'heif', mime: 'image/heif' } : undefined
  },
}

/** A TIFF whose directory is cut off. file-type looks into the directory. */
const cutTiff: Detector = {
  id: 'cut-tiff',
  detect: async (tokenizer) => {
    const start = Buffer.alloc(TIFF_START_BYTES)
    const read = await tokenizer.peekBuffer(start, { mayBeLess: true })
    const directory = findTiffDirectory(start.subarray(0, read))
    return directory !== null && directory >= (tokenizer.fileInfo.size ?? Number.POSITIVE_INFINITY)
      ? { ext: 'tif', mime: 'image/tiff' }
      : undefined
  },
}

/** Those for which file-type has a type of its own; `crx ` is Canon's RAW. */
const frequentBrands = new Set(['avif', 'avis', 'mif1', 'msf1', 'heic', 'heix', 'hevc', 'hevx', 'crx '])

/** Splits the content of an `ftyp` box: the main brand, a version, and the compatible brands. */
function listBrands(text: string): string[] {
  return text.match(/.{4}/gs) ?? []
}

/** Containers of videos and of sounds alike. */
const containers = /^(application\/(ogg|mxf|vnd\.ms-asf|vnd\.rn-realmedia)|video\/(mp4|matroska|webm|ogg|x-ms-asf))$/

/**
 * What to call a file when it is sent, by its content: its media type, such as `image/jpeg`, and the usual extension of that, such as
 * `jpg`. All that is no photo, video or sound is `application/octet-stream` and `bin`, whatever its name says.
 */
export async function findContentType(file: OpenFile): Promise<{ type: string; extension: string }> {
  const { mime = '', ext = '' } = (await findType(file)) ?? {}
  const isMedia = /^(image|video|audio)\//.test(mime) || containers.test(mime)
  return isMedia ? { type: mime, extension: ext } : { type: 'application/octet-stream', extension: 'bin' }
}

/** What a file is by its content, with its content type. */
export interface RecognizedMedia {
  type: MediaType
  mime: string
}

/**
 * Tells what a file is by its content; its extension only decides where the content may be either. Null: not a photo,
 * video or sound. Throws the error of the file system when it cannot be read.
 */
export async function recognizeMedia(file: OpenFile): Promise<RecognizedMedia | null> {
  const { mime } = (await findType(file)) ?? { mime: '' }
  const type = toMediaType(mime, file)
  return type && { type, mime }
}

/** As recognizeMedia, without the content type. */
export async function findMediaType(file: OpenFile): Promise<MediaType | null> {
  return (await recognizeMedia(file))?.type ?? null
}

function toMediaType(mime: string, { path }: OpenFile): MediaType | null {
  if (mime === 'image/vnd.dwg') return null
  if (containers.test(mime)) return audioExtensions.includes(extension(path)) ? 'AUDIO' : 'VIDEO'
  if (mime.startsWith('image/')) return 'IMAGE'
  if (mime.startsWith('video/')) return 'VIDEO'
  return mime.startsWith('audio/') ? 'AUDIO' : null
}

function extension(path: string) {
  return extname(path).slice(1).toLowerCase()
}

function findType({ steadyPath }: OpenFile) {
  return fileTypeFromFile(steadyPath, { customDetectors: [oldRaw, rareHeif, cutTiff] })
}
