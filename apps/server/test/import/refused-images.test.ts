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

async function cut(whole: Buffer | Promise<Buffer>) {
  const content = await whole
  return content.subarray(0, content.length * 0.6)
}

const refused: [name: string, make: () => Promise<Buffer>, reason: string][] = [
  ['drawing.xcf', async () => begin('gimp xcf file\0'), `its format (image/x-xcf) cannot be drawn; ${EXPORT}`],
  ['icons.icns', async () => begin('icns'), `its format (image/icns) cannot be drawn; ${EXPORT}`],
  ['photo.flif', async () => begin('FLIF'), `its format (image/flif) cannot be drawn; ${EXPORT}`],
  ['photo.bpg', async () => begin('BPG\xfb'), `its format (image/bpg) cannot be drawn; ${EXPORT}`],
  ['shot.nef', () => makeTiff(), 'it is a RAW file without a preview inside; export it as JPEG'],
  ['cut.webp', () => cut(drawNoise().webp().toBuffer()), INCOMPLETE],
  ['cut.avif', () => cut(drawNoise().avif().toBuffer()), INCOMPLETE],
  ['cut.tiff', () => cut(drawNoise().tiff().toBuffer()), INCOMPLETE],
  ['large-and-cut.tiff', () => cut(drawNoise().tiff({ bigtiff: true }).toBuffer()), INCOMPLETE],
  ['cut.heic', () => cut(readFile(heicPhotos.wideGamut)), INCOMPLETE],
  ['cut.jp2', () => cut(readFile(rarePictures.jp2)), INCOMPLETE],
]

test.each(refused)('refuses %s, says what is wrong, and what to do', async (name, make, reason) => {
  const folder = await makeFolder({ [name]: await make() })

  const summary = await take(folder)

  expect(summary).toMatchObject({ added: 0, failed: 1, failures: [{ path: join(folder, name), reason }] })
})

test('takes what can be drawn', async () => {
  const jpeg = await (await drawQuarters(80, 60)).jpeg().toBuffer()
  const rare = Object.values(rarePictures)
  const entries = await Promise.all(rare.map(async (path) => [basename(path), await readFile(path)] as const))
  const folder = await makeFolder({ ...Object.fromEntries(entries), 'shot.arw': makeRaw(jpeg, 1) })

  expect(await take(folder)).toMatchObject({ added: rare.length + 1, failed: 0 })
})

test('takes a HEIC and a WebP behind which something else is written', async () => {
  const webp = await drawNoise().webp().toBuffer()
  const folder = await makeFolder({
    'a.heic': Buffer.concat([await readFile(heicPhotos.turned), Buffer.alloc(100, 0xff)]),
    'b.webp': Buffer.concat([webp, Buffer.alloc(100, 0xff)]),
  })

  expect(await take(folder)).toMatchObject({ added: 2, failed: 0 })
})
