import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { type Detector, fileTypeFromFile } from 'file-type'
import pLimit from 'p-limit'
import { TimeFault } from './errors.js'
import { audioExtensions, imageExtensions, rawExtensions, videoExtensions } from './extensions.js'
import type { OpenFile } from './files/open-beneath.js'
import { readBytes } from './files/read-chunks.js'
import { findTiffDirectory, listTiffTags, TIFF_START_BYTES } from './tiff-directory.js'
import { type Probe, probe } from './video/ffmpeg.js'

/** The fault of a file that is a photo, video or sound only by its name. */
export const NOT_MEDIA = 'its content is not a photo, video or sound file; remove it from the folder, or rename it'

/** The type of the asset of a file. */
export type MediaType = 'IMAGE' | 'VIDEO' | 'AUDIO'

const mediaExtensions = new Set([...rawExtensions, ...imageExtensions, ...videoExtensions, ...audioExtensions])

/**
 * Returns whether the name of a file is that of a photo, video or sound, whatever its content is. `.ts` and `.mts` are as often programs.
 */
export function hasMediaName(path: string): boolean {
  return mediaExtensions.has(extension(path))
}

const signatures = [
  ['II\x1a\0\0\0HEAPCCDR', { ext: 'crw', mime: 'image/x-crw' }],
  ['\0MRM', { ext: 'mrw', mime: 'image/x-mrw' }],
  ['FOVb', { ext: 'x3f', mime: 'image/x-x3f' }],
  ['RF64', { ext: 'wav', mime: 'audio/wav' }],
] as const

/** Detects RAW formats, and WAV files of more than 4 GB, that file-type does not know. */
const rare: Detector = {
  id: 'rare',
  detect: async (tokenizer) => {
    const start = Buffer.alloc(14)
    await tokenizer.peekBuffer(start, { mayBeLess: true })
    return signatures.find(([signature]) => start.toString('latin1').startsWith(signature))?.[1]
  },
}

/** The brands of images in an ISO box. file-type knows the most frequent ones, and takes the others for videos. */
const imageBrands = /^(mif[123]|msf1|hei[cxms]|hev[cxms]|avi[fs]|miaf|MiH[ABE]|1pic|unif|j2ki|vvic)$/
const videoBrands = /^(isom|iso\d|mp4\d|avc1|qt {2}|M4|3g|f4v|XAVC|dash)/i

/** Detects images in an ISO box whose main brand file-type does not know. */
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

/** Detects a TIFF whose directory is cut off. file-type would read the directory. */
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

/** The brands for which file-type has a type of its own; `crx ` is Canon's RAW. */
const frequentBrands = new Set(['avif', 'avis', 'mif1', 'msf1', 'heic', 'heix', 'hevc', 'hevx', 'crx '])

/** Splits the content of an `ftyp` box: the main brand, a version, and the compatible brands. */
function listBrands(text: string): string[] {
  return text.match(/.{4}/gs) ?? []
}

/** The containers of videos and of sounds that file-type does not call videos. */
const containers = /^application\/(ogg|mxf|vnd\.ms-asf|vnd\.rn-realmedia)$/

/**
 * Returns the content type with which a file is sent, such as `image/jpeg`, and its usual extension, such as `jpg`, by its content. A file
 * that is no photo, video or sound gets `application/octet-stream` and `bin`, whatever its name is.
 */
export async function findContentType(file: OpenFile): Promise<{ type: string; extension: string }> {
  const { mime, ext } = await findType(file)
  return toKind(mime) ? { type: mime, extension: ext } : { type: 'application/octet-stream', extension: 'bin' }
}

/** Limits the number of ffprobe processes, because many files may arrive at once. */
const probing = pLimit(availableParallelism())

/** The type of a file by its content, with its content type. */
export interface RecognizedMedia {
  type: MediaType
  mime: string
}

/**
 * Recognizes a file by its content: for videos and sounds, ffprobe tells whether they have a picture. The extension only counts when
 * ffprobe cannot tell. Null for a file that is not a photo, video or sound. Throws the error of the file system when it cannot be read, and a
 * TimeFault when ffprobe takes long.
 */
export async function recognizeMedia(file: OpenFile): Promise<RecognizedMedia | null> {
  const { mime, isCertain } = await findType(file)
  const kind = toKind(mime)
  if (kind === 'image') return { type: 'IMAGE', mime }
  if (kind === 'sound' && isCertain) return { type: 'AUDIO', mime }
  if (kind === null && !isNamedSound(file)) return null
  const found = await probing(() => probe(file)).catch((error) => {
    if (error instanceof TimeFault) throw error
    return null
  })
  const type = found && toType(found)
  if (kind === 'video') return { type: type ?? (isNamedSound(file) ? 'AUDIO' : 'VIDEO'), mime }
  return type === 'AUDIO' ? { type, mime } : null
}

/** Recognizes a file as recognizeMedia does, without the content type. */
export async function findMediaType(file: OpenFile): Promise<MediaType | null> {
  return (await recognizeMedia(file))?.type ?? null
}

/** Returns whether the first bytes of a file are those of a photo, video or sound. No other program reads it for that. */
export async function isMedia(file: OpenFile): Promise<boolean> {
  return toKind((await findType(file)).mime) !== null
}

/** Whether the first bytes of a file are those of a video or sound, or say nothing about what has the name of a sound. */
export async function isMoving(file: OpenFile): Promise<boolean> {
  const kind = toKind((await findType(file)).mime)
  return kind === null ? isNamedSound(file) : kind !== 'image'
}

function isNamedSound({ path }: OpenFile) {
  return audioExtensions.includes(extension(path))
}

function toType({ video, sounds }: Probe): MediaType | null {
  return video ? 'VIDEO' : sounds.length > 0 ? 'AUDIO' : null
}

function toKind(mime: string) {
  if (mime === 'image/vnd.dwg') return null
  if (mime.startsWith('image/')) return 'image'
  if (mime.startsWith('audio/')) return 'sound'
  return mime.startsWith('video/') || containers.test(mime) ? 'video' : null
}

function extension(path: string) {
  return extname(path).slice(1).toLowerCase()
}

interface ContentType {
  /** The content type; empty when it is unknown. */
  mime: string
  ext: string
  /** Whether the content type is certain; false when only a tag at the beginning of the file indicates it. */
  isCertain: boolean
}

/** Finds the content type of a file by its first bytes. */
export async function findType(file: OpenFile): Promise<ContentType> {
  if (await isJpeg(file)) return { ext: 'jpg', mime: 'image/jpeg', isCertain: true }
  const found = await fileTypeFromFile(file.steadyPath, { customDetectors: [rare, rareHeif, cutTiff] })
  // file-type takes a field that many cameras write for printers for a mark of Sony.
  if (found?.mime === 'image/x-sony-arw' && !(await isRawTiff(file)))
    return { ext: 'tif', mime: 'image/tiff', isCertain: true }
  // A TGA, which has no mark of its own, begins as an icon without pictures.
  const isTga = found?.mime === 'image/x-icon' && (await readBytes(file, { start: 4, end: 5 })).readUInt16LE(0) === 0
  if (found && !isTga) return { ...found, isCertain: true }
  // Zeros may follow the tag of an MP3.
  const hasTag = file.size > 3 && (await readBytes(file, { start: 0, end: 2 })).toString('latin1') === 'ID3'
  return { ...(hasTag ? { ext: 'mp3', mime: 'audio/mpeg' } : { ext: '', mime: '' }), isCertain: false }
}

/** Returns whether a file is a JPEG. file-type would open the file again, and read it four times. */
async function isJpeg(file: OpenFile): Promise<boolean> {
  if (file.size < JPEG_START_BYTES) return false
  const start = await readBytes(file, { start: 0, end: JPEG_START_BYTES - 1 })
  // With 0xf7, it is a JPEG-LS.
  return start.readUIntBE(0, 3) === 0xffd8ff && start[3] !== 0xf7
}

const JPEG_START_BYTES = 4

const DNG_VERSION = 0xc612
/** The tag that Sony writes into each of its RAW files. */
const PRIVATE_DATA = 0xc634

async function isRawTiff(file: OpenFile) {
  const tags = await listTiffTags(file)
  return tags.includes(PRIVATE_DATA) || tags.includes(DNG_VERSION)
}
