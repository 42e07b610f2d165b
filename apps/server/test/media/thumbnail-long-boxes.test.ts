import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../fixtures/folder.js'
import { drawQuarters, heicPhotos, rarePictures, readQuarters, upright } from '../fixtures/picture.js'
import { makePlainVideo } from '../fixtures/plain-video.js'
import { openThumbnailFolder } from '../support/media/thumbnails.js'

const { place, make } = await openThumbnailFolder()

const ADDED = 8

/** Gives a box a length of 64 bits, as programs do that do not know how long it becomes. */
function lengthen(content: Buffer, type: string): Buffer {
  const start = content.indexOf(type, 0, 'latin1') - 4
  const header = Buffer.from(`\0\0\0\x01${type}\0\0\0\0\0\0\0\0`, 'latin1')
  const length = content.readUInt32BE(start) || content.length - start
  header.writeUInt32BE(length + ADDED, 12)
  return Buffer.concat([content.subarray(0, start), header, content.subarray(start + 8)])
}

/** As `lengthen`, in a HEIC or AVIF, which tells where its pixels are. They come last. */
function lengthenHeif(content: Buffer, type: string): Buffer {
  const moved = lengthen(content, type)
  const places = moved.indexOf('iloc', 0, 'latin1') + 8
  let at = places
  // The place is the first number there that is as large.
  while (moved.readUInt32BE(at) < 200 || moved.readUInt32BE(at) > moved.length) at += 2
  moved.writeUInt32BE(moved.readUInt32BE(at) + ADDED, at)
  return moved
}

/** A JPEG XL whose last box ends with the file, behind a long one. */
async function makeOpenJxl() {
  const whole = await readFile(rarePictures.jxl)
  const start = whole.indexOf('jxlc', 0, 'latin1') - 4
  const free = lengthen(Buffer.from('\0\0\0\x0cfree\0\0\0\0', 'latin1'), 'free')
  whole.writeUInt32BE(0, start)
  return Buffer.concat([whole.subarray(0, start), free, whole.subarray(start)])
}

const makeAvif = async () => (await drawQuarters(64, 48)).removeAlpha().avif().toBuffer()

test.each([
  ['a JPEG XL', 'photo.jxl', async () => lengthen(await readFile(rarePictures.jxl), 'jxlc')],
  ['a JPEG 2000', 'photo.jp2', async () => lengthen(await readFile(rarePictures.jp2), 'jp2c')],
  ['an AVIF', 'photo.avif', async () => lengthenHeif(await makeAvif(), 'mdat')],
  ['a HEIC', 'photo.heic', async () => lengthenHeif(await readFile(heicPhotos.wideGamut), 'mdat')],
])('draws %s whose pixels are in a box with a length of 64 bits', async (_, name, write) => {
  const made = await make(await place(name, await write()))

  expect(made).toMatchObject({ width: 64, height: 48, isDamaged: false })
  expect(await readQuarters(made.preview)).toEqual(upright)
})

test('draws a JPEG XL whose last box ends with the file behind a box with a length of 64 bits', async () => {
  const made = await make(await place('open.jxl', await makeOpenJxl()))

  expect(await readQuarters(made.preview)).toEqual(upright)
})

test.each(['meta', 'mdat'])('draws what a crop leaves of a HEIC with a long box of the type %s', async (type) => {
  const content = lengthenHeif(await readFile(heicPhotos.cropped), type)

  expect(await make(await place(`${type}.heic`, content))).toMatchObject({ width: 144, height: 200, isDamaged: false })
})

test('draws a video whose pictures are in a box with a length of 64 bits', async () => {
  const path = join(await makeFolder(), 'video.mp4')
  await makePlainVideo(path, 1)
  const content = await readFile(path)
  // ffmpeg leaves room before it for the longer header.
  const start = content.indexOf('mdat', 0, 'latin1') - 12
  expect(content.toString('latin1', start + 4, start + 8)).toBe('free')
  const length = content.readUInt32BE(start + 8) + ADDED
  content.write('\0\0\0\x01mdat\0\0\0\0', start, 'latin1')
  content.writeUInt32BE(length, start + 12)

  expect(await make(await place('long.mp4', content), 'VIDEO')).toMatchObject({ width: 64, height: 48 })
})
