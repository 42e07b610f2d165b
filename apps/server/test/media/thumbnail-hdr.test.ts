import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { heicPhotos, rarePictures } from '../fixtures/picture.js'
import { openThumbnailFolder } from '../support/media/thumbnails.js'

const { place, make } = await openThumbnailFolder()

/** Gives a HEIF other numbers of ITU-T H.273 for its primaries and its transfer. */
function recode(heif: Buffer, [primaries, transfer]: readonly [number, number]) {
  const at = heif.indexOf('colrnclx', 0, 'latin1') + 8
  heif.writeUInt16BE(primaries, at)
  heif.writeUInt16BE(transfer, at + 2)
  return heif
}

/** The colours in the middle of the four quarters. */
async function readColours(path: string): Promise<number[][]> {
  const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)].map((start) => [
    ...data.subarray(start, start + 3),
  ])
}

function isNear(level: number | undefined, expected: number) {
  return Math.abs((level ?? -1) - expected) <= 5
}

test.each([
  ['PQ', [9, 16], [188, 238, 255]],
  ['HLG', [9, 18], [140, 165, 238]],
  ['plain sRGB', [1, 13], [130, 148, 192]],
] as const)('draws %s as bright as a video', async (_, coding, levels) => {
  const made = await make(await place('light.avif', recode(await readFile(rarePictures.hdrAvif), coding)))

  expect(made).toMatchObject({ width: 64, height: 48 })
  for (const path of [made.preview, made.thumbnail]) {
    const greys = (await readColours(path)).slice(0, 3)
    for (const [index, expected] of levels.entries()) {
      for (const level of greys[index] ?? []) expect(level, `${greys}`).toSatisfy(() => isNear(level, expected))
    }
  }
})

test.each([
  ['BT.2020', 9],
  ['P3', 12],
])('draws a red of %s in sRGB, which shows no purer one', async (_, primaries) => {
  const made = await make(await place('red.avif', recode(await readFile(rarePictures.hdrAvif), [primaries, 16])))

  const [red = 0, green = 255, blue = 255] = (await readColours(made.preview))[3] ?? []
  expect(red).toBeGreaterThan(215)
  expect(Math.max(green, blue)).toBeLessThan(30)
})

test('draws a HEIC in PQ as bright as a video', async () => {
  const heic = await readFile(heicPhotos.wideGamut)
  const at = heic.indexOf('colrprof', 0, 'latin1')
  heic.write('colrnclx', at, 'latin1')
  heic.write('00090010000980', at + 8, 'hex')

  const made = await make(await place('hdr.heic', heic))

  // The red and blue in the lime are 75 and 14 nits beside 8,900 nits of green.
  const [red = 255, green = 0, blue = 255] = (await readColours(made.preview))[1] ?? []
  expect(green).toBeGreaterThan(245)
  expect(Math.max(red, blue)).toBeLessThan(60)
})

test('draws a JPEG XL in PQ as bright as a video', async () => {
  const made = await make(await place('hdr.jxl', await readFile(rarePictures.hdrJxl)))

  const [[red, green, blue] = []] = await readColours(made.preview)
  expect(red).toSatisfy((level: number) => isNear(level, 186))
  expect(Math.max(green ?? 255, blue ?? 255)).toBeLessThan(40)
})

test('keeps the look for other screens of a JPEG with a gain map behind it', async () => {
  const create = { width: 64, height: 48, channels: 3, background: { r: 130, g: 130, b: 130 } } as const
  const jpeg = await sharp({ create }).jpeg().toBuffer()
  const map = await sharp({ create: { ...create, background: 'white' } })
    .greyscale()
    .jpeg()
    .toBuffer()

  const made = await make(await place('ultra.jpg', Buffer.concat([jpeg, map])))

  expect((await readColours(made.preview))[0]).toEqual([130, 130, 130])
})
