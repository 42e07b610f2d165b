import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findContentType, findMediaType, hasMediaName } from '@media-library/media'
import { expect, test } from 'vitest'
import { makeFolder } from '../fixtures/folder.js'
import { makeHeif, makeJpeg, makeTiff, writeTags } from '../fixtures/photo.js'
import { makePlainVideo, makeSound } from '../fixtures/plain-video.js'
import { withFile } from '../support/jobs/open-file.js'

test.each([
  ['a JPEG named as a text', 'photo.txt', () => makeJpeg(), 'IMAGE'],
  ['a HEIF', 'photo.heic', () => makeHeif(), 'IMAGE'],
  ['a TIFF named as a RAW', 'photo.nef', () => makeTiff(), 'IMAGE'],
  ['a RAW of an old Canon', 'photo.crw', async () => Buffer.from('II\x1a\0\0\0HEAPCCDR\0\0', 'latin1'), 'IMAGE'],
  ['a text named as a JPEG', 'photo.jpg', async () => Buffer.from('not a photo'), null],
  ['a TGA', 'picture.tga', async () => Buffer.concat([Buffer.from([0, 0, 2, 0, 0]), Buffer.alloc(99)]), null],
  ['a PDF', 'paper.pdf', async () => Buffer.from('%PDF-1.7\n'), null],
  ['an empty file', 'photo.png', async () => Buffer.alloc(0), null],
])('recognizes %s', async (_, name, make, expected) => {
  const folder = await makeFolder({ [name]: await make() })

  expect(await withFile(join(folder, name), findMediaType)).toBe(expected)
})

test.each([
  ['VIDEO', ['a.mp4', 'a.mov', 'a.mkv', 'a.avi', 'a.webm'], (path: string) => makePlainVideo(path, 1)],
  ['AUDIO', ['b.mp3', 'b.m4a', 'b.flac', 'b.wav', 'b.ogg', 'b.mka'], makeSound],
  ['AUDIO', ['voice.mp4', 'voice.mov', 'voice.3gp', 'voice.webm', 'voice.mkv', 'voice.wmv'], makeSound],
])('tells %s in %j, by what a container holds', async (type, names, make) => {
  const folder = await makeFolder()
  await Promise.all(names.map((name) => make(join(folder, name))))

  const types = await Promise.all(names.map((name) => withFile(join(folder, name), findMediaType)))

  expect(types).toEqual(names.map(() => type))
})

test('tells a video under the name of a sound', async () => {
  const folder = await makeFolder()
  await makePlainVideo(join(folder, 'video.mkv'), 1)
  await rename(join(folder, 'video.mkv'), join(folder, 'video.mka'))

  expect(await withFile(join(folder, 'video.mka'), findMediaType)).toBe('VIDEO')
})

test.each([
  ['an MP3 with zeros behind its tag', 'a.mp3', (whole: Buffer) => addZeros(whole), 'AUDIO'],
  ['a WAV with lengths of 64 bits', 'a.wav', (whole: Buffer) => toLongWav(whole), 'AUDIO'],
  ['a tag with nothing behind it', 'b.mp3', () => Buffer.concat([tag, Buffer.alloc(9_000)]), null],
])('tells what %s is', async (_, name, change, expected) => {
  const folder = await makeFolder()
  const path = join(folder, name)
  await makeSound(path)
  await writeFile(path, change(await readFile(path)))

  expect(await withFile(path, findMediaType)).toBe(expected)
  if (expected) expect(await withFile(path, findContentType)).toMatchObject({ extension: name.slice(2) })
})

/** An ID3 tag without content. */
const tag = Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1')

function addZeros(mp3: Buffer) {
  return Buffer.concat([tag, Buffer.alloc(9_000), mp3])
}

function toLongWav(wav: Buffer) {
  const sizes = Buffer.alloc(36)
  sizes.write('ds64', 'latin1')
  sizes.writeUInt32LE(28, 4)
  sizes.writeBigUInt64LE(BigInt(wav.length + 28), 8)
  const data = wav.indexOf('data', 12, 'latin1')
  sizes.writeBigUInt64LE(BigInt(wav.readUInt32LE(data + 4)), 16)
  const long = Buffer.concat([wav.subarray(0, 12), sizes, wav.subarray(12)])
  long.write('RF64', 'latin1')
  for (const at of [4, data + sizes.length + 4]) long.writeUInt32LE(0xffffffff, at)
  return long
}

test.each([
  ['heic', ['mif1', 'heic'], 'IMAGE'],
  ['heim', ['mif1'], 'IMAGE'],
  ['hevs', ['msf1', 'iso8'], 'IMAGE'],
  ['avis', ['avif', 'msf1', 'iso8'], 'IMAGE'],
  ['mif2', ['heic'], 'IMAGE'],
  ['MSNV', ['mif1', 'heic'], 'IMAGE'],
  ['isom', ['mp42', 'mif1'], 'VIDEO'],
  ['mp42', ['isom'], 'VIDEO'],
  ['XAVC', ['mp42', 'iso2'], 'VIDEO'],
])('tells what an ISO box of the brand %s with %j is', async (main, others, expected) => {
  const brands = Buffer.from(['ftyp', main, '\0\0\0\0', ...others].join(''), 'latin1')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(brands.length + 4)
  const folder = await makeFolder({ 'photo.heic': Buffer.concat([length, brands, Buffer.alloc(64)]) })

  expect(await withFile(join(folder, 'photo.heic'), findMediaType)).toBe(expected)
})

test('recognizes a DNG in a TIFF', async () => {
  const path = join(await makeFolder({ 'photo.dng': await makeTiff() }), 'photo.dng')
  await writeTags(path, { DNGVersion: '1 4 0 0' })

  expect(await withFile(path, findMediaType)).toBe('IMAGE')
})

test('recognizes file names of photos, videos and sounds in either case', async () => {
  expect(['a.JPG', 'a.cr2', 'a.Mov', 'a.mp3'].every(hasMediaName)).toBe(true)
  expect(['a.txt', 'jpg', 'a'].some(hasMediaName)).toBe(false)
})
