import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createExifReader } from '@media-library/media/metadata'
import { afterAll, expect, test } from 'vitest'
import { endWriting, writeTags } from '../../fixtures/photo.js'
import { codecs, ffmpeg } from '../../fixtures/video.js'
import { withFile } from '../../support/jobs/open-file.js'

const reader = createExifReader({ processes: 1 })

const folder = await mkdtemp(join(tmpdir(), 'media-library-duration-'))

afterAll(async () => {
  await reader.close()
  await endWriting()
  await rm(folder, { recursive: true })
})

const SECONDS = 4
const inputs = ['-f', 'lavfi', '-i', `testsrc=d=${SECONDS}:s=64x48:r=10`, '-f', 'lavfi', '-i', `sine=d=${SECONDS}`]
const film = ['-map', '0', '-map', '1']
const tone = ['-map', '1']
const h264 = [...codecs.h264, '-c:a', 'aac']

/** Writes files of these names into the folder, in one run of ffmpeg, because it starts slowly. */
async function make(files: Record<string, string[]>) {
  await ffmpeg(...inputs, ...Object.entries(files).flatMap(([name, args]) => [...args, `file:${join(folder, name)}`]))
}

function read(path: string) {
  return withFile(path, reader.read)
}

function toSeconds(duration: string | null) {
  const [hours, minutes, seconds] = (duration ?? '').split(':').map(Number)
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
}

const files = {
  'a.mts': [...film, ...h264, '-f', 'mpegts'],
  'a.m2ts': [...film, ...h264, '-f', 'mpegts', '-mpegts_m2ts_mode', '1'],
  'a.ts': [...film, ...h264, '-f', 'mpegts'],
  'a.mpg': [...film, '-c:v', 'mpeg2video', '-r', '25', '-c:a', 'mp2', '-f', 'mpeg'],
  'fragments.mp4': [...film, ...h264, '-g', '10', '-movflags', 'frag_keyframe+empty_moov'],
  'first-fragment.mp4': [...film, ...h264, '-g', '10', '-movflags', 'frag_keyframe+delay_moov'],
  'a.wmv': [...film, '-c:v', 'wmv2', '-c:a', 'wmav2'],
  'a.wma': [...tone, '-c:a', 'wmav2'],
  'a.ogg': [...tone, '-c:a', 'libvorbis'],
  'a.ogv': [...film, '-c:v', 'libtheora', '-c:a', 'libvorbis'],
  'a.opus': [...tone, '-c:a', 'libopus'],
  'a.mp3': [...tone, '-c:a', 'libmp3lame', '-q:a', '4', '-write_xing', '0'],
  'a.aac': [...tone, '-c:a', 'aac'],
  'a.avi': [...film, '-c:v', 'mpeg4', '-c:a', 'libmp3lame'],
  'a.mkv': [...film, ...h264],
  'a.mov': [...film, ...h264],
  'a.flac': tone,
  'a.wav': tone,
  'a.caf': tone,
  'a.ac3': tone,
  'a.mp2': tone,
  'a.wv': tone,
  'a.mxf': [...film, '-r', '25', '-c:v', 'mpeg2video', '-c:a', 'pcm_s16le', '-ar', '48000'],
}
await make(files)

test.each(Object.keys(files))('reads the duration of %s', async (name) => {
  const path = join(folder, name)

  const { duration } = await read(path)

  // Some containers hold a frame more of the sound. AAC without a container has no duration: ffprobe estimates it by the bit rate.
  expect(Math.abs(toSeconds(duration) - SECONDS)).toBeLessThan(name === 'a.aac' ? 0.4 : 0.2)
})

test('reads the duration of a WAV that was recorded as a stream', async () => {
  const path = join(folder, 'stream.wav')
  await writeFile(path, await ffmpeg(...inputs, ...tone, '-f', 'wav', '-'))

  expect(toSeconds((await read(path)).duration)).toBeCloseTo(SECONDS, 1)
})

test('reads the duration of a video whose XMP has another one', async () => {
  const path = join(folder, 'a.mov')
  await writeTags(path, { 'XMP-xmpDM:Duration': { Scale: '1/24000', Value: 1 } })

  expect(toSeconds((await read(path)).duration)).toBeCloseTo(SECONDS, 1)
})

const described: [string, Record<string, string>, string | null][] = [
  ['all.mp3', { title: 'Air', artist: 'Bach', album: 'Suite' }, 'Air – Bach – Suite'],
  ['title.m4a', { title: 'Air' }, 'Air'],
  ['album.flac', { artist: 'Bach', album: 'Suite' }, 'Bach – Suite'],
  ['description.flac', { title: 'Air', description: 'A tape from the attic' }, 'A tape from the attic'],
  ['none.ogg', {}, null],
]
await make(
  Object.fromEntries(
    described.map(([name, tags]) => [
      name,
      [...tone, ...Object.entries(tags).flatMap(([tag, value]) => ['-metadata', `${tag}=${value}`])],
    ]),
  ),
)

test.each(described)(
  'describes %s of %j by its description, or else by title, artist and album',
  async (name, _, description) => {
    expect((await read(join(folder, name))).exif.description).toBe(description)
  },
)
