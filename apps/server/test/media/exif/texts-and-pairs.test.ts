import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'
import { makeJpeg, writeTags } from '../../fixtures/photo.js'
import { makeXmp } from '../../fixtures/xmp.js'
import { withFile } from '../../support/jobs/open-file.js'
import { exif as reader } from '../../support/media/exif-reader.js'

interface Given {
  tags?: Record<string, unknown>
  sidecar?: string
}

/** A photo with tags, and perhaps a side-car. */
async function place({ tags, sidecar }: Given) {
  const path = join(await makeFolder({ 'photo.jpg': await makeJpeg() }), 'photo.jpg')
  if (tags) await writeTags(path, tags)
  if (sidecar) await writeFile(`${path}.xmp`, sidecar)
  return path
}

async function readPhoto(given: Given) {
  return withFile(await place(given), reader.read)
}

test('reads texts that look like numbers as they are written', async () => {
  const words = ['2024', '007', '1e5', '1.10', '10.0', 'TRUE', 'true', 'null', '0x10']
  const tags = { 'XMP-dc:Subject': words, 'XMP-dc:Description': '1.50', Make: '1e5', Model: '0010' }

  const { exif, keywords } = await readPhoto({ tags })

  expect(keywords).toEqual(words)
  expect(exif).toMatchObject({ description: '1.50', make: '1e5', model: '0010' })
})

test.each(['UTF8', 'Latin'])('reads IPTC in %s without a mark of its character set', async (charset) => {
  const text = 'Köln, schöne Grüße'
  const path = await place({})
  await writeTags(path, { 'IPTC:Keywords': [text], 'IPTC:Caption-Abstract': text }, ['-charset', `iptc=${charset}`])

  const { exif, keywords } = await withFile(path, reader.read)

  expect(exif.description).toBe(text)
  expect(keywords).toEqual([text])
})

test.each([
  'OLYMPUS DIGITAL CAMERA         ',
  'SONY DSC',
  'DCIM\\100MEDIA\\DJI_0001.JPG',
  'DCIM/100MEDIA/DJI_0001.JPG',
  'oznor',
  '<Digimax i5, Samsung #1>',
])('takes %s, which a camera writes, for no caption', async (text) => {
  const alone = await readPhoto({ tags: { ImageDescription: text } })
  const beside = await readPhoto({ tags: { ImageDescription: text, 'XMP-dc:Description': '東京' } })

  expect([alone, beside].map(({ exif }) => exif.description)).toEqual([null, '東京'])
})

const inExif = {
  'EXIF:GPSLatitude': 48.85,
  'EXIF:GPSLatitudeRef': 'N',
  'EXIF:GPSLongitude': 2.35,
  'EXIF:GPSLongitudeRef': 'E',
}
const half = makeXmp({ 'exif:GPSLatitude': '33,51.4S' })
const hemispheres = {
  'exif:GPSLatitude': '60,30N',
  'exif:GPSLongitude': '68,0E',
  'exif:GPSLatitudeRef': 'S',
  'exif:GPSLongitudeRef': 'W',
}

test.each<[string, Given, number, number]>([
  [
    'EXIF before XMP',
    { tags: { ...inExif, 'XMP-exif:GPSLatitude': 51.5, 'XMP-exif:GPSLongitude': -0.12 } },
    48.85,
    2.35,
  ],
  ['EXIF, when the side-car has half a position', { tags: inExif, sidecar: half }, 48.85, 2.35],
  [
    'a side-car with the hemispheres in fields of their own',
    { tags: inExif, sidecar: makeXmp(hemispheres) },
    -60.5,
    -68,
  ],
  [
    'the south and the west',
    { tags: { ...inExif, 'EXIF:GPSLatitudeRef': 'S', 'EXIF:GPSLongitudeRef': 'W' } },
    -48.85,
    -2.35,
  ],
])('takes both coordinates from %s', async (_, given, latitude, longitude) => {
  expect((await readPhoto(given)).exif).toMatchObject({ latitude, longitude })
})
