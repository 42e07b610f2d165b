import { readFile } from 'node:fs/promises'
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

async function readMegabytes(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024
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

/** A picture whose decoder, which is WebAssembly, takes several hundred MB for it. */
async function makeLargeBmp() {
  const [width, height] = [6_000, 5_000]
  const content = Buffer.alloc(54 + 3 * width * height, 0x80)
  content.write('BM')
  for (const [at, value] of [
    [2, content.length],
    [6, 0],
    [10, 54],
    [14, 40],
    [18, width],
    [22, height],
    [26, 1 + 24 * 2 ** 16],
    [30, 0],
    [34, 3 * width * height],
    [38, 0],
    [42, 0],
    [46, 0],
    [50, 0],
  ] as const) {
    content.writeUInt32LE(value, at)
  }
  const folder = await makeFolder({ 'large.bmp': content })
  return {
    source: join(folder, 'large.bmp'),
    preview: join(folder, 'preview.jpeg'),
    thumbnail: join(folder, 'thumbnail.webp'),
  }
}

test('a decoder that has grown large gets no further image, and the next one is rendered', async () => {
  const large = await makeLargeBmp()
  const request = await makeRequest()
  await Promise.all([renderInPool(large), renderInPool(large)])

  const images = await Promise.all(Array.from({ length: 4 }, () => renderInPool(request)))

  expect(images).toHaveLength(4)
  for (const pid of await listDecoders()) expect(await readMegabytes(pid)).toBeLessThan(400)
})
