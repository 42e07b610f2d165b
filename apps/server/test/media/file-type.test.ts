import { join } from 'node:path'
import { findMediaType, hasMediaName } from '@media-library/media'
import { afterAll, expect, test } from 'vitest'
import { makeFolder } from '../fixtures/folder.js'
import { endWriting, makeHeif, makeJpeg, makeTiff, writeTags } from '../fixtures/photo.js'
import { makePlainVideo, makeSound } from '../fixtures/plain-video.js'
import { withFile } from '../support/jobs/open-file.js'

afterAll(endWriting)

test.each([
  ['a JPEG named as a text', 'photo.txt', () => makeJpeg(), 'IMAGE'],
  ['a HEIF', 'photo.heic', () => makeHeif(), 'IMAGE'],
  ['a TIFF named as a RAW', 'photo.nef', () => makeTiff(), 'IMAGE'],
  ['a RAW of an old Canon', 'photo.crw', async () => Buffer.from('II\x1a\0\0\0HEAPCCDR\0\0', 'latin1'), 'IMAGE'],
  ['a text named as a JPEG', 'photo.jpg', async () => Buffer.from('not a photo'), null],
  ['a PDF', 'paper.pdf', async () => Buffer.from('%PDF-1.7\n'), null],
  ['an empty file', 'photo.png', async () => Buffer.alloc(0), null],
])('recognizes %s', async (_, name, make, expected) => {
  const folder = await makeFolder({ [name]: await make() })

  expect(await withFile(join(folder, name), findMediaType)).toBe(expected)
})

test.each([
  ['VIDEO', ['a.mp4', 'a.mov', 'a.mkv', 'a.avi', 'a.webm'], (path: string) => makePlainVideo(path, 1)],
  ['AUDIO', ['b.mp3', 'b.m4a', 'b.flac', 'b.wav', 'b.ogg', 'b.mka'], makeSound],
])('tells %s in %j, by the name where a container can hold either', async (type, names, make) => {
  const folder = await makeFolder()
  await Promise.all(names.map((name) => make(join(folder, name))))

  const types = await Promise.all(names.map((name) => withFile(join(folder, name), findMediaType)))

  expect(types).toEqual(names.map(() => type))
})

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
