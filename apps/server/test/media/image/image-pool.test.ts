import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { renderInPool } from '../../../src/media/image/image-pool.js'
import { makeFolder } from '../../fixtures/folder.js'
import { drawQuarters } from '../../fixtures/picture.js'
import { listChildren } from '../../support/processes/process-list.js'

async function makeRequest() {
  const folder = await makeFolder()
  const source = join(folder, 'large.png')
  await (await drawQuarters(6_000, 4_000)).png().toFile(source)
  return { source, preview: join(folder, 'preview.jpeg'), thumbnail: join(folder, 'thumbnail.webp') }
}

function listDecoders() {
  return listChildren(process.pid, 'image-process')
}

test('a decoder that dies fails its own image alone, and the next one is rendered', async () => {
  const request = await makeRequest()
  await renderInPool(request)
  const decoders = await listDecoders()

  const running = expect(renderInPool(request)).rejects.toThrow('the decoder crashed')
  await setTimeout(20)
  for (const pid of decoders) process.kill(pid, 'SIGKILL')
  await running

  expect(await renderInPool(request)).toMatchObject({ width: 6_000, height: 4_000 })
})

test('reuses a decoder for the next image', async () => {
  const request = await makeRequest()
  await renderInPool(request)
  const decoders = await listDecoders()

  await renderInPool(request)

  expect(decoders.length).toBeGreaterThan(0)
  expect(await listDecoders()).toEqual(decoders)
})
