import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { renderInPool } from '../../src/media/image-pool.js'
import { makeFolder } from '../fixtures/folder.js'
import { drawQuarters } from '../fixtures/picture.js'

const makeRequest = async () => {
  const folder = await makeFolder()
  const source = join(folder, 'large.png')
  await (await drawQuarters(6_000, 4_000)).png().toFile(source)
  return { source, preview: join(folder, 'preview.jpeg'), thumbnail: join(folder, 'thumbnail.webp') }
}

const listDecoders = async (): Promise<number[]> => {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args='])
  const lines = stdout.split('\n').map((line) => line.trim().split(/\s+/))
  return lines
    .filter(([, parent, ...args]) => Number(parent) === process.pid && args.join(' ').includes('image-process'))
    .map(([pid]) => Number(pid))
}

test('fails alone when a decoder dies, and renders the next image', async () => {
  const request = await makeRequest()
  await renderInPool(request)
  const decoders = await listDecoders()

  const running = expect(renderInPool(request)).rejects.toThrow('the decoder died')
  await setTimeout(20)
  for (const pid of decoders) process.kill(pid, 'SIGKILL')
  await running

  expect(await renderInPool(request)).toMatchObject({ width: 6_000, height: 4_000 })
})

test('keeps a decoder for the next image', async () => {
  const request = await makeRequest()
  await renderInPool(request)
  const decoders = await listDecoders()

  await renderInPool(request)

  expect(decoders.length).toBeGreaterThan(0)
  expect(await listDecoders()).toEqual(decoders)
})
