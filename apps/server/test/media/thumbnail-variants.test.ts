import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawQuarters, heicPhotos, rarePictures, readQuarters, upright } from '../fixtures/picture.js'
import { composeTiff, makeOldJpegTiff, makeTags } from '../fixtures/tiff.js'
import { openThumbnailFolder } from '../support/media/thumbnails.js'

const { place, make } = await openThumbnailFolder()

const SIZE = { width: 64, height: 48 }
const palette = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 0],
]

/** A BMP of the quarters with 256 colours, after a header of so many bytes, which tells how many colours follow it. */
function makeBmpOf256(headerBytes: number, colours: number): Buffer {
  const header = Buffer.alloc(14 + headerBytes)
  const pixels = 14 + headerBytes + 4 * colours
  header.write('BM', 'latin1')
  header.writeUInt32LE(pixels + SIZE.width * SIZE.height, 2)
  header.writeUInt32LE(pixels, 10)
  for (const [index, value] of [headerBytes, SIZE.width, SIZE.height].entries())
    header.writeUInt32LE(value, 14 + 4 * index)
  header.writeUInt16LE(1, 26)
  header.writeUInt16LE(8, 28)
  if (headerBytes >= 40) header.writeUInt32LE(colours, 46)
  const entries = Array.from({ length: colours }, (_, at) => [...(palette[at] ?? [9, 9, 9]).toReversed(), 0])
  const rows = Array.from({ length: SIZE.height }, (_, y) =>
    // The last row comes first.
    Array.from({ length: SIZE.width }, (__, x) => 2 * Number(y < SIZE.height / 2) + Number(x >= SIZE.width / 2)),
  )
  return Buffer.concat([header, Buffer.from(entries.flat()), Buffer.from(rows.flat())])
}

/** The pixels of a JPEG XL in a box that ends with the file, and is too long to be read at once. */
async function makeOpenJxl() {
  const whole = await readFile(rarePictures.jxl)
  const box = whole.indexOf('jxlc', 0, 'latin1') - 4
  const open = Buffer.concat([whole.subarray(0, box), whole.subarray(box, box + whole.readUInt32BE(box))])
  open.writeUInt32BE(0, box)
  return open
}

/** A JPEG 2000 whose colours have every second point of its grid. */
async function makeCoarseJp2() {
  const content = await readFile(rarePictures.jp2)
  const start = content.indexOf('ff4fff51', 0, 'hex') + 8
  const header = content.indexOf('ihdr', 0, 'latin1') + 4
  for (const at of [header - start, header + 4 - start, 0, 4, 16, 20])
    content.writeUInt32BE(2 * content.readUInt32BE(start + at), start + at)
  for (let at = 0; at < content.readUInt16BE(start + 32); at += 1)
    content.fill(2, start + 35 + 3 * at, start + 37 + 3 * at)
  return content
}

async function rebrand(path: string, brand: string) {
  const content = await readFile(path)
  content.write(brand, 8, 'latin1')
  return content
}

test.each([
  ['a BMP of the second kind of OS/2', 'os2.bmp', async () => makeBmpOf256(64, 256)],
  ['a BMP of OS/2 with a short header', 'short.bmp', async () => makeBmpOf256(16, 256)],
  ['a BMP with more colours than it can name', 'long.bmp', async () => makeBmpOf256(40, 300)],
  ['a JPEG XL whose last box ends with the file', 'open.jxl', makeOpenJxl],
  ['a JPEG 2000 with every second point of its grid', 'coarse.jp2', makeCoarseJp2],
  ['a HEIC of the brand mif2', 'photo.heic', () => rebrand(heicPhotos.wideGamut, 'mif2')],
])('draws %s', async (_, name, write) => {
  const made = await make(await place(name, await write()))

  expect(made).toMatchObject({ ...SIZE, isDamaged: false })
  expect(await readQuarters(made.preview)).toEqual(upright)
})

test('draws what a crop to a small part leaves of a large HEIC', async () => {
  const made = await make(await place('cropped.heic', await readFile(heicPhotos.cropped)))

  expect(made).toMatchObject({ width: 144, height: 200, isDamaged: false })
  expect(await readQuarters(made.preview)).toEqual(['lime', 'yellow', 'lime', 'yellow'])
  // Of the left side of the photo, which is below now, an eighth is left.
  const bottom = await sharp(made.preview).extract({ left: 0, top: 175, width: 144, height: 25 }).jpeg().toBuffer()
  expect(await readQuarters(await place('bottom.jpg', bottom))).toEqual(['red', 'blue', 'red', 'blue'])
})

/** A large AVIF whose box of this type is rewritten. */
async function makeLargeAvif(type: string, write: (content: Buffer, start: number) => void) {
  const quarters = (await drawQuarters(800, 600)).removeAlpha().withIccProfile('srgb')
  const content = await quarters.avif({ effort: 0 }).toBuffer()
  write(content, content.indexOf(type, 0, 'latin1'))
  return content
}

test('draws an AVIF whose layers are larger than it says', async () => {
  const layered = await makeLargeAvif('ispe', (content, start) => {
    for (const [at, size] of [100, 75].entries()) content.writeUInt32BE(size, start + 8 + 4 * at)
  })

  const made = await make(await place('layered.avif', layered))

  expect(made).toMatchObject({ width: 800, height: 600, isDamaged: false })
  expect(await readQuarters(made.preview)).toEqual(upright)
})

test('draws what a crop to a small part leaves of a large AVIF', async () => {
  const cropped = await makeLargeAvif('colr', (content, start) => {
    content.write('clap', start, 'latin1')
    for (const [at, value] of [100, 1, 80, 1, 0, 1, 0, 1].entries()) content.writeUInt32BE(value, start + 4 + 4 * at)
  })

  const made = await make(await place('cropped.avif', cropped))

  expect(made).toMatchObject({ width: 100, height: 80, isDamaged: false })
  expect(await readQuarters(made.preview)).toEqual(upright)
})

test('draws a HEIC that tells fewer rows than it has', async () => {
  const rounded = await readFile(heicPhotos.cropped)
  rounded.writeUInt32BE(382, rounded.indexOf('ispe', 0, 'latin1') + 12)
  rounded.write('free', rounded.indexOf('clap', 0, 'latin1'), 'latin1')

  const made = await make(await place('rounded.heic', rounded))

  expect(made).toMatchObject({ width: 384, height: 512, isDamaged: false })
})

test('turns a TIFF with a JPEG of the old kind once', async () => {
  const jpeg = await (await drawQuarters(SIZE.width, SIZE.height)).removeAlpha().jpeg({ quality: 95 }).toBuffer()

  const made = await make(await place('old.tif', makeOldJpegTiff(SIZE, jpeg, 6)))

  expect(await readQuarters(made.preview)).toEqual(['blue', 'red', 'yellow', 'lime'])
})

test('draws a picture whose colour profile has no red and no blue by its own colours', async () => {
  const quarters = (await drawQuarters(SIZE.width, SIZE.height)).removeAlpha()
  const { icc = Buffer.alloc(0) } = await sharp(
    await quarters.clone().withIccProfile('srgb').png().toBuffer(),
  ).metadata()
  const spoilt = Buffer.from(icc)
  for (const name of ['rXYZ', 'bXYZ']) {
    const start = spoilt.readUInt32BE(spoilt.indexOf(name, 128, 'latin1') + 4)
    spoilt.fill(0, start + 8, start + 20)
  }
  // As it is, sharp would convert the pixels by the profile before it writes it.
  const source = await place('colourless.tif', toTiff(await quarters.raw().toBuffer(), spoilt))

  expect(await readQuarters((await make(source)).preview)).toEqual(upright)
})

function toTiff(pixels: Buffer, icc: Buffer) {
  return composeTiff(SIZE, pixels, { tags: [...makeTags(3, 8), [34675, 1, [...icc]]] })
}

test.each([
  ['CMYK', 12],
  ['Lab', 14],
  ['e-sYCC', 24],
])('refuses a JPEG 2000 in %s, whose colours it would draw wrongly', async (name, number) => {
  const content = await readFile(rarePictures.jp2)
  content.writeUInt32BE(number, content.indexOf('colr', 0, 'latin1') + 7)

  await expect(make(await place(`${name}.jp2`, content))).rejects.toThrow('its colours (CMYK, Lab or e-sYCC) cannot')
})

test('draws each pixel of a small picture in its own colour', async () => {
  const colours = [...palette.slice(0, 3), [255, 255, 255]]
  const raw = { width: 2, height: 2, channels: 3 } as const
  const source = await place('four.png', await sharp(Buffer.from(colours.flat()), { raw }).png().toBuffer())

  const made = await make(source)

  for (const picture of [made.preview, made.thumbnail]) {
    const pixels = await sharp(picture).toColourspace('srgb').removeAlpha().raw().toBuffer()
    for (const [at, value] of colours.flat().entries()) expect(Math.abs((pixels[at] ?? 0) - value)).toBeLessThan(20)
  }
})
