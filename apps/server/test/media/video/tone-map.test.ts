import { join } from 'node:path'
import { runFfmpeg } from '@media-library/media'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openThumbnailFolder } from '../../support/media/thumbnails.js'
import { TIME_LIMIT_MS } from '../../support/until.js'

const { folder, make } = await openThumbnailFolder()

const STEPS = 16
const EDGE = 16
const greys = Array.from({ length: STEPS }, (_, step) => step * 17)

/** Steps of grey from black to white. */
async function drawRamp(): Promise<string> {
  const path = join(folder, 'ramp.png')
  const row = Buffer.from(greys.flatMap((grey) => Array<number>(EDGE * 3).fill(grey)))
  const pixels = Buffer.concat(Array<Buffer>(64).fill(row))
  await sharp(pixels, { raw: { width: STEPS * EDGE, height: 64, channels: 3 } }).toFile(path)
  return path
}

/** A video of the ramp in HDR, whose white shines with so many nits. */
async function makeHdrVideo(transfer: string, nits: number): Promise<string> {
  const path = join(folder, `${transfer}-${nits}.mp4`)
  const to = `transfer=${transfer}:primaries=bt2020:matrix=bt2020nc:range=tv:npl=${nits}`
  const filters = `format=gbrp,zscale=min=gbr:tin=bt709:pin=bt709:${to},format=yuv420p10le`
  const tags = `log-level=none:crf=4:colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc`
  const input = ['-loop', '1', '-r', '10', '-i', `file:${await drawRamp()}`, '-t', '1', '-vf', filters]
  await runFfmpeg([...input, '-c:v', 'libx265', '-x265-params', tags, `file:${path}`], { timeout: TIME_LIMIT_MS })
  return path
}

/** The greys of a preview, in the middle of each step. */
async function readSteps(preview: string): Promise<number[]> {
  const { data, info } = await sharp(preview).greyscale().raw().toBuffer({ resolveWithObject: true })
  return greys.map((_, step) => data[(32 * info.width + step * EDGE + EDGE / 2) * info.channels] as number)
}

function mean(values: number[]) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

test.each(['smpte2084', 'arib-std-b67'])('a picture in HDR (%s) is as bright as in SDR', async (transfer) => {
  const video = await makeHdrVideo(transfer, 203)

  const steps = await readSteps((await make(video, 'VIDEO')).preview)

  // The ffmpeg of npm, which is older, is up to four steps of 255 off.
  expect(Math.abs(mean(steps) - mean(greys))).toBeLessThan(5)
  expect(mean(steps.map((step, index) => Math.abs(step - (greys[index] as number))))).toBeLessThan(6)
})

test('light above white stays distinguishable, up to 600 nits', async () => {
  const video = await makeHdrVideo('smpte2084', 1_000)

  const steps = await readSteps((await make(video, 'VIDEO')).preview)

  // The light of a step grows with its grey to the power of 2.4.
  const apart = steps.slice(0, 1 + Math.floor(15 * 0.6 ** (1 / 2.4)))
  const rises = apart.slice(1).map((step, index) => step - (apart[index] as number))
  expect(Math.min(...rises)).toBeGreaterThan(0)
  expect(steps.at(-1)).toBeGreaterThan(250)
})
