import { open, readFile, stat } from 'node:fs/promises'
import sharp, { type Metadata, type SharpOptions } from 'sharp'
import { fillUpPng } from './cut-png.js'
import { findHdr, findHdrOfProfile, type Hdr } from './hdr.js'
import { decodeHeic } from './heic/heic.js'
import { withSizeOfPixels } from './heic/size-of-pixels.js'
import { countPixelBytes, DAMAGED_BYTES, HEIC_BYTES, PIXEL_LIMIT, requireFilled, requireMemory } from './memory-need.js'
import type { Size } from './preview-size.js'

/** A picture that sharp can draw: its file, or its pixels as a TIFF. */
export interface Decoded {
  input: string | Buffer
  metadata: Metadata
  /** Whether its alpha channel has a meaning. The pixels of HEIC always have one, which photos do not use. */
  isTransparent: boolean
  /** The encoding of its light for HDR screens, or as plain numbers. */
  hdr: Hdr | null
}

/**
 * Decodes a picture that sharp cannot decode, or did not: `refusal` is the message of libvips about the pixels. Throws the errors of
 * libvips, libheif and ImageMagick, or a MemoryNeed.
 */
export async function decodePicture(
  path: string,
  options: SharpOptions,
  { allowed, refusal }: { allowed: number; refusal?: Error | undefined },
): Promise<Decoded> {
  const isLenient = options.failOn === 'none'
  const { size: fileSize } = await stat(path)
  const limit = isLenient
    ? { allowed: Math.min(allowed, DAMAGED_BYTES), fileSize: fileSize * MOST_CUT }
    : { allowed, fileSize }
  const sized = refusal ? withSizeOfPixels(await readFile(path), refusal) : null
  const source = sized ?? ((isLenient && (await readCutPng(path))) || (await asKnownBrand(path)))
  const metadata = refusal && !sized ? refusal : await readMetadata(source, options)
  // This decoder is large, and most pictures do not need it.
  if (metadata instanceof Error || isBeyondSharp(metadata)) {
    const { decodeByMagick } = await import('./magick.js')
    const drawn = await decodeByMagick(path, { isLenient, limit })
    if (!drawn) throw metadata
    const decoded = describe(drawn.tiff, await describeShrunk(drawn.tiff, drawn.size, options))
    return { ...decoded, hdr: findHdrOfProfile(decoded.metadata.icc) }
  }
  const isHeic = metadata.format === 'heif' && metadata.compression === 'hevc'
  const pixels = metadata.width * metadata.height
  if (pixels > PIXEL_LIMIT) throw new Error('Input image exceeds pixel limit')
  requireFilled(pixels, metadata.format, limit.fileSize)
  requireMemory(pixels * (isHeic ? HEIC_BYTES : countPixelBytes(metadata)), pixels, {
    ...limit,
    isJpeg: metadata.format === 'jpeg',
  })
  if (isFloat(metadata)) return { ...describe(source, metadata), hdr: { transfer: 'linear', primaries: 'BT.709' } }
  const hdr = metadata.format === 'heif' ? await findHdr(path) : null
  if (!isHeic) return { ...describe(source, metadata), hdr }
  const { preview, size } = await decodeHeic(path, metadata.icc)
  return { input: preview, metadata: await describeShrunk(preview, size, options), isTransparent: false, hdr }
}

/** How much larger a damaged file may have been. */
const MOST_CUT = 16

/** The metadata of a shrunk picture, with the size of the picture itself. */
async function describeShrunk(shrunk: Buffer, { width, height }: Size, options: SharpOptions): Promise<Metadata> {
  const metadata = await sharp(shrunk, options).metadata()
  const isTurned = (metadata.orientation ?? 1) > 4
  return { ...metadata, autoOrient: isTurned ? { width: height, height: width } : { width, height } }
}

function readMetadata(source: string | Buffer, options: SharpOptions): Promise<Metadata | Error> {
  return sharp(source, options)
    .metadata()
    .catch((error: Error) => error)
}

/** Returns whether a picture has more channels than colours and alpha, or numbers of 32 bits, which sharp cuts off. */
function isBeyondSharp({ channels, space, depth }: Metadata) {
  return channels > (space === 'cmyk' ? 5 : 4) || depth === 'uint' || depth === 'int'
}

export function isFloat({ depth }: Metadata): boolean {
  return depth === 'float' || depth === 'double'
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** A damaged PNG whose missing pixels are filled up; null for any other file. */
async function readCutPng(path: string): Promise<Buffer | null> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(PNG.length), 0, PNG.length, 0)
    if (!buffer.equals(PNG)) return null
  } finally {
    await file.close()
  }
  return fillUpPng(await readFile(path))
}

const START_BYTES = 65_536

/** The main brands that libvips knows, by how the picture is coded. */
const known = {
  av01: { brand: 'avif', others: /^avi[fs]/ },
  hvc1: { brand: 'heic', others: /^(hei[cxms]|hev[cxms]|mif1|msf1)/ },
}

/** An AVIF or HEIC under another brand of the same family, which libvips does not know; the path of any other file. */
async function asKnownBrand(path: string): Promise<string | Buffer> {
  const file = await open(path)
  let brand: string
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0)
    const start = buffer.subarray(0, bytesRead).toString('latin1')
    const coding = start.includes('hvc1') ? known.hvc1 : start.includes('av01') ? known.av01 : null
    if (!/^.{4}ftyp/s.test(start) || !coding || coding.others.test(start.slice(8))) return path
    brand = coding.brand
  } finally {
    await file.close()
  }
  const content = await readFile(path)
  content.write(brand, 8, 'latin1')
  return content
}

function describe(input: string | Buffer, metadata: Metadata): Decoded {
  return { input, metadata, isTransparent: metadata.hasAlpha, hdr: null }
}
