import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawQuarters, readQuarters, upright } from '../fixtures/picture.js'
import { composeTiff, makeOldJpegTiff, makeTags, printImage } from '../fixtures/tiff.js'
import { ffmpeg } from '../fixtures/video.js'
import { makePsdHeader } from '../support/media/psd.js'
import { openThumbnailFolder, readSize } from '../support/media/thumbnails.js'

const { folder, place, make } = await openThumbnailFolder()

const SIZE = { width: 64, height: 48 }

/** The colours of the four quarters, pixel by pixel. */
async function listPixels(): Promise<number[][]> {
  const data = await (await drawQuarters(SIZE.width, SIZE.height)).removeAlpha().raw().toBuffer()
  return Array.from({ length: data.length / 3 }, (_, at) => [...data.subarray(at * 3, at * 3 + 3)])
}

/** Writes full or no light of each sample in so many bits. */
function toBits(samples: number[], bits: number): Buffer {
  const text = samples.map((sample) => (sample > 0 ? '1' : '0').repeat(bits)).join('')
  return Buffer.from(text.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
}

const lab: Record<string, number[]> = {
  '255,0,0': [138, 81, 70],
  '0,255,0': [224, -79, 81],
  '0,0,255': [82, 79, -108],
  '255,255,0': [248, -16, 94],
}

async function makeTiles() {
  const pixels = await listPixels()
  const tiles: Buffer[] = []
  for (const channel of [0, 1, 2])
    for (let top = 0; top < SIZE.height; top += 16)
      for (let left = 0; left < SIZE.width; left += 16) {
        const rows = Array.from({ length: 256 }, (_, at) => (top + (at >> 4)) * SIZE.width + left + (at & 15))
        tiles.push(Buffer.from(rows.map((at) => pixels[at]?.[channel] ?? 0)))
      }
  const tags = makeTags(3, 8).filter(([number]) => number !== 278)
  return composeTiff(SIZE, Buffer.concat(tiles), {
    tags: [...tags, [284, 3, [2]], [322, 4, [16]], [323, 4, [16]]],
    lengths: tiles.map(({ length }) => length),
    isTiled: true,
  })
}

async function makeOldJpeg() {
  const jpeg = await (await drawQuarters(SIZE.width, SIZE.height)).removeAlpha().jpeg({ quality: 95 }).toBuffer()
  return makeOldJpegTiff(SIZE, jpeg)
}

/** As libtiff's sample `zackthecat.tif`: the tables of the JPEG, which here stand behind the pixels, are beside them. */
async function makeOldTile() {
  const drawn = (await drawQuarters(SIZE.width, SIZE.height)).removeAlpha()
  const jpeg = await drawn.jpeg({ quality: 95, optimiseCoding: false }).toBuffer()
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda])) + 14
  const length = jpeg.length - scan
  const tables = [
    [7, 76, 76],
    [164, 380, 380],
    [197, 413, 413],
  ].map((places) => places.map((place) => length + place))
  const tags = makeTags(3, 8, 6).filter(([number]) => number !== 259 && number !== 278)
  const [quantization = [], direct = [], alternating = []] = tables
  return composeTiff(SIZE, Buffer.concat([jpeg.subarray(scan), jpeg.subarray(0, scan)]), {
    tags: [
      ...tags,
      [259, 3, [6]],
      [322, 3, [SIZE.width]],
      [323, 3, [SIZE.height]],
      [512, 3, [1]],
      [519, 4, quantization],
      [520, 4, direct],
      [521, 4, alternating],
    ],
    placed: [519, 520, 521],
    lengths: [length],
    isTiled: true,
  })
}

/** A PSD without layers, its channels one after the other: three colours, alpha and a mask. */
async function makePsd() {
  const pixels = await listPixels()
  const colours = [0, 1, 2].map((channel) => Buffer.from(pixels.map((pixel) => pixel[channel] ?? 0)))
  return Buffer.concat([
    makePsdHeader(SIZE, 5),
    ...colours,
    Buffer.alloc(pixels.length, 255),
    Buffer.alloc(pixels.length, 90),
  ])
}

test.each([
  [
    'a TIFF with two more channels',
    'five.tif',
    async () =>
      composeTiff(SIZE, Buffer.from((await listPixels()).flatMap((pixel) => [...pixel, 77, 99])), {
        tags: [...makeTags(5, 8), [338, 3, [0, 0]]],
      }),
  ],
  ['a PSD with two more channels', 'five.psd', makePsd],
  [
    'a TIFF of 12 bits',
    'deep.tif',
    async () => composeTiff(SIZE, toBits((await listPixels()).flat(), 12), { tags: makeTags(3, 12) }),
  ],
  [
    'a TIFF of 4 bits',
    'shallow.tif',
    async () => composeTiff(SIZE, toBits((await listPixels()).flat(), 4), { tags: makeTags(3, 4) }),
  ],
  [
    'a TIFF of whole numbers of 32 bits',
    'whole.tif',
    async () => composeTiff(SIZE, toBits((await listPixels()).flat(), 32), { tags: makeTags(3, 32) }),
  ],
  [
    'a TIFF in Lab of 8 bits',
    'lab.tif',
    async () =>
      composeTiff(SIZE, Buffer.from((await listPixels()).flatMap((pixel) => lab[pixel.join()] ?? [])), {
        tags: makeTags(3, 8, 8),
      }),
  ],
  ['a TIFF of tiles, one for each colour', 'tiles.tif', makeTiles],
  ['a TIFF with a JPEG of the old kind', 'old.tif', makeOldJpeg],
  ['a TIFF with a tile of the old kind', 'old-tile.tif', makeOldTile],
])('draws %s', async (_, name, write) => {
  const made = await make(await place(name, await write()))

  expect(made.isDamaged).toBe(false)
  expect(await readSize(made.preview)).toEqual([64, 48])
  expect(await readQuarters(made.preview)).toEqual(upright)
  expect(await readQuarters(made.thumbnail)).toEqual(upright)
})

test.each([
  ['10 bits', ['-pix_fmt', 'gbrp10le', '-c:v', 'libopenjpeg']],
  ['12 bits', ['-pix_fmt', 'gbrp12le', '-c:v', 'libopenjpeg']],
  ['colours at half the size', ['-pix_fmt', 'yuv420p', '-c:v', 'jpeg2000']],
])('draws a JPEG 2000 of %s', async (_, coding) => {
  const picture = join(folder, 'quarters.png')
  await writeFile(picture, await (await drawQuarters(64, 48)).toBuffer())
  const source = join(folder, 'photo.jp2')
  await ffmpeg('-i', `file:${picture}`, ...coding, '-f', 'image2', `file:${source}`)

  expect(await readQuarters((await make(source)).preview)).toEqual(upright)
})

test('draws a TIFF with the words of a camera for printers from its pixels, and not from a preview', async () => {
  const content = composeTiff(SIZE, Buffer.from((await listPixels()).flat()), { tags: [...makeTags(3, 8), printImage] })

  const made = await make(await place('camera.tif', content))

  expect(await readSize(made.preview)).toEqual([64, 48])
  expect(await readQuarters(made.preview)).toEqual(upright)
})

/** The greys of a ramp from left to right, at a quarter and at three quarters. */
async function readRamp(path: string) {
  const data = await sharp(path).greyscale().raw().toBuffer()
  return [data[16], data[48]]
}

test.each([
  ['grey', 1],
  ['RGB', 3],
] as const)('draws light in 32-bit numbers as a screen shows it, in %s', async (_, samples) => {
  const pixels = Buffer.alloc(SIZE.width * SIZE.height * samples * 4)
  const valueAt = (at: number) => (Math.floor(at / samples) % SIZE.width) / SIZE.width
  for (let at = 0; at < pixels.length / 4; at += 1) pixels.writeFloatLE(valueAt(at), at * 4)
  const kind = samples === 1 ? 1 : 2
  const content = composeTiff(SIZE, pixels, {
    tags: [...makeTags(samples, 32, kind), [339, 3, Array.from({ length: samples }, () => 3)]],
  })

  const made = await make(await place('light.tif', content))

  // sRGB shows a quarter of the light as 137, and three quarters as 225.
  const [quarter = 0, most = 0] = await readRamp(made.preview)
  expect(quarter).toBeGreaterThan(132)
  expect(quarter).toBeLessThan(142)
  expect(most).toBeGreaterThan(219)
  expect(most).toBeLessThan(230)
})

/** Gives a profile of matrices another curve: light itself. Its name stays. */
function linearize(icc: Buffer) {
  const linear = Buffer.from(icc)
  for (const name of ['rTRC', 'gTRC', 'bTRC']) {
    const entry = linear.indexOf(name, 128, 'latin1')
    linear.write('curv\0\0\0\0\0\0\0\0', linear.readUInt32BE(entry + 4), 'latin1')
    linear.writeUInt32BE(12, entry + 8)
  }
  return linear
}

test('draws a picture in linear sRGB as bright as it is', async () => {
  const grey = sharp({ create: { ...SIZE, channels: 3, background: { r: 128, g: 128, b: 128 } } })
  const { icc } = await sharp(await grey.clone().withIccProfile('srgb').png().toBuffer()).metadata()
  const profile = await place('linear.icc', linearize(icc as Buffer))
  const source = await place('linear.png', await grey.clone().withIccProfile(profile).png().toBuffer())
  const [stored = 0] = await sharp(source, { ignoreIcc: true }).raw().toBuffer()

  const made = await make(source)

  const [shown = 0] = await sharp(made.preview).toColourspace('srgb').raw().toBuffer()
  expect(stored).toBeLessThan(60)
  expect(Math.abs(shown - 128)).toBeLessThan(5)
})
