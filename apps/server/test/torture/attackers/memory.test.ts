import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import { createExifReader } from '@media-library/media/metadata'

import { afterAll, expect, test } from 'vitest'
import { drawQuarters, readQuarters, upright } from '../../fixtures/picture.js'
import { composePng, makeChunk } from '../../fixtures/png.js'
import { withFile } from '../../support/jobs/open-file.js'
import { openThumbnailFolder } from '../../support/media/thumbnails.js'

const { place, make } = await openThumbnailFolder()
const exif = createExifReader({ processes: 1 })
afterAll(() => exif.close())

/** What a worker with two cores may take, beside some 200 MB of its own. */
const MOST_MEGABYTES = 1_000
const SIDE = 17_000

/** The most that the processes that this one started take together while `use` runs, in megabytes. */
async function measurePeak(use: () => Promise<unknown>): Promise<number> {
  let peak = 0
  let isRunning = true
  const watch = async () => {
    while (isRunning) {
      const sizes = await Promise.all((await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(readSize))
      peak = Math.max(
        peak,
        sizes.reduce((sum, size) => sum + size, 0),
      )
      await sleep(10)
    }
  }
  const watching = watch()
  await use().finally(() => {
    isRunning = false
  })
  await watching
  return peak
}

async function readSize(pid: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1])
  return parent === process.pid ? Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024 : 0
}

/** A PNG of four channels with 16 bits, whose rows come in seven rounds if it is interlaced; `chunks` are those before its rows. */
function makePng(side: number, rows: Buffer, { interlaced = 0, chunks = [] as Buffer[] } = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([16, 6, 0, 0, interlaced], 8)
  return composePng(header, rows, chunks)
}

/** The header of a picture of four channels, and nothing more. */
function makePsd(): Buffer {
  const content = Buffer.alloc(240)
  content.write('8BPS\0\x01', 'latin1')
  content.writeUInt16BE(4, 12)
  content.writeUInt32BE(SIDE, 14)
  content.writeUInt32BE(SIDE, 18)
  content.set([0, 16, 0, 3], 22)
  return content
}

/** The first of several rounds of a JPEG, all of which a decoder holds until the last. */
function makeProgressiveJpeg(): Buffer {
  const quantities = [0xff, 0xdb, 0, 67, 0, ...Array.from({ length: 64 }, () => 1)]
  const components = [1, 2, 3].flatMap((id) => [id, 0x11, 0])
  const frame = [0xff, 0xc2, 0, 17, 8, SIDE >> 8, SIDE & 255, SIDE >> 8, SIDE & 255, 3, ...components]
  const codes = [0xff, 0xc4, 0, 20, 0, 1, ...Array.from({ length: 16 }, () => 0)]
  const scan = [0xff, 0xda, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0]
  return Buffer.from([0xff, 0xd8, ...quantities, ...frame, ...codes, ...scan, ...Buffer.alloc(1_000), 0xff, 0xd9])
}

const interlaced = () => makePng(SIDE, deflateSync(Buffer.alloc(SIDE)), { interlaced: 1 })

test.each([
  ['an interlaced PNG', 'interlaced.png', interlaced],
  ['a progressive JPEG of 1 kB', 'progressive.jpg', makeProgressiveJpeg],
  ['a PSD of 240 bytes', 'promise.psd', makePsd],
])('%s that promises 289 million pixels fails within the memory of a small machine', async (_, name, content) => {
  const source = await place(name, content())

  const peak = await measurePeak(() =>
    expect(make(source)).rejects.toThrow(/^(decoding it needs more memory|it is incomp)/),
  )

  expect(peak).toBeGreaterThan(0)
  expect(peak).toBeLessThan(MOST_MEGABYTES)
})

test('an intact photo of 48 megapixels that honestly needs more memory is drawn', async () => {
  const photo = await (await drawQuarters(8_000, 6_000)).avif({ effort: 0 }).toBuffer()

  const made = await make(await place('large.avif', photo))

  expect(made).toMatchObject({ width: 8_000, height: 6_000, isDamaged: false })
  expect(await readQuarters(made.preview)).toEqual(upright)
})

test('a PNG of 4 MB is read without its packed text of a gigabyte, within the memory of a small machine', async () => {
  const text = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(2 ** 30), { level: 1 })])
  const content = makePng(1, deflateSync(Buffer.alloc(9)), { chunks: [makeChunk('zTXt', text)] })
  const source = await place('text.png', content)

  const peak = await measurePeak(() =>
    expect(withFile(source, exif.read)).resolves.toMatchObject({ exif: { description: null, exifImageWidth: 1 } }),
  )

  expect(peak).toBeLessThan(MOST_MEGABYTES)
})
