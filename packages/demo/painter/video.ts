import { Readable } from 'node:stream'
import sharp from 'sharp'
import { mix } from './drawing/color.js'
import { type Light, lights } from './drawing/light.js'
import { writeTags } from './exiftool.js'
import { encode, FPS } from './ffmpeg.js'
import { drawShot } from './photo.js'
import type { Place, Shot } from './places.js'
import { videoTagsOf } from './video-tags.js'

/** Paints a video of five seconds: the sun goes down, and the light of its hour with it. */
export async function paintVideo(place: Place, shot: Shot, path: string): Promise<void> {
  await encode(Readable.from(framesOf(place, shot)), { ...SIZE, path })
  await writeTags(path, videoTagsOf(place, shot))
}

const SECONDS = 5
const SIZE = { width: 960, height: 540 }

async function* framesOf(place: Place, shot: Shot): AsyncGenerator<Buffer> {
  const count = SECONDS * FPS
  for (let frame = 0; frame < count; frame += 1) {
    const share = frame / (count - 1)
    const [x, y] = shot.sun
    const drawing = drawShot(place, shot, {
      width: 1600,
      height: 900,
      light: between(lights.golden, lights.sunset, share),
      sun: [x, y + SINKS * share],
    })
    yield await sharp(drawing).resize(SIZE).removeAlpha().raw().toBuffer()
  }
}

/** By which share of the height the sun sinks. */
const SINKS = 0.17

/** The light a share of the way from one hour to another. Both have the stars of the later one, which must not move. */
function between(from: Light, to: Light, share: number): Light {
  const blend = (a: string, b: string) => mix(a, b, share)
  return {
    sky: [
      blend(from.sky[0], to.sky[0]),
      blend(from.sky[1], to.sky[1]),
      blend(from.sky[2], to.sky[2]),
      blend(from.sky[3], to.sky[3]),
    ],
    sun: {
      color: blend(from.sun.color, to.sun.color),
      glow: blend(from.sun.glow, to.sun.glow),
      size: from.sun.size + (to.sun.size - from.sun.size) * share,
    },
    ambient: blend(from.ambient, to.ambient),
    haze: blend(from.haze, to.haze),
    cloud: blend(from.cloud, to.cloud),
    darkness: to.darkness,
  }
}
