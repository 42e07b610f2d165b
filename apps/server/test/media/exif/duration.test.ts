import { join } from 'node:path'
import { createExifReader, probe } from '@media-library/media'
import { afterAll, expect, test } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'
import { endWriting, writeTags } from '../../fixtures/photo.js'
import { codecs, ffmpeg } from '../../fixtures/video.js'
import { withFile } from '../../support/jobs/open-file.js'

const reader = createExifReader({ processes: 1 })

afterAll(async () => {
  await reader.close()
  await endWriting()
})

const SECONDS = 4
const picture = ['-f', 'lavfi', '-i', `testsrc=d=${SECONDS}:s=64x48:r=10`]
const tone = ['-f', 'lavfi', '-i', `sine=d=${SECONDS}`]
const film = [...picture, ...tone]
const h264 = [...codecs.h264, '-c:a', 'aac']

async function make(name: string, args: string[]) {
  const path = join(await makeFolder(), name)
  await ffmpeg(...args, `file:${path}`)
  return path
}

function read(path: string) {
  return withFile(path, reader.read)
}

function toSeconds(duration: string | null) {
  const [hours, minutes, seconds] = (duration ?? '').split(':').map(Number)
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
}

test.each([
  ['a.mts', [...film, ...h264, '-f', 'mpegts']],
  ['a.m2ts', [...film, ...h264, '-f', 'mpegts', '-mpegts_m2ts_mode', '1']],
  ['a.ts', [...film, ...h264, '-f', 'mpegts']],
  ['a.mpg', [...film, '-c:v', 'mpeg2video', '-r', '25', '-c:a', 'mp2', '-f', 'mpeg']],
  ['fragments.mp4', [...film, ...h264, '-g', '10', '-movflags', 'frag_keyframe+empty_moov']],
  ['first-fragment.mp4', [...film, ...h264, '-g', '10', '-movflags', 'frag_keyframe+delay_moov']],
  ['a.wmv', [...film, '-c:v', 'wmv2', '-c:a', 'wmav2']],
  ['a.wma', [...tone, '-c:a', 'wmav2']],
  ['a.ogg', [...tone, '-c:a', 'libvorbis']],
  ['a.ogv', [...film, '-c:v', 'libtheora', '-c:a', 'libvorbis']],
  ['a.opus', [...tone, '-c:a', 'libopus']],
  ['a.mp3', [...tone, '-c:a', 'libmp3lame', '-q:a', '4', '-write_xing', '0']],
  ['a.aac', [...tone, '-c:a', 'aac']],
  ['a.avi', [...film, '-c:v', 'mpeg4', '-c:a', 'libmp3lame']],
  ['a.mkv', [...film, ...h264]],
  ['a.mov', [...film, ...h264]],
  ['a.flac', tone],
  ['a.wav', tone],
  ['a.caf', tone],
  ['a.ac3', tone],
  ['a.mp2', tone],
  ['a.wv', tone],
  ['a.mxf', [...film, '-r', '25', '-c:v', 'mpeg2video', '-c:a', 'pcm_s16le', '-ar', '48000']],
])('reads the duration of %s, as ffprobe does', async (name, args) => {
  const path = await make(name, args)

  const { duration } = await read(path)

  const expected = (await withFile(path, probe)).duration ?? 0
  expect(expected).toBeGreaterThan(SECONDS - 1)
  expect(Math.abs(toSeconds(duration) - expected)).toBeLessThan(0.05)
})

test('reads the duration of a WAV that was recorded as a stream', async () => {
  const folder = await makeFolder({ 'stream.wav': await ffmpeg(...tone, '-f', 'wav', '-') })

  expect(toSeconds((await read(join(folder, 'stream.wav'))).duration)).toBeCloseTo(SECONDS, 1)
})

test('reads the duration of a video whose XMP has another one', async () => {
  const path = await make('a.mov', [...film, ...h264])
  await writeTags(path, { 'XMP-xmpDM:Duration': { Scale: '1/24000', Value: 1 } })

  expect(toSeconds((await read(path)).duration)).toBeCloseTo(SECONDS, 1)
})

test.each([
  ['a.mp3', { title: 'Air', artist: 'Bach', album: 'Suite' }, 'Air – Bach – Suite'],
  ['a.m4a', { title: 'Air' }, 'Air'],
  ['a.flac', { artist: 'Bach', album: 'Suite' }, 'Bach – Suite'],
  ['a.flac', { title: 'Air', description: 'A tape from the attic' }, 'A tape from the attic'],
  ['a.ogg', {}, null],
])('describes %s of %j by its description, or else by title, artist and album', async (name, tags, description) => {
  const metadata = Object.entries(tags).flatMap(([tag, value]) => ['-metadata', `${tag}=${value}`])
  const path = await make(name, [...tone, ...metadata])

  expect((await read(path)).exif.description).toBe(description)
})
