import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Picture } from '../src/index.js'
import { endWriting } from './exiftool.js'
import { paintLivePhoto } from './live-photo.js'
import { paintPhoto } from './photo.js'
import { type Place, placesOfAda, placesOfBen, type Shot } from './places.js'
import { paintVideo } from './video.js'

// Paints every picture anew and writes the manifest, by which the service copies them. ffmpeg comes from FFMPEG_PATH or PATH.
const extensions = { photo: ['.jpg'], video: ['.mp4'], 'live photo': ['.jpg', '.mov'] }
const folder = fileURLToPath(new URL('../pictures/', import.meta.url))
const manifest: Picture[] = []

await rm(folder, { recursive: true, force: true })
for (const [owner, places] of Object.entries({ ada: placesOfAda, ben: placesOfBen })) {
  for (const place of places) {
    for (const shot of place.shots) await paint(owner, place, shot)
  }
}
await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
await endWriting()

async function paint(owner: string, place: Place, shot: Shot): Promise<void> {
  const tags = ['dusk', 'night'].includes(shot.hour) ? [...place.tags, 'night'] : place.tags
  const takenAt = new Date(`${shot.takenAt}${place.offset}`).toISOString()
  for (const extension of extensions[shot.medium]) {
    manifest.push({ path: `${owner}/${place.folder}/${shot.name}${extension}`, takenAt, tags })
  }
  const path = join(folder, owner, place.folder, shot.name)
  await mkdir(dirname(path), { recursive: true })
  if (shot.medium === 'video') await paintVideo(place, shot, `${path}.mp4`)
  else await paintPhoto(place, shot).toFile(`${path}.jpg`)
  if (shot.medium === 'live photo') await paintLivePhoto(place, shot, path)
  process.stdout.write(`${owner}/${place.folder}/${shot.name}\n`)
}
