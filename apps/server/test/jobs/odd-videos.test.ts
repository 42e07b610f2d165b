import { readFile, writeFile } from 'node:fs/promises'
import { probe } from '@media-library/media'
import { expect, test } from 'vitest'
import { ffmpeg, makeVideo } from '../fixtures/video.js'
import { withFile } from '../support/jobs/open-file.js'
import { makePath, openVideoLibrary } from '../support/jobs/video-library.js'
import { openThumbnailFolder } from '../support/media/thumbnails.js'

const { prepare } = await openVideoLibrary()
const { make } = await openThumbnailFolder()

const inputs = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=10:d=1', '-f', 'lavfi', '-i', 'sine=d=1']
const two = ['-map', '0', '-map', '1', '-map', '1']

/** Its first sound has the name and the description of a format that nobody knows. */
const withoutDecoder = async (path: string, streams: string[]) => {
  await ffmpeg(...inputs, ...streams, '-c:v', 'mpeg4', '-c:a', 'aac', `file:${path}`)
  const content = await readFile(path)
  const sound = content.indexOf('mp4a', content.indexOf('stsd'), 'latin1')
  content.write('zzzz', sound, 'latin1')
  content.write('zzzz', content.indexOf('esds', sound, 'latin1'), 'latin1')
  await writeFile(path, content)
}
const notAllowed = (path: string, streams: string[]) =>
  ffmpeg(...inputs, ...streams, '-c:v', 'mpeg4', '-c:a:0', 'adpcm_yamaha', '-c:a:1', 'aac', `file:${path}`)

test('makes an MP4 with the second sound of a video whose first one the service does not decode', async () => {
  const path = await makePath('video.mkv')
  await notAllowed(path, two)
  const { target, run } = await prepare(path)

  expect(await run()).toEqual({ state: 'succeeded' })

  const made = await withFile(target, probe)
  expect(made.video?.codec).toBe('h264')
  expect(made.sounds.map(({ codec }) => codec)).toEqual(['aac'])
  expect(await make(path, 'VIDEO')).toMatchObject({ width: 64, height: 48, isDamaged: false })
})

test('makes an MP4 without sound, and warns, of a video whose only sound nobody can decode', async () => {
  const path = await makePath('video.mp4')
  await withoutDecoder(path, ['-map', '0', '-map', '1'])
  const { target, run } = await prepare(path)

  expect(await run()).toEqual({ state: 'succeeded', reason: expect.stringContaining('its sound has a format') })

  expect((await withFile(target, probe)).sounds).toEqual([])
})

test('makes an MP4 of a video whose picture begins five seconds after the file', async () => {
  const path = await makePath('video.mov')
  await makeVideo(path, { more: ['-c:v', 'mpeg4', '-output_ts_offset', '5'] })
  const { target, run } = await prepare(path)
  expect((await withFile(path, probe)).duration).toBeCloseTo(7, 0)

  expect(await run()).toEqual({ state: 'succeeded' })

  expect((await withFile(target, probe)).duration).toBeCloseTo(2, 0)
  expect(await make(path, 'VIDEO')).toMatchObject({ width: 320, height: 180, isDamaged: false })
})

const [h264, mpeg4] = [[], ['-c:v', 'mpeg4']]

test.each([
  ['mp4', [...h264, '-movflags', '+faststart'], 'skipped'],
  ['mov', [...mpeg4, '-movflags', '+faststart'], 'succeeded'],
  ['mkv', mpeg4, 'succeeded'],
] as const)('warns of a .%s that was cut short, and keeps what is there', async (extension, more, state) => {
  const path = await makePath(`video.${extension}`)
  await makeVideo(path, { seconds: 4, more: [...more, '-g', '5', '-vf', 'noise=alls=60:allf=t'] })
  const whole = await readFile(path)
  expect((await make(path, 'VIDEO')).isDamaged).toBe(false)
  await writeFile(path, whole.subarray(0, Math.floor(whole.length * 0.6)))
  const { target, run } = await prepare(path)

  expect(await make(path, 'VIDEO')).toMatchObject({ width: 320, height: 180, isDamaged: true })
  const outcome = await run()

  expect(outcome.state).toBe(state)
  if (state === 'skipped') return
  expect(outcome).toMatchObject({ reason: expect.stringMatching(/^only \d\.\d of its \d\.\d seconds can be read/) })
  expect((await withFile(target, probe)).duration).toBeLessThan(3.5)
})
