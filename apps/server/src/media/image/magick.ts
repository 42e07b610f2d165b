import { readFile } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { loadMagick } from './magick-library.js'
import { PIXEL_LIMIT } from './pixel-limit.js'

/** The formats that ImageMagick may read, by content type. Of HEIF and AVIF, only what libvips refuses gets here. */
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
  'image/vnd.adobe.photoshop': 'PSD',
  'image/x-icon': 'ICO',
}

/**
 * Decodes a picture into an uncompressed TIFF with its colours, orientation and colour profile: the merged picture of a PSD,
 * the largest of an icon, the first of an animation. Returns null for other formats. The decoders are WebAssembly, and
 * reach neither files nor other memory of this process. Throws when nothing can be read.
 */
export async function decodeByMagick(path: string): Promise<Buffer | null> {
  const format = formats[(await fileTypeFromFile(path))?.mime ?? '']
  if (format === undefined) return null
  const { MagickReadSettings, MagickImageInfo, ImageMagick, CompressionMethod } = await loadMagick()
  const content = await readFile(path)
  const settings = new MagickReadSettings(format === 'ICO' ? { format } : { format, frameIndex: 0, frameCount: 1 })
  const { width, height } = MagickImageInfo.create(content, settings)
  if (width * height > PIXEL_LIMIT) throw new Error('Input image exceeds pixel limit')
  return ImageMagick.readCollection(content, settings, (pictures) => {
    const largest = Array.from(pictures).reduce((best, each) => (each.width > best.width ? each : best))
    largest.settings.compression = CompressionMethod.NoCompression
    return largest.write('TIFF', (tiff) => Buffer.from(tiff))
  })
}
