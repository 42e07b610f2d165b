import { mkdir, rename, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { lights } from './drawing/light.js'
import { seeded } from './drawing/random.js'
import { exists } from './files.js'
import { exifOf, panoramaXmp } from './photo-metadata.js'
import type { Place, Shape, Shot } from './places.js'

/** `turn` is by how many degrees the pixels lie turned from upright, which `orientation` tells viewers to undo. */
const shapes: Record<Shape, { width: number; height: number; orientation: number; turn: number }> = {
  landscape: { width: 1600, height: 1200, orientation: 1, turn: 0 },
  portrait6: { width: 1200, height: 1600, orientation: 6, turn: 270 },
  portrait8: { width: 1200, height: 1600, orientation: 8, turn: 90 },
  panorama: { width: 2400, height: 1200, orientation: 1, turn: 0 },
}

const draw = (place: Place, shot: Shot): string => {
  const { width, height } = shapes[shot.shape]
  let parts = 0
  const canvas = {
    width,
    height,
    light: lights[shot.hour],
    sun: [shot.sun[0] * width, shot.sun[1] * height] as [number, number],
    random: seeded(`${place.folder}/${shot.name}`),
    id: () => {
      parts += 1
      return `part${parts}`
    },
  }
  const scene = shot.scene ?? place.scene
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${scene(canvas)}</svg>`
}

/** Draws a shot into `<folder>/<place>/<shot>.jpg` unless it is there; the file appears whole or not at all. */
export const makePhoto = async (folder: string, place: Place, shot: Shot): Promise<void> => {
  const path = join(folder, place.folder, `${shot.name}.jpg`)
  if (await exists(path)) return
  await mkdir(dirname(path), { recursive: true })
  const shape = shapes[shot.shape]
  const picture = sharp(Buffer.from(draw(place, shot)))
    .rotate(shape.turn)
    .flatten()
    .withMetadata({ orientation: shape.orientation })
    .withExifMerge(exifOf(place, shot))
  if (shot.shape === 'panorama') picture.withXmp(panoramaXmp(shape))
  const unfinished = `${path}.unfinished`
  await picture.jpeg({ quality: 84, chromaSubsampling: '4:4:4' }).toFile(unfinished)
  const takenAt = new Date(`${shot.takenAt}${place.offset}`)
  await utimes(unfinished, takenAt, takenAt)
  await rename(unfinished, path)
}
