import { copyFile, readFile, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawQuarters, heicPhotos, makeRaw, readQuarters, upright } from '../../fixtures/picture.js'
import { composePng } from '../../fixtures/png.js'
import { makeQuartersVideo } from '../../fixtures/quarters-video.js'
import { openThumbnailFolder } from '../../support/media/thumbnails.js'

const { folder, place, make } = await openThumbnailFolder()

test.each(['webp', 'avif', 'tiff'] as const)(
  'fails on a .%s whose incomplete content cannot be drawn',
  async (format) => {
    const noise = { width: 600, height: 400, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 40 } } as const
    const whole = await sharp({ create: { ...noise, background: 'grey' } })
      .toFormat(format)
      .toBuffer()
    const source = await place(`cut.${format}`, whole.subarray(0, whole.length * 0.6))

    await expect(make(source)).rejects.toThrow(/^its? /)
  },
)

const text = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')

test.each<[string, 'IMAGE' | 'VIDEO', Buffer | null, string | RegExp]>([
  ['empty.jpg', 'IMAGE', Buffer.alloc(0), 'it is empty'],
  ['empty.mp4', 'VIDEO', Buffer.alloc(0), 'it is empty'],
  ['nowhere.jpg', 'IMAGE', null, 'missing'],
  ['cut.heic', 'IMAGE', (await readFile(heicPhotos.wideGamut)).subarray(0, 1_100), 'it is incomplete'],
  ['text.jpg', 'IMAGE', text, /^its? /],
  ['text.heic', 'IMAGE', text, /^its? /],
  ['text.arw', 'IMAGE', text, /^its? /],
])('fails with a reason on %s as %s', async (name, type, content, reason) => {
  const source = content ? await place(name, content) : join(folder, name)

  await expect(make(source, type)).rejects.toThrow(reason)
})

test('fails on a video that is incomplete', async () => {
  const source = join(folder, 'cut.mp4')
  await makeQuartersVideo(source)
  await truncate(source, Math.floor((await stat(source)).size / 2))

  await expect(make(source, 'VIDEO')).rejects.toThrow('it is incomplete')
})

test.each(['IMAGE', 'VIDEO'] as const)('fails soon on a gigabyte of zeroes as %s', async (type) => {
  const source = await place(`zeroes-${type}`, Buffer.alloc(0))
  await truncate(source, 2 ** 30)

  await expect(make(source, type)).rejects.toThrow(/^its? /)
})

test('fails on a small file of too many pixels', async () => {
  const source = await place('bomb.png', makeBlackPng(20_000, 16_000))

  await expect(make(source)).rejects.toThrow('it has more than 300 million pixels')
})

/** With one bit for each pixel, it is written in no time. */
function makeBlackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)))
  return composePng(header, deflateSync(rows))
}

test('fails on a playlist that names other files', async () => {
  const source = await place('list.mp4', Buffer.from('ffconcat version 1.0\nfile video.mp4\n'))

  await expect(make(source, 'VIDEO')).rejects.toThrow('it')
})

test.each(['-y', 'a;touch b', 'line\nbreak.jpg', '%d.jpg', "quote'.jpg", 'http:x'])(
  'draws a file named %j',
  async (name) => {
    const source = await place(name, await (await drawQuarters(80, 60)).jpeg().toBuffer())
    const video = join(folder, `video ${name}.mp4`)
    await makeQuartersVideo(join(folder, 'plain.mp4'))
    await copyFile(join(folder, 'plain.mp4'), video)

    expect(await readQuarters((await make(source)).preview)).toEqual(upright)
    expect(await readQuarters((await make(video, 'VIDEO')).preview)).toEqual(upright)
  },
)

test('draws a RAW with a line break in its name', async () => {
  const jpeg = await (await drawQuarters(80, 60)).jpeg().toBuffer()
  const source = await place('raw\nbreak.arw', makeRaw(jpeg, 1))

  expect(await readQuarters((await make(source)).preview)).toEqual(upright)
})

test('stops at once when aborted, and leaves nothing', async () => {
  const create = { width: 6_000, height: 4_000, channels: 3, background: 'red' } as const
  const source = await place('aborted.jpg', await sharp({ create }).jpeg().toBuffer())
  const controller = new AbortController()
  setTimeout(() => controller.abort(new Error('the worker stops')), 30)

  await expect(make(source, 'IMAGE', controller.signal)).rejects.toThrow('the worker stops')
})
