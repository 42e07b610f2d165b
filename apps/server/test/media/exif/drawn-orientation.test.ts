import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { box } from '../../fixtures/motion-photo.js'
import { writeTags } from '../../fixtures/photo.js'
import { type Colour, drawQuarters, heicPhotos, makeRaw, readQuarters, upright } from '../../fixtures/picture.js'
import { withFile } from '../../support/jobs/open-file.js'
import { exif as reader } from '../../support/media/exif-reader.js'
import { openThumbnailFolder } from '../../support/media/thumbnails.js'

const { place, make } = await openThumbnailFolder()

const [red, lime, blue, yellow] = upright as [Colour, Colour, Colour, Colour]

/** What the quarters look like by the orientation in EXIF's numbers. */
const drawn: Record<number, Colour[]> = {
  1: [red, lime, blue, yellow],
  2: [lime, red, yellow, blue],
  3: [yellow, blue, lime, red],
  4: [blue, yellow, red, lime],
  5: [red, blue, lime, yellow],
  6: [blue, red, yellow, lime],
  7: [yellow, lime, blue, red],
  8: [lime, yellow, red, blue],
}

const plain = drawQuarters(64, 48).then((quarters) => quarters.removeAlpha())
const makeAvif = async () => (await plain).clone().avif({ lossless: true }).toBuffer()

/**
 * An AVIF with boxes that turn it to the left so many times (`irot`), or mirror it (`imir`), in place of those about colours and bits. They
 * are applied in their order, and have to be marked as essential.
 */
async function makeTurnedAvif(...turns: ['irot' | 'imir', number][]) {
  const content = await makeAvif()
  const [start = 0, size = 0, last = 0] = ['colr', 'ispe', 'pixi'].map((type) => content.indexOf(type, 0, 'latin1') - 4)
  const end = last + content.readUInt32BE(last)
  const parts = [...turns.map(([type, value]) => box(type, Buffer.from([value]))), content.subarray(size, last)]
  const used = Buffer.concat(parts)
  const links = [0x81, ...turns.map((_, index) => 0x82 + index), 2 + turns.length, 3 + turns.length]
  Buffer.from(links.slice(0, 4)).copy(content, content.indexOf('81020304', 0, 'hex'))
  Buffer.concat([used, box('free', Buffer.alloc(end - start - used.length - 8))]).copy(content, start)
  return content
}

type Format = 'jpeg' | 'png' | 'webp' | 'tiff'
const draw = async (format: Format) => (await plain).clone()[format]().toBuffer()
const exif = { 'EXIF:Orientation#': 6 }
const xmp = { 'XMP-tiff:Orientation#': 6 }

interface Given {
  content: () => Promise<Buffer>
  tags?: Record<string, number>
  sidecar?: Record<string, number>
}

test.each<[string, string | null, string, Given]>([
  ['EXIF of a JPEG', '6', 'exif.jpg', { content: () => draw('jpeg'), tags: exif }],
  ['XMP of a JPEG alone', null, 'xmp.jpg', { content: () => draw('jpeg'), tags: xmp }],
  ['a side-car alone', null, 'side-car.jpg', { content: () => draw('jpeg'), sidecar: xmp }],
  ['EXIF against XMP', '6', 'both.jpg', { content: () => draw('jpeg'), tags: { ...exif, 'XMP-tiff:Orientation#': 8 } }],
  ['EXIF of a PNG', '6', 'exif.png', { content: () => draw('png'), tags: exif }],
  ['XMP of a PNG alone', null, 'xmp.png', { content: () => draw('png'), tags: xmp }],
  ['EXIF of a WebP', '6', 'exif.webp', { content: () => draw('webp'), tags: exif }],
  ['a TIFF', '6', 'exif.tif', { content: () => draw('tiff'), tags: exif }],
  ['a RAW', '6', 'raw.arw', { content: async () => makeRaw(await draw('jpeg'), 6) }],
  ['EXIF of an AVIF alone', '1', 'exif.avif', { content: makeAvif, tags: exif }],
  [
    'the header of a HEIC against EXIF',
    '6',
    'both.heic',
    { content: () => readFile(heicPhotos.turned), tags: { 'EXIF:Orientation#': 8 } },
  ],
  ['the header of an AVIF, not turned', '1', 'turned-0.avif', { content: () => makeTurnedAvif(['irot', 0]) }],
  ['the header of an AVIF, turned', '8', 'turned-1.avif', { content: () => makeTurnedAvif(['irot', 1]) }],
  ['the header of an AVIF, on its head', '3', 'turned-2.avif', { content: () => makeTurnedAvif(['irot', 2]) }],
  ['the header of an AVIF, turned clockwise', '6', 'turned-3.avif', { content: () => makeTurnedAvif(['irot', 3]) }],
  ['the header of an AVIF, upside down', '4', 'mirror-0.avif', { content: () => makeTurnedAvif(['imir', 0]) }],
  ['the header of an AVIF, left to right', '2', 'mirror-1.avif', { content: () => makeTurnedAvif(['imir', 1]) }],
  [
    'the header of an AVIF, to the left and then upside down',
    '5',
    'both-10.avif',
    { content: () => makeTurnedAvif(['irot', 1], ['imir', 0]) },
  ],
  [
    'the header of an AVIF, to the left and then left to right',
    '7',
    'both-11.avif',
    { content: () => makeTurnedAvif(['irot', 1], ['imir', 1]) },
  ],
  [
    'the header of an AVIF, clockwise and then upside down',
    '7',
    'both-30.avif',
    { content: () => makeTurnedAvif(['irot', 3], ['imir', 0]) },
  ],
  [
    'the header of an AVIF, clockwise and then left to right',
    '5',
    'both-31.avif',
    { content: () => makeTurnedAvif(['irot', 3], ['imir', 1]) },
  ],
])('the orientation that is told is that which is drawn: %s', async (_, told, name, { content, tags, sidecar }) => {
  const path = await place(name, await content())
  if (tags) await writeTags(path, tags)
  if (sidecar) await writeTags(`${path}.xmp`, sidecar)

  const { exif: read } = await withFile(path, reader.read)

  expect(read.orientation).toBe(told)
  expect(await readQuarters((await make(path)).preview)).toEqual(drawn[Number(told ?? 1)])
})
