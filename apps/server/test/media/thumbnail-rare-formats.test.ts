import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findMediaType } from '@media-library/media'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawQuarters, makeBmp, rarePictures, readQuarters, upright } from '../fixtures/picture.js'
import { makeSequence } from '../fixtures/quarters-video.js'
import { withFile } from '../support/jobs/open-file.js'
import { openThumbnailFolder, readSize } from '../support/media/thumbnails.js'

const { folder, place, make } = await openThumbnailFolder()

test.each([
  ['a JPEG XL', 'photo.jxl', () => readFile(rarePictures.jxl), [64, 48]],
  ['a JPEG XL that is turned', 'turned.jxl', () => readFile(rarePictures.turnedJxl), [64, 48]],
  ['a JPEG XL under the name of a JPEG', 'photo.jpg', () => readFile(rarePictures.jxl), [64, 48]],
  ['a JPEG 2000', 'photo.jp2', () => readFile(rarePictures.jp2), [64, 48]],
  ['the merged picture of a PSD', 'photo.psd', () => readFile(rarePictures.psd), [64, 48]],
  ['the largest picture of an icon', 'photo.ico', () => readFile(rarePictures.ico), [64, 48]],
  ['the first frame of an animated AVIF', 'moving.avif', () => readFile(rarePictures.movingAvif), [64, 48]],
  ['a BMP', 'photo.bmp', () => makeBmp(402, 300), [402, 300]],
  ['a BMP whose header tells a wrong length', 'old.bmp', () => makeBmpWith({ at: 2, value: 26 }), [402, 300]],
])('draws %s upright', async (_, name, write, size) => {
  const made = await make(await place(name, await write()))

  expect(made.isDamaged).toBe(false)
  expect(await readSize(made.preview)).toEqual(size)
  expect(await readQuarters(made.preview)).toEqual(upright)
  expect(await readQuarters(made.thumbnail)).toEqual(upright)
})

async function makeBmpWith({ at, value }: { at: number; value: number }) {
  const bmp = await makeBmp(402, 300)
  bmp.writeUInt32LE(value, at)
  return bmp
}

test('draws the first frame of a HEIF sequence, which is no video', async () => {
  const path = join(folder, 'burst.heic')
  await makeSequence(path)

  expect(await withFile(path, findMediaType)).toBe('IMAGE')
  expect(await readQuarters((await make(path)).preview)).toEqual(upright)
})

/** Gives an ISO box another main brand. */
async function rebrand(avif: Promise<Buffer>, brand: string) {
  const content = await avif
  content.write(brand, 8, 'latin1')
  return content
}

async function withoutMainPicture(path = rarePictures.movingAvif) {
  const content = await readFile(path)
  content.write('free', content.indexOf('pitm', 0, 'latin1'), 'latin1')
  return content
}

const drawAvif = async () => (await drawQuarters(64, 48)).avif().toBuffer()
const garbage = Buffer.from('What a phone wrote behind it')

test.each([
  ['an AVIF of the brand mif1', () => rebrand(drawAvif(), 'mif1')],
  ['an AVIF of the brand miaf', () => rebrand(drawAvif(), 'miaf')],
  ['an AVIF of the brand MA1B', () => rebrand(drawAvif(), 'MA1B')],
  ['an animated AVIF of the brand msf1', () => rebrand(readFile(rarePictures.movingAvif), 'msf1')],
  ['an animated AVIF that names no main picture', () => withoutMainPicture()],
  ['an AVIF with something else behind it', async () => Buffer.concat([await drawAvif(), garbage])],
])('draws %s', async (name, write) => {
  const made = await make(await place(`${name}.avif`, await write()))

  expect(made).toMatchObject({ width: 64, height: 48, isDamaged: false })
  expect(await readQuarters(made.preview)).toEqual(upright)
})

test.each([
  ['names a main picture', () => readFile(rarePictures.halfTransparentAvif)],
  ['names none', () => withoutMainPicture(rarePictures.halfTransparentAvif)],
])('draws how transparent an animated AVIF is that %s', async (name, write) => {
  const made = await make(await place(`${name}.avif`, await write()))

  const [, , , opacity = 0] = await sharp(made.thumbnail).ensureAlpha().raw().toBuffer()
  expect(Math.abs(opacity - 128)).toBeLessThan(10)
  const [, green = 0] = await sharp(made.preview).raw().toBuffer()
  // Red before white.
  expect(Math.abs(green - 128)).toBeLessThan(16)
})

test.each(['jxl', 'jp2', 'psd', 'ico'] as const)('fails on a .%s that was cut to its first bytes', async (format) => {
  const whole = await readFile(rarePictures[format])
  const source = await place(`cut.${format}`, whole.subarray(0, 60))

  await expect(make(source)).rejects.toThrow(/copy it again from its source|export it as/)
})

test('fails on a small BMP of too many pixels', async () => {
  const bomb = await makeBmp(8, 8)
  bomb.writeInt32LE(60_000, 18)
  bomb.writeInt32LE(60_000, 22)
  const source = await place('bomb.bmp', bomb)

  await expect(make(source)).rejects.toThrow(/^its? /)
})
