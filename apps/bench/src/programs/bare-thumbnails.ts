import { join } from 'node:path'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { answerProcess } from '../ask-process.js'

/** The photos to draw. `warmUp` of them are drawn before the measurement. */
export interface DrawQuestion {
  warmUp: string[]
  photos: string[]
  folder: string
  concurrency: number
}

sharp.concurrency(1)
sharp.cache(false)

async function draw(photo: string, target: string) {
  await sharp(photo)
    .autoOrient()
    .resize(1_440, 1_440, { fit: 'outside' })
    .jpeg({ quality: 80 })
    .toFile(`${target}.jpeg`)
  await sharp(`${target}.jpeg`).resize(250, 250, { fit: 'outside' }).webp().toFile(`${target}.webp`)
  const { data, info } = await sharp(`${target}.webp`)
    .resize(100, 100, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  rgbaToThumbHash(info.width, info.height, data)
}

answerProcess<DrawQuestion>(async ({ warmUp, photos, folder, concurrency }) => {
  const drawAll = (paths: string[]) =>
    pLimit(concurrency).map(paths, (path, index) => draw(path, join(folder, `bare-${index}`)))
  await drawAll(warmUp)
  const startedAt = performance.now()
  await drawAll(photos)
  return { seconds: (performance.now() - startedAt) / 1_000 }
})
