import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { probe } from '@media-library/media'
import { expect, test } from 'vitest'
import { makeFolder } from '../fixtures/folder.js'
import { makeJpeg, writeTags } from '../fixtures/photo.js'
import { addSubtitles, ffmpeg, makeVideo } from '../fixtures/video.js'
import { withFile } from '../support/jobs/open-file.js'
import { makePath, openVideoLibrary } from '../support/jobs/video-library.js'
import { byLevel } from '../support/long.js'

const { prepare } = await openVideoLibrary()

/** The colour of the pixel of a video's first frame, in the middle of its left or its upper edge. */
async function readEdges(path: string, width: number, height: number) {
  const pixels = await ffmpeg('-i', path, '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-')
  const colorAt = (x: number, y: number) => {
    const [red = 0, , blue = 0] = pixels.subarray((y * width + x) * 3)
    return red > blue ? 'red' : 'blue'
  }
  const [middleX, middleY] = [Math.floor(width / 2), Math.floor(height / 2)]
  return {
    left: colorAt(1, middleY),
    right: colorAt(width - 2, middleY),
    top: colorAt(middleX, 1),
    bottom: colorAt(middleX, height - 2),
  }
}

const aac = ['-c:a', 'aac']

const formats = [
  ['QuickTime', 'video.mov', { sound: aac }, [320, 180], 'aac'],
  ['HDR, which becomes SDR', 'video.mp4', { codec: 'hdr' }, [320, 180], undefined],
  ['VP9 with Opus', 'video.webm', { codec: 'vp9', sound: ['-c:a', 'libopus'] }, [320, 180], 'aac'],
  ['H.264 of 4:2:2', 'video.mp4', { codec: 'h264OfStudios' }, [320, 180], undefined],
  ['MP3 in MP4', 'video.mp4', { sound: ['-c:a', 'libmp3lame'] }, [320, 180], 'aac'],
  ['MPEG-2 in a transport stream', 'video.ts', { codec: 'mpeg2', more: ['-f', 'mpegts'] }, [320, 180], undefined],
  ['odd sides', 'video.mkv', { codec: 'lossless', size: '321x181' }, [320, 180], undefined],
  ['a picture of 4 pixels', 'video.mkv', { codec: 'lossless', size: '4x4' }, [4, 4], undefined],
  ['a large picture of VP8 without sound', 'video.webm', { codec: 'vp8', size: '1600x900' }, [1280, 720], undefined],
  ['a large narrow picture', 'video.webm', { codec: 'vp8', size: '900x1000' }, [720, 800], undefined],
  ['pixels twice as wide as high', 'video.mkv', { codec: 'lossless', more: ['-vf', 'setsar=2'] }, [320, 90], undefined],
] as const

test.each(formats.slice(0, byLevel(2, Infinity, Infinity)))(
  'makes an MP4 that plays of %s',
  async (_, name, given, [width, height], sound) => {
    const path = await makePath(name)
    await makeVideo(path, {
      ...given,
      seconds: 1,
      sound: [...('sound' in given ? given.sound : [])],
      more: [...('more' in given ? given.more : [])],
    })
    const original = await readFile(path)
    const { target, run } = await prepare(path)

    const outcome = await run()

    expect(outcome).toEqual({ state: 'succeeded' })
    const made = await withFile(target, probe)
    expect(made).toMatchObject({
      brand: 'isom',
      video: { codec: 'h264', pixelFormat: 'yuv420p', width, height, rotation: 0, isHdr: false },
    })
    expect(made.sounds[0]?.codec).toBe(sound)
    expect(Math.abs((made.duration ?? 0) - 1)).toBeLessThan(0.2)
    expect(await readEdges(target, width, height)).toMatchObject({ left: 'red', right: 'blue' })
    expect((await readFile(target)).indexOf('moov')).toBeLessThan((await readFile(target)).indexOf('mdat'))
    expect(await readFile(path)).toEqual(original)
    expect(await readdir(dirname(target))).toHaveLength(1)
  },
)

const subtitles = [
  ['texts', 'video.mkv', 'srt'],
  ['styled texts', 'video.mkv', 'ass'],
  ['texts in an MP4', 'video.mp4', 'mov_text'],
  ['the pictures of a camera', 'video.mkv', 'pictures'],
] as const

test.each(subtitles.slice(0, byLevel(1, Infinity, Infinity)))(
  'makes an MP4 of a video with subtitles: %s',
  async (_, name, kind) => {
    const [plain, path] = [await makePath('plain.mkv'), await makePath(name)]
    await makeVideo(plain, { codec: 'mpeg2' })
    await addSubtitles(plain, { path, kind })
    const { target, run } = await prepare(path)

    const outcome = await run()

    expect(outcome).toEqual({ state: 'succeeded' })
    expect(await withFile(target, probe)).toMatchObject({ video: { codec: 'h264' } })
  },
)

test('turns a video upright', async () => {
  const path = await makePath('video.mov')
  await makeVideo(path)
  await writeTags(path, { Rotation: 90 })
  const { target, run } = await prepare(path)

  await run()

  expect((await withFile(target, probe)).video).toMatchObject({ width: 180, height: 320, rotation: 0 })
  expect(await readEdges(target, 180, 320)).toMatchObject({ top: 'red', bottom: 'blue' })
})

test.each([
  ['with sound', { sound: aac }],
  ['without sound', {}],
])('is not required for H.264 in MP4 %s, and removes an older video', async (_, given) => {
  const path = await makePath('video.mp4')
  await makeVideo(path, given)
  const { target, run } = await prepare(path)
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, 'older')

  const outcome = await run()

  expect(outcome).toEqual({ state: 'skipped', reason: expect.stringContaining('not required') })
  expect(existsSync(target)).toBe(false)
})

test('is skipped for a file without a video stream', async () => {
  const sound = await makePath('sound.mp4')
  await ffmpeg('-f', 'lavfi', '-i', 'sine=d=1', '-c:a', 'aac', sound)
  const photo = join(await makeFolder({ 'photo.jpg': await makeJpeg() }), 'photo.jpg')

  const outcomes = [await (await prepare(sound)).run(), await (await prepare(photo, 'IMAGE')).run()]

  expect(outcomes).toEqual([
    { state: 'skipped', reason: 'it has no video stream' },
    { state: 'skipped', reason: 'it is not a video' },
  ])
})

test('is postponed for a video of more than a minute (J9)', async () => {
  const path = await makePath('long.mkv')
  await makeVideo(path, { codec: 'mpeg2', size: '64x36', seconds: 61 })
  const { target, run } = await prepare(path)

  const outcome = await run()

  expect(outcome).toEqual({ state: 'postponed' })
  expect(existsSync(target)).toBe(false)
})

test('gives the same video when it runs again', async () => {
  const path = await makePath('video.mov')
  await makeVideo(path)
  const { target, run } = await prepare(path)
  await run()
  const first = await readFile(target)

  await run()

  expect(await readFile(target)).toEqual(first)
})
