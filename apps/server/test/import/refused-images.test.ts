import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeFolder } from '../fixtures/folder.js'
import { makeTiff } from '../fixtures/photo.js'
import { drawQuarters, heicPhotos, makeRaw, rarePictures } from '../fixtures/picture.js'
import { openImportLibrary } from '../support/import/import-library.js'

const { take } = await openImportLibrary()

const EXPORT = 'export it as JPEG, PNG, WebP, HEIC or AVIF'
const INCOMPLETE = 'it is incomplete; copy it again from its source'

function drawNoise() {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width: 300, height: 200, channels: 3, noise, background: 'grey' } })
}

/** A file that begins like this, with nothing behind it. */
function begin(text: string) {
  return Buffer.from(text.padEnd(64, '\0'), 'latin1')
}

async function cutAt(share: number, whole: Promise<Buffer>) {
  const content = await whole
  return content.subarray(0, content.length * share)
}

const refused: [name: string, make: () => Promise<Buffer>, reason: string][] = [
  ['drawing.xcf', async () => begin('gimp xcf file\0'), `its format (image/x-xcf) cannot be drawn; ${EXPORT}`],
  ['icons.icns', async () => begin('icns'), `its format (image/icns) cannot be drawn; ${EXPORT}`],
  ['photo.flif', async () => begin('FLIF'), `its format (image/flif) cannot be drawn; ${EXPORT}`],
  ['photo.bpg', async () => begin('BPG\xfb'), `its format (image/bpg) cannot be drawn; ${EXPORT}`],
  ['shot.nef', () => makeTiff(), 'it is a RAW file without a preview inside; export it as JPEG'],
  ['cut.webp', () => cutAt(0.6, drawNoise().webp().toBuffer()), INCOMPLETE],
  ['cut.avif', () => cutAt(0.6, drawNoise().avif().toBuffer()), INCOMPLETE],
  ['cut.tiff', () => cutAt(0.6, drawNoise().tiff().toBuffer()), INCOMPLETE],
  ['large-and-cut.tiff', () => cutAt(0.6, drawNoise().tiff({ bigtiff: true }).toBuffer()), INCOMPLETE],
  ['cut.heic', () => cutAt(0.6, readFile(heicPhotos.wideGamut)), INCOMPLETE],
  ['cut.jp2', () => cutAt(0.6, readFile(rarePictures.jp2)), INCOMPLETE],
]

test('refuses what cannot be drawn or is cut short, says what is wrong, and what to do', async () => {
  const contents = await Promise.all(refused.map(async ([name, make]) => [name, await make()] as const))
  const folder = await makeFolder(Object.fromEntries(contents))

  const summary = await take(folder)

  const failures = refused.map(([name, , reason]) => ({ path: join(folder, name), reason }))
  expect(summary).toMatchObject({ added: 0, failed: refused.length })
  expect(summary.failures.sort(byPath)).toEqual(failures.sort(byPath))
})

function byPath(one: { path: string }, other: { path: string }) {
  return one.path < other.path ? -1 : 1
}

test('takes what can be drawn, also when a JPEG, PNG or GIF was cut short', async () => {
  const quarters = await drawQuarters(600, 400)
  const jpeg = await quarters.jpeg().toBuffer()
  const formats = ['jpeg', 'png', 'gif'] as const
  const cut = formats.map(
    async (format) => [`cut.${format}`, await cutAt(0.9, quarters.toFormat(format).toBuffer())] as const,
  )
  const rare = Object.values(rarePictures)
  const entries = await Promise.all(rare.map(async (path) => [basename(path), await readFile(path)] as const))
  const all = [...entries, ...(await Promise.all(cut)), ['shot.arw', makeRaw(jpeg, 1)] as const]
  const folder = await makeFolder(Object.fromEntries(all))

  expect(await take(folder)).toMatchObject({ added: all.length, failed: 0 })
})

test('takes a HEIC and a WebP behind which something else is written', async () => {
  const webp = await drawNoise().webp().toBuffer()
  const folder = await makeFolder({
    'a.heic': Buffer.concat([await readFile(heicPhotos.turned), Buffer.alloc(100, 0xff)]),
    'b.webp': Buffer.concat([webp, Buffer.alloc(100, 0xff)]),
  })

  expect(await take(folder)).toMatchObject({ added: 2, failed: 0 })
})
