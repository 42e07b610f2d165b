import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { readInTime } from '../../src/storage/read-in-time.js'

test('a source that gives nothing for too long is an error after what it gave, and is told to stop', async () => {
  const source = new PassThrough()
  source.write('first')
  const read: string[] = []

  const reading = async () => {
    const chunks = readInTime<Buffer>(source, { silenceMs: 200, stop: () => source.destroy() })
    for await (const chunk of chunks) read.push(String(chunk))
  }

  await expect(reading()).rejects.toMatchObject({ name: 'TimeoutError' })
  expect([read, source.destroyed]).toEqual([['first'], true])
})

test('a reader may be slower than its source may be', async () => {
  const source = new PassThrough()
  source.write('first')
  const chunks = readInTime<Buffer>(source, { silenceMs: 200 })

  await chunks.next()
  await new Promise((resolve) => setTimeout(resolve, 400))
  source.end('second')

  expect(String((await chunks.next()).value)).toBe('second')
  expect((await chunks.next()).done).toBe(true)
})
