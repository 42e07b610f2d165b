import sharp from 'sharp'
import { thumbHashToApproximateAspectRatio } from 'thumbhash'
import { describe, expect, test } from 'vitest'
import { type Colour, drawQuarters, heicPhotos, readQuarters, upright } from '../fixtures/picture.js'
import { openThumbnailFolder, readSize } from '../support/media/thumbnails.js'

const { place, make } = await openThumbnailFolder()

describe('sizes', () => {
  test('gives the shorter edge 1440 px in the preview and 250 px in the thumbnail', async () => {
    const source = await place('large.jpg', await (await drawQuarters(2_000, 1_500)).jpeg().toBuffer())

    const made = await make(source)

    expect(await readSize(made.preview)).toEqual([1920, 1440])
    expect(await readSize(made.thumbnail)).toEqual([333, 250])
    expect([made.width, made.height]).toEqual([2_000, 1_500])
    expect(thumbHashToApproximateAspectRatio(made.thumbhash)).toBeCloseTo(4 / 3, 0)
    expect(await made.listOutput()).toEqual(['asset.jpeg', 'asset.webp'])
  })

  test('never enlarges', async () => {
    const source = await place('small.png', await (await drawQuarters(120, 80)).png().toBuffer())

    const made = await make(source)

    expect(await readSize(made.preview)).toEqual([120, 80])
    expect(await readSize(made.thumbnail)).toEqual([120, 80])
  })

  test('stays within the largest JPEG and WebP with a very long picture', async () => {
    const source = await place('long.png', await (await drawQuarters(70_000, 30)).png().toBuffer())

    const made = await make(source)

    expect(await readSize(made.preview)).toEqual([65_500, 28])
    expect(await readSize(made.thumbnail)).toEqual([16_383, 7])
  })
})

describe('orientation', () => {
  const orientations: [number, Colour[]][] = [
    [1, ['red', 'lime', 'blue', 'yellow']],
    [2, ['lime', 'red', 'yellow', 'blue']],
    [3, ['yellow', 'blue', 'lime', 'red']],
    [4, ['blue', 'yellow', 'red', 'lime']],
    [5, ['red', 'blue', 'lime', 'yellow']],
    [6, ['blue', 'red', 'yellow', 'lime']],
    [7, ['yellow', 'lime', 'blue', 'red']],
    [8, ['lime', 'yellow', 'red', 'blue']],
  ]

  test.each(orientations)('rotates a photo of orientation %i upright', async (orientation, quarters) => {
    const image = await drawQuarters(400, 300)
    const jpeg = await image.withMetadata({ orientation }).jpeg().toBuffer()
    const source = await place(`turned-${orientation}.jpg`, jpeg)

    const made = await make(source)

    expect([made.width, made.height]).toEqual(orientation < 5 ? [400, 300] : [300, 400])
    expect(await readSize(made.preview)).toEqual([made.width, made.height])
    expect(await readQuarters(made.preview)).toEqual(quarters)
    expect(await readQuarters(made.thumbnail)).toEqual(quarters)
    expect((await sharp(made.preview).metadata()).orientation).toBeUndefined()
  })
})

describe('transparency', () => {
  const drawHole = () => {
    const half = { create: { width: 200, height: 300, channels: 4, background: 'red' } } as const
    const nothing = sharp({ create: { width: 400, height: 300, channels: 4, background: '#0000' } })
    return nothing.composite([{ input: half, left: 0, top: 0 }])
  }
  const readCorner = async (path: string) => [...(await sharp(path).raw().toBuffer()).subarray(-3)]
  /** The alpha of a pixel on the left and of one on the right; 255 is opaque. */
  const readAlpha = async (path: string) => {
    const { data, info } = await sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const alphaAt = (x: number) => data[(Math.floor(info.height / 2) * info.width + x) * 4 + 3]
    return [alphaAt(10), alphaAt(info.width - 10)]
  }

  test.each(['png', 'webp', 'gif', 'avif', 'tiff'] as const)(
    'stays in the WebP of a .%s, and is white in the JPEG',
    async (format) => {
      const source = await place(
        `hole.${format}`,
        await drawHole()
          .toFormat(format, { compression: format === 'tiff' ? 'lzw' : undefined })
          .toBuffer(),
      )

      const made = await make(source)

      expect(await readAlpha(made.thumbnail)).toEqual([255, 0])
      const corner = await readCorner(made.preview)
      expect(Math.min(...corner)).toBeGreaterThan(250)
    },
  )

  test('has no part in the WebP of an opaque photo', async () => {
    const made = await make(await place('opaque.jpg', await (await drawQuarters(400, 300)).jpeg().toBuffer()))

    expect((await sharp(made.thumbnail).metadata()).hasAlpha).toBe(false)
  })
})

describe('colour', () => {
  const readRed = async (path: string) => [...(await sharp(path, { ignoreIcc: true }).raw().toBuffer()).subarray(0, 3)]

  const formats = ['jpeg', 'png', 'webp', 'avif', 'tiff'] as const
  const drawWide = async (format: (typeof formats)[number]) => {
    const image = (await drawQuarters(400, 300)).withIccProfile('p3').toFormat(format, { quality: 95 })
    return place(`wide.${format}`, await image.toBuffer())
  }

  test.each([...formats, 'heic'] as const)('keeps the wide gamut of %s', async (format) => {
    const source = format === 'heic' ? heicPhotos.wideGamut : await drawWide(format)

    const made = await make(source)

    for (const path of [made.preview, made.thumbnail]) {
      expect((await sharp(path).metadata()).icc?.length).toBeGreaterThan(100)
      const [red, green] = await readRed(path)
      expect(red).toBeLessThan(245)
      expect(green).toBeGreaterThan(35)
      expect(await readQuarters(path)).toEqual(upright)
    }
  })

  test('leaves out the sRGB profile', async () => {
    const image = (await drawQuarters(400, 300)).withIccProfile('srgb')
    const source = await place('srgb.jpg', await image.jpeg().toBuffer())

    const made = await make(source)

    expect((await sharp(made.preview).metadata()).icc).toBeUndefined()
    expect(await readQuarters(made.preview)).toEqual(upright)
  })
})
