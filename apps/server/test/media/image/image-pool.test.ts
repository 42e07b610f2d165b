import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { renderInPool } from '@media-library/media'
import { expect, test } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'
import { drawQuarters, toBmpHeader } from '../../fixtures/picture.js'
import { makePsdHeader } from '../../support/media/psd.js'
import { listChildren } from '../../support/processes/process-list.js'

async function makeRequest(name: string, content: Buffer) {
  const folder = await makeFolder({ [name]: content })
  return {
    source: join(folder, name),
    preview: join(folder, 'preview.jpeg'),
    thumbnail: join(folder, 'thumbnail.webp'),
  }
}

async function makePhoto() {
  return makeRequest('photo.png', await (await drawQuarters(600, 400)).png().toBuffer())
}

/** A picture whose decoder, which is WebAssembly, takes several hundred MB for it. */
function makeLargeBmp() {
  const [width, height] = [6_000, 5_000]
  const rows = Buffer.alloc(3 * width * height, 0x80)
  return makeRequest('large.bmp', Buffer.concat([toBmpHeader(width, height, rows.length), rows]))
}

async function readMegabytes(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024
}

function listDecoders() {
  return listChildren(process.pid, 'image-process')
}

test('a decoder that dies fails its own image alone, and the next one is rendered', async () => {
  const request = await makePhoto()
  await renderInPool(request)
  const decoders = await listDecoders()

  // A decoder that stands still cannot be done before it is killed.
  for (const pid of decoders) process.kill(pid, 'SIGSTOP')
  const running = expect(renderInPool(request)).rejects.toThrow('the decoder crashed')
  await setImmediate()
  for (const pid of decoders) process.kill(pid, 'SIGKILL')
  await running

  expect(await renderInPool(request)).toMatchObject({ width: 600, height: 400 })
})

test('reuses a decoder for the next image', async () => {
  const request = await makePhoto()
  await renderInPool(request)
  const decoders = await listDecoders()

  await renderInPool(request)

  expect(decoders.length).toBeGreaterThan(0)
  expect(await listDecoders()).toEqual(decoders)
})

test('a decoder that has grown large gets no further image, and the next one is rendered', async () => {
  const large = await makeLargeBmp()
  const request = await makePhoto()

  expect(await renderInPool(large)).toMatchObject({ width: 6_000, height: 5_000 })
  const images = await Promise.all(Array.from({ length: 4 }, () => renderInPool(request)))

  expect(images).toHaveLength(4)
  for (const pid of await listDecoders()) expect(await readMegabytes(pid)).toBeLessThan(400)
})

/** The memory is the usual one, for which a decoder that waits is used again. */
const LIMITS = { milliseconds: 2_000, memory: 450 * 2 ** 20 }

test('a limit of time counts that of the processor, of which a picture has little on a busy machine', async () => {
  const request = await makePhoto()
  await renderInPool(request)
  const decoders = await listDecoders()

  for (const pid of decoders) process.kill(pid, 'SIGSTOP')
  const rendering = renderInPool(request, { limits: LIMITS })
  await sleep(LIMITS.milliseconds + 500)
  for (const pid of decoders) process.kill(pid, 'SIGCONT')

  expect(await rendering).toMatchObject({ width: 600, height: 400 })
})

test('a photo of an owner is drawn while pictures of another one hold all decoders', async () => {
  const request = await makePhoto()
  const held = await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, makePhoto))
  await Promise.all(held.map((each) => renderInPool(each)))
  const decoders = await listDecoders()
  const ofOwner = (owner: string) => ({ caller: { owner, isAlone: false } })

  // A decoder that stands still has no time of its processor, so that its turn does not end as a long one.
  for (const pid of decoders) process.kill(pid, 'SIGSTOP')
  const rendering = held.map((each) => renderInPool(each, ofOwner('eve')))
  expect(await renderInPool(request, ofOwner('ben'))).toMatchObject({ width: 600, height: 400 })
  for (const pid of decoders) process.kill(pid, 'SIGCONT')

  expect(await Promise.all(rendering)).toHaveLength(held.length)
})

test('a PSD that is too small for the pixels that it promises is refused before they are decoded', async () => {
  const content = Buffer.concat([makePsdHeader({ width: 17_000, height: 17_000 }, 3), Buffer.alloc(1_960)])
  const request = await makeRequest('promise.psd', content)

  await expect(renderInPool(request, { limits: LIMITS })).rejects.toThrow('truncated')
})
