import sharp, { type Sharp } from 'sharp'
import { type Light, lights } from './drawing/light.js'
import { seeded } from './drawing/random.js'
import { exifOf, panoramaXmp } from './photo-metadata.js'
import type { Place, Shape, Shot } from './places.js'

/** Paints a shot as a JPEG, with the metadata that a camera would write. */
export function paintPhoto(place: Place, shot: Shot): Sharp {
  const { width, height, orientation, rotation } = shapes[shot.shape]
  const picture = sharp(drawShot(place, shot, { width, height }))
    .rotate(rotation)
    .flatten()
    .withMetadata({ orientation })
    .withExifMerge(exifOf(place, shot))
  if (shot.shape === 'panorama') picture.withXmp(panoramaXmp({ width, height }))
  return picture.jpeg({ quality: 72, chromaSubsampling: '4:4:4', mozjpeg: true })
}

/** Draws a shot as SVG. The same shot always gives the same drawing; `light` and `sun` may differ from those of its hour. */
export function drawShot(place: Place, shot: Shot, { width, height, light, sun = shot.sun }: Frame): Buffer {
  let parts = 0
  const canvas = {
    width,
    height,
    light: light ?? lights[shot.hour],
    sun: [sun[0] * width, sun[1] * height] as [number, number],
    random: seeded(`${place.folder}/${shot.name}`),
    id: () => {
      parts += 1
      return `part${parts}`
    },
  }
  const scene = shot.scene ?? place.scene
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${scene(canvas)}</svg>`,
  )
}

interface Frame {
  width: number
  height: number
  light?: Light
  sun?: Shot['sun']
}

/** `rotation` is by how many degrees the pixels in the file differ from upright, and `orientation` tells viewers to undo it. */
const shapes: Record<Shape, { width: number; height: number; orientation: number; rotation: number }> = {
  landscape: { width: 1600, height: 1200, orientation: 1, rotation: 0 },
  portrait6: { width: 1200, height: 1600, orientation: 6, rotation: 270 },
  portrait8: { width: 1200, height: 1600, orientation: 8, rotation: 90 },
  panorama: { width: 2400, height: 1200, orientation: 1, rotation: 0 },
}
