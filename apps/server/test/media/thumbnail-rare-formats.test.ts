import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findMediaType } from '../../src/media/file-type.js'
import { makeBmp, rarePictures, readQuarters, upright } from '../fixtures/picture.js'
import { makeSequence } from '../fixtures/quarters-video.js'
import { withFile } from '../support/jobs/open-file.js'
import { openThumbnailFolder, sizeOf } from '../support/media/thumbnails.js'

const { folder, place, make } = await openThumbnailFolder()

test.each([
  ['a JPEG XL', rarePictures.jxl, upright],
  ['a JPEG 2000', rarePictures.jp2, upright],
  ['the merged picture of a PSD', rarePictures.psd, upright],
  ['the largest picture of an icon', rarePictures.ico, upright],
  ['the first frame of an animated AVIF', rarePictures.movingAvif, upright],
])('draws %s', async (_, source, expected) => {
  const made = await make(source)

  expect(made).toMatchObject({ width: 64, height: 48, isDamaged: false })
  expect(await readQuarters(made.preview)).toEqual(expected)
  expect(await readQuarters(made.thumbnail)).toEqual(expected)
})

test('draws a JPEG XL upright', async () => {
  const made = await make(rarePictures.turnedJxl)

  expect(await sizeOf(made.preview)).toEqual([64, 48])
  expect(await readQuarters(made.preview)).toEqual(upright)
})

test('draws a BMP', async () => {
  const made = await make(await place('photo.bmp', await makeBmp(402, 300)))

  expect(await sizeOf(made.thumbnail)).toEqual([335, 250])
  expect(await readQuarters(made.preview)).toEqual(upright)
})

test('draws one of these formats under the name of another', async () => {
  const made = await make(await place('photo.jpg', await readFile(rarePictures.jxl)))

  expect(await readQuarters(made.preview)).toEqual(upright)
})

test('draws the first frame of a HEIF sequence, which is no video', async () => {
  const path = join(folder, 'burst.heic')
  await makeSequence(path)

  expect(await withFile(path, findMediaType)).toBe('IMAGE')
  expect(await readQuarters((await make(path)).preview)).toEqual(upright)
})

test.each([
  ['drawing.xcf', Buffer.from('gimp xcf file\0'.padEnd(64, '\0'), 'latin1'), 'image/x-xcf'],
  ['icons.icns', Buffer.from('icns'.padEnd(64, '\0'), 'latin1'), 'image/icns'],
])('says of %s what is wrong, and what to do', async (name, content, mime) => {
  await expect(make(await place(name, content))).rejects.toThrow(
    `its format (${mime}) cannot be drawn; export it as JPEG, PNG, WebP, HEIC or AVIF`,
  )
})

test.each(['jxl', 'jp2', 'psd', 'ico'] as const)('fails on a .%s that was cut to its first bytes', async (format) => {
  const whole = await readFile(rarePictures[format])
  const source = await place(`cut.${format}`, whole.subarray(0, 60))

  await expect(make(source)).rejects.toThrow(/copy it again from its source|export it as/)
})

test('draws a BMP whose header tells a wrong length', async () => {
  const bmp = await makeBmp(402, 300)
  bmp.writeUInt32LE(26, 2)

  const made = await make(await place('old.bmp', bmp))

  expect(made).toMatchObject({ width: 402, height: 300, isDamaged: false })
  expect(await readQuarters(made.preview)).toEqual(upright)
})

test('fails on a small BMP of too many pixels', async () => {
  const bomb = await makeBmp(8, 8)
  bomb.writeInt32LE(60_000, 18)
  bomb.writeInt32LE(60_000, 22)
  const source = await place('bomb.bmp', bomb)

  await expect(make(source)).rejects.toThrow(/^its? /)
})
