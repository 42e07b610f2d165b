import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { drawQuarters, makeRaw, makeRawOfTwo, readQuarters, upright } from '../fixtures/picture.js'
import { openThumbnailFolder, readSize } from '../support/media/thumbnails.js'

const { place, make } = await openThumbnailFolder()

const writers = {
  'progressive.jpg': (image) => image.jpeg({ progressive: true }),
  'palette.png': (image) => image.png({ palette: true }),
  'deep.png': (image) => image.toColourspace('rgb16').png(),
  'deep.tiff': (image) => image.toColourspace('rgb16').tiff(),
  'png-that-is-called.jpg': (image) => image.png(),
} satisfies Record<string, (image: Sharp) => Sharp>

test.each(Object.entries(writers))('draws %s', async (name, write) => {
  const source = await place(name, await write(await drawQuarters(400, 300)).toBuffer())

  const made = await make(source)

  expect(await readQuarters(made.preview)).toEqual(upright)
  expect(await readQuarters(made.thumbnail)).toEqual(upright)
  expect(await readSize(made.thumbnail)).toEqual([333, 250])
  expect(made.thumbhash.length).toBeGreaterThan(5)
})

test('draws a CMYK photo in RGB', async () => {
  const image = (await drawQuarters(400, 300)).toColourspace('cmyk')
  const source = await place('cmyk.jpg', await image.jpeg({ quality: 95 }).toBuffer())

  const made = await make(source)

  expect((await sharp(made.preview).metadata()).space).toBe('srgb')
  const [first, , third, fourth] = await readQuarters(made.preview)
  expect([first, third, fourth]).toEqual(['red', 'blue', 'yellow'])
})

test('draws a grey photo', async () => {
  const source = await place('grey.jpg', await (await drawQuarters(400, 300)).greyscale().jpeg().toBuffer())

  const made = await make(source)

  const { dominant } = await sharp(made.thumbnail).stats()
  expect(dominant.r).toBe(dominant.b)
})

test.each(['moving.gif', 'moving.webp'])('draws the first frame of %s', async (name) => {
  const still = await (await drawQuarters(80, 60)).png().toBuffer()
  const last = { create: { width: 80, height: 60, channels: 3, background: 'black' } } as const
  const frames = sharp([still, await sharp(last).png().toBuffer()], { join: { animated: true } })
  const source = await place(name, await (name.endsWith('gif') ? frames.gif() : frames.webp()).toBuffer())

  const made = await make(source)

  expect(await readSize(made.preview)).toEqual([80, 60])
  expect(await readQuarters(made.preview)).toEqual(upright)
})

test.each([
  ['with the orientation of the RAW', (image: Sharp) => image],
  ['once where both give the orientation', (image: Sharp) => image.withMetadata({ orientation: 6 })],
])('rotates the JPEG inside a RAW file %s', async (_, note) => {
  const jpeg = note(await drawQuarters(400, 300)).jpeg()
  const source = await place('shot.arw', makeRaw(await jpeg.toBuffer(), 6))

  const made = await make(source)

  expect(await readSize(made.preview)).toEqual([300, 400])
  expect(await readQuarters(made.preview)).toEqual(['blue', 'red', 'yellow', 'lime'])
  expect(await made.listOutput()).toEqual(['asset.jpeg', 'asset.webp'])
})

test('draws the JPEG with the most pixels inside a RAW file, though it has fewer bytes', async () => {
  const large = await (await drawQuarters(400, 300)).jpeg({ quality: 40 }).toBuffer()
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const create = { width: 160, height: 120, channels: 3, noise, background: 'grey' } as const
  const small = await sharp({ create }).jpeg({ quality: 100 }).toBuffer()

  const made = await make(await place('two.arw', makeRawOfTwo(large, small)))

  expect(small.length).toBeGreaterThan(large.length)
  expect(await readSize(made.preview)).toEqual([400, 300])
  expect(await readQuarters(made.preview)).toEqual(upright)
})

test('draws a RAW file whose first preview is no picture', async () => {
  const jpeg = await (await drawQuarters(400, 300)).jpeg().toBuffer()

  const made = await make(await place('broken.arw', makeRawOfTwo(Buffer.alloc(90_000, 7), jpeg)))

  expect(await readQuarters(made.preview)).toEqual(upright)
})
