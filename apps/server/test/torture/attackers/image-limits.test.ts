import { expect, test } from 'vitest'
import { drawQuarters, readQuarters, upright } from '../../fixtures/picture.js'
import { openThumbnailFolder } from '../../support/media/thumbnails.js'
import { isAlive, listChildren } from '../../support/processes/process-list.js'
import { until } from '../../support/until.js'

const { place, make } = await openThumbnailFolder()

const MINUTE = 60_000
const MEGABYTE = 2 ** 20
const roomy = { milliseconds: MINUTE, memory: 2_000 * MEGABYTE }

async function placeSmall() {
  return place('small.jpg', await (await drawQuarters(80, 60)).jpeg().toBuffer())
}

/** An interlaced picture is whole in memory, 144 MB of it, before a line of it can be drawn. */
async function placeLarge() {
  return place(
    'large.png',
    await (await drawQuarters(8_000, 6_000)).png({ progressive: true, compressionLevel: 1 }).toBuffer(),
  )
}

function listDecoders() {
  return listChildren(process.pid, 'image-process')
}

test.each([
  ['time', { ...roomy, milliseconds: 300 }, 'decoding it took longer than'],
  ['memory', { ...roomy, memory: 180 * MEGABYTE }, /(needs|took|ran out of).* memory/],
])(
  'a photo beyond the limit of %s fails with that reason, leaves nothing, and another process draws the next one',
  async (_, limits, reason) => {
    const [small, large] = [await placeSmall(), await placeLarge()]
    await make(small)
    const before = await listDecoders()

    await expect(make(large, 'IMAGE', undefined, limits)).rejects.toThrow(reason)

    expect(before).toHaveLength(1)
    await until(async () => !(await isAlive(before[0] as number)))
    expect(await readQuarters((await make(small)).preview)).toEqual(upright)
    const after = await listDecoders()
    expect(after).toHaveLength(1)
    expect(after).not.toEqual(before)
  },
)

test('the same photo is drawn within larger limits', async () => {
  const large = await placeLarge()

  expect(await readQuarters((await make(large, 'IMAGE', undefined, roomy)).preview)).toEqual(upright)
})
