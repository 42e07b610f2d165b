import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeHeif, makeJpeg, makeLivePhoto, readCameraPhoto, takenAt, writeTags } from '../../fixtures/photo.js'
import { makePlainVideo } from '../../fixtures/plain-video.js'

const START = Date.UTC(2023, 4, 6, 7, 8, 9)
const HOUR_MS = 3_600_000
/** After so many shots, the kinds begin anew. */
const KINDS = 20

const sidecar = (description: string) => `<x:xmpmeta xmlns:x="adobe:ns:meta/">
  <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/">
      <dc:description><rdf:Alt><rdf:li xml:lang="x-default">${description}</rdf:li></rdf:Alt></dc:description>
      <dc:subject><rdf:Bag><rdf:li>harbour</rdf:li></rdf:Bag></dc:subject>
    </rdf:Description>
  </rdf:RDF>
</x:xmpmeta>`

/**
 * Fills a folder as a phone does, with at least so many files: photos of several kinds, with and without a date, some with a place or a side-car,
 * videos, and live photos. Returns how many of the files are photos and videos.
 */
export async function fillPhone(folder: string, least: number): Promise<number> {
  let files = 0
  let media = 0
  for (let shot = 0; files < least; shot += 1) {
    const taken = new Date(START + shot * HOUR_MS)
    const made = await makeShot(
      join(folder, `DCIM/10${shot % 3}APPLE/IMG_${String(shot).padStart(4, '0')}`),
      taken,
      shot,
    )
    // Copies on phones and cameras have whole seconds.
    for (const path of made) await utimes(path, taken, taken)
    files += made.length
    media += made.filter((path) => !path.endsWith('.xmp')).length
  }
  return media
}

/** Writes the files of a shot, and returns their paths. */
async function makeShot(stem: string, taken: Date, shot: number): Promise<string[]> {
  await mkdir(dirname(stem), { recursive: true })
  const clock = taken.toISOString().slice(0, 19).replaceAll('-', ':').replace('T', ' ')
  const write = async (ending: string, content: Uint8Array | string) => {
    await writeFile(stem + ending, content)
    return stem + ending
  }
  const film = async (ending: string) => {
    await makePlainVideo(stem + ending, 1, { creation_time: taken.toISOString() })
    return stem + ending
  }
  switch (shot % KINDS) {
    case 0:
      return [await write('.JPG', await makeJpeg(takenAt(clock))), await film('.MOV')]
    case 10: {
      const video = await film('.MOV')
      await writeTags(video, { 'Keys:ContentIdentifier': `shot-${shot}` })
      return [await write('.JPG', await makeLivePhoto(`shot-${shot}`)), video]
    }
    case 5:
      return [await write('.jpg', await makeJpeg(takenAt(clock))), await write('.jpg.xmp', sidecar(`Shot ${shot}`))]
    case 7:
      return [await film('.mp4')]
    case 12:
      return [await write('.jpg', await makeJpeg())]
    case 13:
    case 14: {
      const photo = await readCameraPhoto(shot % KINDS === 13 ? 'iphone' : 'lumia')
      // What follows the end of a JPEG makes it another file.
      return [await write('.JPG', Buffer.concat([photo, Buffer.from(` ${shot}`)]))]
    }
    case 15:
      return [await write('.HEIC', await makeHeif(takenAt(clock)))]
    default: {
      const exif = { ...takenAt(clock), IFD0: { Make: 'Maker', Model: `Model ${shot % 3}` } }
      return [await write('.jpg', await makeJpeg(exif))]
    }
  }
}
