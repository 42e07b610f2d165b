import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import sharp from 'sharp'

/**
 * Returns the distance between a drawn picture and its photo as libvips, ImageMagick or ffmpeg draws it, whichever is nearest. For small
 * pictures, it is the structural dissimilarity, which finds what was moved, or the mean difference, which finds other colours. 0 is the same,
 * and 1 the maximum. Null when none draws the photo.
 */
export async function findDistance(photo: string, drawn: string): Promise<number | null> {
  const magick = await loadMagick()
  const { width, height } = await sharp(drawn).metadata()
  const scale = SIDE / Math.max(width, height)
  const size = { width: Math.max(8, Math.round(width * scale)), height: Math.max(8, Math.round(height * scale)) }
  const ours = await toSmall(drawn, size)
  let nearest: number | null = null
  const others = [
    () => toSmall(photo, size),
    async () => toSmall(await drawByMagick(magick, photo), size),
    async () => toSmall(await drawByFfmpeg(photo), size),
  ]
  for (const draw of others) {
    const other = await draw().catch(() => null)
    if (other) nearest = Math.min(nearest ?? 1, compare(magick, ours, other))
    if (nearest !== null && nearest <= SAME) break
  }
  return nearest
}

/** The distance up to which no other program is asked. */
const SAME = 0.05
const SIDE = 96

/**
 * Returns a picture of the given size. A picture whose sides are swapped is squeezed into it, and therefore differs.
 */
function toSmall(picture: string | Buffer, size: { width: number; height: number }): Promise<Buffer> {
  return sharp(picture, { failOn: 'none', limitInputPixels: false })
    .autoOrient()
    .flatten({ background: 'white' })
    .resize({ ...size, fit: 'fill' })
    .toColourspace('srgb')
    .png()
    .toBuffer()
}

async function drawByMagick({ MagickImage }: Magick, photo: string): Promise<Buffer> {
  const picture = MagickImage.create(await readFile(photo))
  try {
    picture.autoOrient()
    return picture.write('PNG', (png) => Buffer.from(png))
  } finally {
    picture.dispose()
  }
}

/** Draws the first frame, without the turns of EXIF. */
function drawByFfmpeg(photo: string): Promise<Buffer> {
  const args = ['-i', `file:${photo}`, '-frames:v', '1', '-c:v', 'png', '-f', 'image2pipe', '-']
  return promisify(execFile)('ffmpeg', ['-v', 'error', '-nostdin', ...args], OPTIONS).then(({ stdout }) => stdout)
}

const OPTIONS = { encoding: 'buffer', maxBuffer: 2 ** 28, timeout: 60_000 } as const

function compare({ MagickImage, ErrorMetric }: Magick, left: Buffer, right: Buffer): number {
  const pictures = [MagickImage.create(left), MagickImage.create(right)] as const
  try {
    const [one, other] = pictures
    const metrics = [ErrorMetric.StructuralDissimilarity, ErrorMetric.RootMeanSquared]
    return Math.max(...metrics.map((metric) => one.compare(other, metric)))
  } finally {
    for (const picture of pictures) picture.dispose()
  }
}

/** The part of magick-wasm that is used here. Its own types need those of a browser. */
interface Magick {
  initializeImageMagick(program: Buffer): Promise<void>
  MagickImage: { create(content: Buffer): Picture }
  ErrorMetric: { StructuralDissimilarity: number; RootMeanSquared: number }
}

interface Picture {
  autoOrient(): void
  compare(other: Picture, metric: number): number
  write<T>(format: string, use: (content: Uint8Array) => T): T
  dispose(): void
}

let loaded: Promise<Magick> | null = null

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
