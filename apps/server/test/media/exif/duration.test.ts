import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { recognizeMedia } from '@media-library/media'
import { expect, test } from 'vitest'
import { makeSharedFolder } from '../../fixtures/folder.js'
import { writeTags } from '../../fixtures/photo.js'
import { codecs, ffmpeg } from '../../fixtures/video.js'
import { withFile } from '../../support/jobs/open-file.js'
import { exif as reader } from '../../support/media/exif-reader.js'

const folder = await makeSharedFolder()

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
  'unusual.wma': [...tone, '-c:a', 'adpcm_yamaha', '-f', 'asf'],
  'a.spx': [...tone, '-ar', '16000', '-c:a', 'libspeex'],
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

/** The frames of a voice message, which hold 20 ms each. */
function makeAmr() {
  const frame = Buffer.concat([Buffer.from([0x3c]), Buffer.alloc(31)])
  return Buffer.concat([Buffer.from('#!AMR\n'), ...Array.from({ length: SECONDS * 50 }, () => frame)])
}

/** A sound of Monkey's Audio 3.95, whose only frame is not one. Of this version, exiftool tells no duration. */
function makeApe() {
  const ape = Buffer.alloc(5_036)
  ape.write('MAC ', 'latin1')
  for (const [index, value] of [3_950, 2_000, 32, 1].entries()) ape.writeUInt16LE(value, 4 + 2 * index)
  for (const [index, value] of [44_100, 0, 0, 1, SECONDS * 44_100, 36].entries())
    ape.writeUInt32LE(value, 12 + 4 * index)
  return ape
}

const apeTag = () => {
  const tag = Buffer.alloc(32)
  tag.write('APETAGEX', 'latin1')
  for (const [index, value] of [2_000, 32, 0, 0xa0000000].entries()) tag.writeUInt32LE(value, 8 + 4 * index)
  return tag
}

const readMade = (name: string) => readFile(join(folder, name))

test.each([
  ['an AMR', 'voice.amr', async () => makeAmr(), SECONDS],
  ["an old sound of Monkey's Audio", 'a.ape', async () => makeApe(), SECONDS],
  ['an MP3 behind an APE tag', 'tagged.mp3', async () => Buffer.concat([apeTag(), await readMade('a.mp3')]), SECONDS],
  ['an AAC behind zeros', 'late.aac', async () => Buffer.concat([Buffer.alloc(100), await readMade('a.aac')]), SECONDS],
  // Nothing but all of its frames tells how long it is.
  ['a FLAC that begins at a frame', 'frame.flac', async () => toFrames(await readMade('a.flac')), Number.NaN],
])('reads %s, whatever exiftool says of it', async (_, name, write, seconds) => {
  const path = join(folder, name)
  await writeFile(path, await write())

  const read = toSeconds((await withFile(path, reader.read)).duration)

  expect((await withFile(path, recognizeMedia))?.type).toBe('AUDIO')
  if (Number.isNaN(seconds)) expect(read).toBeNaN()
  else expect(Math.abs(read - seconds)).toBeLessThan(0.4)
})

test("a length of years, which so few bytes cannot have, is not that of a damaged sound of Monkey's Audio", async () => {
  const path = join(folder, 'years.ape')
  const ape = Buffer.alloc(200)
  ape.write('MAC ', 'latin1')
  for (const [at, value] of [
    [4, 3_990],
    [8, 52],
    [12, 24],
    [52, 2_000],
    [68, 16],
    [70, 2],
  ] as const)
    ape.writeUInt16LE(value, at)
  for (const [at, value] of [
    [56, 73_728],
    [64, 1_000_000_000],
    [72, 44_100],
  ] as const)
    ape.writeUInt32LE(value, at)
  await writeFile(path, ape)

  expect((await withFile(path, reader.read)).duration).toBeNull()
})

/** What stands behind the blocks at the beginning of a FLAC, of which the last one is marked. */
function toFrames(flac: Buffer): Buffer {
  let at = 4
  for (let isLast = false; !isLast; ) {
    isLast = (flac[at] ?? 0) >= 0x80
    at += 4 + flac.readUIntBE(at + 1, 3)
  }
  return flac.subarray(at)
}

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
