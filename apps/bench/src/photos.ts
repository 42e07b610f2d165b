import { link } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import pLimit from 'p-limit'
import sharp from 'sharp'

const width = 4_000
const height = 3_000
const different = 12

const exif = {
  IFD0: { Make: 'Bench', Model: 'Twelve megapixels', DateTime: '2024:05:06 07:08:09' },
  IFD2: { DateTimeOriginal: '2024:05:06 07:08:09', FNumber: '28/10', ExposureTime: '1/100', ISOSpeedRatings: '200' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 30/1', GPSLongitudeRef: 'E', GPSLongitude: '2/1 17/1 40/1' },
}

/**
 * Creates photos of 12 megapixels and returns their paths; after the first dozen, the files are links to earlier ones.
 */
export async function makePhotos(folder: string, count: number): Promise<string[]> {
  const paths = Array.from({ length: count }, (_, index) => join(folder, `photo-${index}.jpg`))
  await pLimit(availableParallelism()).map(paths.slice(0, different), drawPhoto)
  await pLimit(8).map(paths.slice(different), (path, index) => link(paths[index % different] as string, path))
  return paths
}

/** Draws coarse shapes and fine grain over a gradient, which gives some MB of JPEG, as from a camera. */
async function drawPhoto(path: string, number: number): Promise<void> {
  const shapes = await sharp(noise(50, 40))
    .resize(width, height, { fit: 'fill' })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const grain = await sharp(noise(12, 1)).png({ compressionLevel: 1 }).toBuffer()
  await sharp(gradient((number * 360) / different))
    .composite([
      { input: shapes, blend: 'soft-light' },
      { input: grain, blend: 'overlay' },
    ])
    .withExif(exif)
    .jpeg({ quality: 90 })
    .toFile(path)
}

function noise(sigma: number, scale: number) {
  return {
    create: {
      width: width / scale,
      height: height / scale,
      channels: 3 as const,
      background: 'black',
      noise: { type: 'gaussian' as const, mean: 128, sigma },
    },
  }
}

function gradient(hue: number) {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="sky" x2="0.3" y2="1">
      <stop stop-color="hsl(${hue} 70% 60%)"/><stop offset="1" stop-color="hsl(${hue + 60} 50% 30%)"/>
    </linearGradient>
    <rect width="100%" height="100%" fill="url(#sky)"/>
  </svg>`)
}
