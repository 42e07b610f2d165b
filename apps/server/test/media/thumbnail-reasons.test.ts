import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeThumbnails, transcode } from '@media-library/media'
import { expect, test } from 'vitest'
import { openDerivedFiles } from '../../src/storage/derived-files.js'
import { makeFolder } from '../fixtures/folder.js'
import { makeJpeg } from '../fixtures/photo.js'
import { makeBmp } from '../fixtures/picture.js'
import { codecs, ffmpeg } from '../fixtures/video.js'
import { placeAt } from '../support/jobs/open-file.js'
import { exif } from '../support/media/exif-reader.js'
import { makePsdHeader } from '../support/media/psd.js'
import { openThumbnailFolder } from '../support/media/thumbnails.js'

const { folder, place, make } = await openThumbnailFolder()

const picture = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=5:d=1']

test('a film in a format without a decoder is told to become an MP4, and no JPEG', async () => {
  const source = join(folder, 'old.mkv')
  await ffmpeg(...picture, '-c:v', 'snow', '-strict', '-2', `file:${source}`)

  await expect(make(source, 'VIDEO')).rejects.toThrow('its video format is not supported; export it as MP4')
})

test.each(['encv', 'drmi'])('a film that its seller protects as %s is not said to be damaged', async (name) => {
  const source = join(folder, `${name}.mp4`)
  await ffmpeg(...picture, ...codecs.h264, `file:${source}`)
  const film = await readFile(source)
  film.write(name, film.indexOf('avc1', film.indexOf('stsd'), 'latin1'), 'latin1')
  await writeFile(source, film)
  const derived = await openDerivedFiles({ dataDir: await makeFolder(), bucket: null })

  const reason = 'it is protected against copying (DRM)'
  await expect(make(source, 'VIDEO')).rejects.toThrow(reason)
  await expect(transcode(placeAt(source), { derived, key: 'encoded-video/1a/2b/a.mp4', longest: 60 })).rejects.toThrow(
    reason,
  )
})

async function makeBmpOfTwoBits() {
  const bmp = await makeBmp(64, 48)
  bmp.writeUInt16LE(2, 28)
  return bmp
}

/** A PSD with more channels than its decoder knows. */
function makeDeepPsd() {
  const [size, channels] = [8, 57]
  return Buffer.concat([makePsdHeader({ width: size, height: size }, channels), Buffer.alloc(channels * size * size)])
}

test.each([
  ['two-bits.bmp', makeBmpOfTwoBits],
  ['deep.psd', makeDeepPsd],
])('an intact picture in a variant without a decoder is not said to be damaged: %s', async (name, write) => {
  await expect(make(await place(name, await write()))).rejects.toThrow('its content has an unsupported format')
})

test('a photo whose thumbnail cannot be written is not said to be damaged', async () => {
  const path = join(await makeFolder({ 'photo.jpg': await makeJpeg() }), 'photo.jpg')
  const nowhere = join(folder, 'is-not-there')
  const drawn = makeThumbnails({
    source: placeAt(path),
    type: 'IMAGE',
    preview: 'a.jpeg',
    thumbnail: 'a.webp',
    exif,
    derived: {
      replace: (keys, write) =>
        write(
          keys.map((key) => join(nowhere, key)) as { [Index in keyof typeof keys]: string },
          join(nowhere, 'scratch'),
        ),
    },
  })

  await expect(drawn).rejects.toThrow('the service failed, not the file')
})
