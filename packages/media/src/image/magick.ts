import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileTypeFromFile } from 'file-type'
import { FOREIGN_COLOURS } from '../fault.js'
import { fillUp, findPsdSize, isCutPsd, takeOrientation, toReadable } from './magick-input.js'
import { MAGICK_BYTES, type MemoryLimit, PIXEL_LIMIT, requireFilled, requireMemory } from './memory-need.js'
import { type Size, toPreviewSize } from './preview-size.js'

/**
 * The formats that ImageMagick may read, by content type. Of HEIF, AVIF and TIFF, it gets only files that libvips refuses.
 */
const formats: Record<string, string> = {
  'image/avif': 'AVIF',
  'image/bmp': 'BMP',
  'image/heic': 'HEIC',
  'image/heic-sequence': 'HEIC',
  'image/heif': 'HEIC',
  'image/heif-sequence': 'HEIC',
  'image/j2c': 'J2C',
  'image/jp2': 'JP2',
  'image/jpx': 'JP2',
  'image/jxl': 'JXL',
  'image/tiff': 'TIFF',
  'image/vnd.adobe.photoshop': 'PSD',
  'image/x-icon': 'ICO',
  // What file-type takes for a RAW file of Sony, for which no decoder is asked.
  'image/x-sony-arw': 'TIFF',
}

/** A picture as TIFF, which may be smaller than the picture itself, whose stored size this is. */
export interface Drawn {
  tiff: Buffer
  size: Size
}

/**
 * Decodes a picture into an uncompressed TIFF of 8 bits with its colours, orientation and colour profile: the merged picture of a PSD,
 * the largest of an icon, the first of an animation. Returns null for other formats. The decoders are WebAssembly, and
 * reach neither files nor other memory of this process. Throws when a part is missing, or with `isLenient` when nothing can be
 * read.
 */
export async function decodeByMagick(
  path: string,
  { isLenient, limit }: { isLenient: boolean; limit: MemoryLimit },
): Promise<Drawn | null> {
  const format = formats[(await fileTypeFromFile(path))?.mime ?? '']
  if (format === undefined) return null
  const magick = await loadMagick()
  const { MagickReadSettings, MagickImageInfo } = magick
  const found = toReadable(await readFile(path), format)
  if (format === 'JP2' && hasForeignColours(found)) throw new Error(FOREIGN_COLOURS)
  const turned = format === 'TIFF' ? takeOrientation(found) : null
  const content = turned?.upright ?? (isLenient ? fillUp(found, format) : found)
  const settings = new MagickReadSettings(format === 'ICO' ? { format } : { format, frameIndex: 0, frameCount: 1 })
  // Many programs write a wrong length of the whole file; missing pixels are noticed without it.
  if (format === 'BMP') settings.setDefine(format, 'ignore-filesize', 'true')
  // For the size of a PSD, ImageMagick goes through all pixels, whether the file has them or not.
  const { width, height } = format === 'PSD' ? findPsdSize(content) : MagickImageInfo.create(content, settings)
  if (width * height > PIXEL_LIMIT) throw new Error('Input image exceeds pixel limit')
  requireFilled(width * height, format, found.length)
  requireMemory(width * height * MAGICK_BYTES + 2 * content.length, width * height, limit)
  if (format === 'PSD' && !isLenient && isCutPsd(content)) throw new Error('Truncated PSD')
  return decode(magick, content, { settings, orientation: turned?.orientation ?? null })
}

const [NUMBERED, PROFILE_METHODS] = [1, [2, 3]]
/** sRGB, grey and sYCC. */
const drawnColours = [16, 17, 18]

/** Whether a JPEG 2000 has colours that ImageMagick does not convert. The first of its descriptions counts. */
function hasForeignColours(content: Buffer): boolean {
  const at = content.indexOf('colr', content.indexOf('jp2h', 0, 'latin1'), 'latin1')
  if (at < 0 || at + 27 > content.length) return false
  const method = content.readUInt8(at + 4)
  if (method === NUMBERED) return !drawnColours.includes(content.readUInt32BE(at + 7))
  return PROFILE_METHODS.includes(method) && !/^(RGB |GRAY)$/.test(content.toString('latin1', at + 23, at + 27))
}

function decode(
  { ImageMagick, ColorSpace, ColorType, CompressionMethod, FilterType }: Magick,
  content: Buffer,
  { settings, orientation }: { settings: ReadSettings; orientation: number | null },
): Drawn {
  return ImageMagick.readCollection(content, settings, (pictures) => {
    const largest = Array.from(pictures).reduce((best, each) => (each.width > best.width ? each : best))
    // Masks and spot colours.
    if (largest.metaChannelCount > 0) largest.metaChannelCount = 0
    largest.depth = 8
    if (largest.colorSpace !== ColorSpace.CMYK && largest.colorSpace !== ColorSpace.Gray) {
      largest.colorSpace = ColorSpace.sRGB
      largest.settings.colorType = largest.hasAlpha ? ColorType.TrueColorAlpha : ColorType.TrueColor
    }
    largest.settings.compression = CompressionMethod.NoCompression
    if (settings.format === 'JXL' && largest.getColorProfile()?.colorSpace === ColorSpace.CMYK)
      throw new Error(FOREIGN_COLOURS)
    if (orientation !== null) largest.orientation = orientation
    const size = { width: largest.width, height: largest.height }
    shrink(largest, FilterType.Box)
    return largest.write('TIFF', (tiff) => ({ tiff: Buffer.from(tiff), size }))
  })
}

/** The factor by which a picture has to be larger than its preview to be shrunk here, and the factor of its size then. */
const SHRUNK_FROM = 2.5
const SHRUNK_TO = 2

/** Shrinks a large picture, because two copies of it as TIFF would take hundreds of megabytes. */
function shrink(picture: Picture, filter: number) {
  const preview = toPreviewSize(picture)
  if (picture.width < SHRUNK_FROM * preview.width) return
  picture.resize(SHRUNK_TO * preview.width, SHRUNK_TO * preview.height, filter)
}

/** The parts of magick-wasm that are used. Its own types need those of a browser. */
interface Magick {
  initializeImageMagick(program: Buffer): Promise<void>
  MagickReadSettings: new (
    settings: ReadSettings,
  ) => ReadSettings & {
    setDefine(format: string, name: string, value: string): void
  }
  MagickImageInfo: { create(content: Buffer, settings: ReadSettings): Size }
  ImageMagick: {
    readCollection<T>(content: Buffer, settings: ReadSettings, use: (pictures: Iterable<Picture>) => T): T
  }
  ColorSpace: { CMYK: number; Gray: number; sRGB: number }
  ColorType: { TrueColor: number; TrueColorAlpha: number }
  CompressionMethod: { NoCompression: number }
  FilterType: { Box: number }
}

interface ReadSettings {
  format: string
  frameIndex?: number
  frameCount?: number
}

interface Picture extends Size {
  depth: number
  colorSpace: number
  hasAlpha: boolean
  /** As EXIF numbers it. */
  orientation: number
  metaChannelCount: number
  getColorProfile(): { colorSpace: number } | null
  settings: { compression: number; colorType?: number }
  resize(width: number, height: number, filter: number): void
  write<T>(format: string, use: (content: Uint8Array) => T): T
}

let loaded: Promise<Magick> | null = null

/** Loads ImageMagick on the first call, which takes a fifth of a second. */
function loadMagick(): Promise<Magick> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<Magick> {
  const require = createRequire(import.meta.url)
  const magick: Magick = require('@imagemagick/magick-wasm')
  await magick.initializeImageMagick(await readFile(require.resolve('@imagemagick/magick-wasm/magick.wasm')))
  return magick
}
