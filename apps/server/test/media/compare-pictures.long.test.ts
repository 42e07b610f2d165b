import { join } from 'node:path'
import { expect, test } from 'vitest'
import { comparePictures } from '../../scripts/media/compare-pictures.js'
import { findDistance } from '../../scripts/media/picture-distance.js'
import { makeFolder } from '../fixtures/folder.js'
import { writeTags } from '../fixtures/photo.js'
import { drawQuarters, makeBmp } from '../fixtures/picture.js'

test('photos that are drawn like libvips or ImageMagick draws them are no finding', async () => {
  const quarters = await drawQuarters(600, 400)
  const folder = await makeFolder({
    'turned.jpg': await quarters.clone().jpeg().toBuffer(),
    'photo.bmp': await makeBmp(600, 400),
    'broken.png': (await quarters.clone().png().toBuffer()).subarray(0, 60),
  })
  await writeTags(join(folder, 'turned.jpg'), { 'Orientation#': 6 })

  const { drawn, undrawn, unlike } = await comparePictures(folder)

  expect({ drawn, unlike }).toEqual({ drawn: 2, unlike: [] })
  expect(undrawn).toEqual([{ path: join(folder, 'broken.png'), reason: expect.any(String) }])
})

test.each([
  ['turned by half a circle', (quarters: Awaited<ReturnType<typeof drawQuarters>>) => quarters.rotate(180)],
  ['mirrored', (quarters: Awaited<ReturnType<typeof drawQuarters>>) => quarters.flop()],
  ['far too dark', (quarters: Awaited<ReturnType<typeof drawQuarters>>) => quarters.linear(0.5, 0)],
])('a picture that is %s is far from its photo', async (_, spoil) => {
  const quarters = await drawQuarters(600, 400)
  const folder = await makeFolder({
    'photo.png': await quarters.clone().png().toBuffer(),
    'drawn.jpeg': await spoil(quarters.clone()).jpeg().toBuffer(),
  })

  expect(await findDistance(join(folder, 'photo.png'), join(folder, 'drawn.jpeg'))).toBeGreaterThan(0.1)
})
