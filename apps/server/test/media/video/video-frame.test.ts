import { join } from 'node:path'
import { runFfmpeg } from '@media-library/media'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readQuarters, upright } from '../../fixtures/picture.js'
import { makeQuartersVideo } from '../../fixtures/quarters-video.js'
import { openThumbnailFolder } from '../../support/media/thumbnails.js'
import { TIME_LIMIT_MS } from '../../support/until.js'

const { folder, make } = await openThumbnailFolder()

test.each(['mp4', 'mov', 'webm', 'mkv', 'avi', 'ts', 'mpg'])('draws a frame of .%s', async (extension) => {
  const source = join(folder, `video.${extension}`)
  const options = extension === 'mpg' ? ['-r', '25'] : []
  await makeQuartersVideo(source, { seconds: 1, options })

  const made = await make(source, 'VIDEO')

  expect([made.width, made.height]).toEqual([64, 48])
  expect(await readQuarters(made.preview)).toEqual(upright)
  expect(await made.listOutput()).toEqual(['asset.jpeg', 'asset.webp'])
})

test('draws a video upright', async () => {
  const source = join(folder, 'turned.mp4')
  await makeQuartersVideo(source, { rotation: 90 })

  const made = await make(source, 'VIDEO')

  expect([made.width, made.height]).toEqual([48, 64])
  expect(await readQuarters(made.preview)).toEqual(['blue', 'red', 'yellow', 'lime'])
})

test('draws non-square pixels in their aspect ratio', async () => {
  const source = join(folder, 'anamorphic.mp4')
  await makeQuartersVideo(source, { filters: 'setsar=2' })

  expect(await make(source, 'VIDEO')).toMatchObject({ width: 128, height: 48 })
})

test('skips the black frames at the start of a video', async () => {
  const source = join(folder, 'fade.mp4')
  await makeQuartersVideo(source, { seconds: 5, filters: "drawbox=c=black:t=fill:enable='lt(t,1.5)'" })

  const made = await make(source, 'VIDEO')

  expect(await readQuarters(made.preview)).toEqual(upright)
})

test.each([
  ['20 s', 24, 20, ['-g', '20']],
  ['8 s, whose frames all need others', 11, 8, ['-g', '9999', '-sc_threshold', '0']],
  ['all its time', 3, 3, []],
])('draws the first frame that is not black of a film that is black for %s', async (_, seconds, dark, options) => {
  const source = join(folder, `dark-${seconds}.mp4`)
  await makeQuartersVideo(source, { seconds, options, filters: `drawbox=c=black:t=fill:enable='lt(t,${dark})'` })

  const made = await make(source, 'VIDEO')

  const { channels } = await sharp(made.preview).stats()
  expect(channels.every(({ max }) => max < 20)).toBe(seconds === dark)
  if (seconds > dark) expect(await readQuarters(made.preview)).toEqual(upright)
})

test('fails on a sound file', async () => {
  const source = join(folder, 'sound.m4a')
  await runFfmpeg(['-f', 'lavfi', '-i', 'sine=d=1', `file:${source}`], { timeout: TIME_LIMIT_MS })

  await expect(make(source, 'VIDEO')).rejects.toThrow('it has no video stream')
})
