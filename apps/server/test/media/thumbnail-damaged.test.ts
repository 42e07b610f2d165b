import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawQuarters, makeBmp, toBmpHeader } from '../fixtures/picture.js'
import { composeTiff, makeTags } from '../fixtures/tiff.js'
import { makePsdHeader } from '../support/media/psd.js'
import { openThumbnailFolder } from '../support/media/thumbnails.js'

const { place, make } = await openThumbnailFolder()

const SIZE = { width: 300, height: 200 }

/** A picture without an area of one colour, so that every byte of the file counts. */
function drawNoise() {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { ...SIZE, channels: 3, noise, background: 'grey' } })
}

async function hasPicture(path: string, top: number) {
  const strip = await sharp(path)
    .extract({ ...SIZE, top, height: 10, left: 0 })
    .toBuffer()
  const { channels } = await sharp(strip).stats()
  return channels.some(({ stdev }) => stdev > 10)
}

/** Where a strip of the picture is to be drawn, and where none is; the size of the picture, unless it is the usual one. */
interface Strips {
  drawn?: number[]
  empty?: number[]
  size?: typeof SIZE
}

test.each([
  ['jpeg', () => drawNoise().jpeg().toBuffer(), { drawn: [20], empty: [185] }],
  ['png', () => drawNoise().png().toBuffer(), { drawn: [20], empty: [185] }],
  ['interlaced.png', () => drawNoise().png({ progressive: true }).toBuffer(), { drawn: [20, 185] }],
  ['gif', () => drawNoise().gif().toBuffer(), { drawn: [20], empty: [185] }],
  ['tiff', async () => toStrips(await drawNoise().raw().toBuffer()), { drawn: [20], empty: [185] }],
  // Its colours come one after the other.
  ['psd', async () => toPsd(await drawNoise().raw().toBuffer()), { drawn: [20] }],
  ['bmp', () => makeBmp(SIZE.width, SIZE.height), {}],
  // Its last row comes first.
  [
    'packed.bmp',
    async () => toPackedBmp(await drawNoise().greyscale().raw().toBuffer()),
    { drawn: [185], empty: [20] },
  ],
  ['ico', async () => toIcon(await makeBmp(64, 64)), { size: { width: 64, height: 64 } }],
])('draws what is there of a .%s that was cut short', async (format, draw, strips) => {
  const { drawn = [], empty = [], size = SIZE }: Strips = strips
  const whole = await draw()
  const intact = await make(await place(`whole.${format}`, whole))
  const made = await make(await place(`cut.${format}`, whole.subarray(0, whole.length * 0.6)))

  expect(intact.isDamaged).toBe(false)
  expect(made).toMatchObject({ ...size, isDamaged: true })
  for (const top of drawn) expect(await hasPicture(made.preview, top)).toBe(true)
  for (const top of empty) expect(await hasPicture(made.preview, top)).toBe(false)
})

test.each([
  ['half of a .png that is packed well', 'png', 0.5],
  ['the first eighth of a .jpeg', 'jpeg', 0.125],
  ['the first eighth of a .gif', 'gif', 0.125],
] as const)('draws what is there of %s', async (name, format, share) => {
  const whole = await (await drawQuarters(1_600, 1_200)).removeAlpha().toFormat(format).toBuffer()
  const made = await make(await place(`${name}.${format}`, whole.subarray(0, Math.floor(whole.length * share))))

  expect(made).toMatchObject({ width: 1_600, height: 1_200, isDamaged: true })
  const [left, right] = await Promise.all([0.25, 0.75].map((x) => readColour(made.preview, x)))
  expect([left, right]).toEqual(['red', 'lime'])
})

/** The colour of the first row. */
async function readColour(path: string, x: number) {
  const [red = 0, green = 0] = (await sharp(path).removeAlpha().raw().toBuffer()).subarray(3 * Math.floor(1_600 * x))
  return red > green ? 'red' : 'lime'
}

test.each(['jpeg', 'png', 'gif'] as const)('fails on a .%s of which nothing can be drawn', async (format) => {
  const whole = await drawNoise().toFormat(format).toBuffer()
  const source = await place(`header.${format}`, whole.subarray(0, whole.length * 0.002))

  await expect(make(source)).rejects.toThrow(/copy it again from its source|export it as/)
})

/** A BMP of 256 greys, which repeats each pixel as often as it occurs: once. Its header tells no length. */
function toPackedBmp(greys: Buffer): Buffer {
  const palette = Buffer.from(Array.from({ length: 256 }, (_, grey) => [grey, grey, grey, 0]).flat())
  const header = toBmpHeader(SIZE.width, SIZE.height, 0)
  header.writeUInt32LE(0, 2)
  header.writeUInt32LE(header.length + palette.length, 10)
  header.writeUInt16LE(8, 28)
  header.writeUInt32LE(1, 30)
  const rows = Array.from({ length: SIZE.height }, (_, y) => greys.subarray(y * SIZE.width, (y + 1) * SIZE.width))
  const packed = rows.toReversed().flatMap((row) => [...Array.from(row).flatMap((grey) => [1, grey]), 0, 0])
  return Buffer.concat([header, palette, Buffer.from([...packed, 0, 1])])
}

/** A PSD whose channels come one after the other. */
function toPsd(pixels: Buffer): Buffer {
  const channels = [0, 1, 2].map((channel) => pixels.filter((_, index) => index % 3 === channel))
  return Buffer.concat([makePsdHeader(SIZE, 3), ...channels])
}

/** An icon of 64 by 64 pixels, which are those of a BMP without its header, and a mask that hides nothing. */
function toIcon(bmp: Buffer): Buffer {
  const picture = Buffer.concat([bmp.subarray(14), Buffer.alloc(64 * 8)])
  picture.writeUInt32LE(128, 8)
  const header = Buffer.from('\0\0\x01\0\x01\0\x40\x40\0\0\x01\0\x18\0\0\0\0\0\x16\0\0\0', 'latin1')
  header.writeUInt32LE(picture.length, 14)
  return Buffer.concat([header, picture])
}

/** A TIFF as cameras write it, in strips of 20 rows. */
function toStrips(pixels: Buffer): Buffer {
  const strips = SIZE.height / 20
  const lengths = Array.from({ length: strips }, () => pixels.length / strips)
  return composeTiff(SIZE, pixels, { tags: makeTags(3, 8, 2, 20), lengths })
}
