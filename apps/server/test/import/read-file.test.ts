import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { readFileTimes } from '@media-library/media/metadata'
import { expect, test, vi } from 'vitest'
import { readFile } from '../../src/import/read-file.js'
import { makeFolder } from '../fixtures/folder.js'
import { makeJpeg } from '../fixtures/photo.js'

/** Reads a photo, over which another program writes a shorter one in each of the first attempts. */
async function readWhileWritten(attempts: number) {
  const folder = await makeFolder({ 'a.jpg': Buffer.concat([await makeJpeg(), Buffer.alloc(1_000_000)]) })
  const path = join(folder, 'a.jpg')
  const contents = await Promise.all(Array.from({ length: attempts }, () => makeJpeg()))
  let reads = 0
  const outcome = await readFile({ folder, path }, undefined, async (file) => {
    const content = contents[reads]
    if (content) writeFileSync(path, Buffer.concat([content, Buffer.alloc(reads)]))
    reads += 1
    return readFileTimes(file)
  })
  return { outcome, reads, last: contents.at(-1) as Buffer }
}

test('a file that is written while it is read is read again', async () => {
  const { outcome, reads, last } = await readWhileWritten(1)

  const checksum = createHash('sha1').update(last).digest('hex')
  expect(outcome).toMatchObject({ kind: 'read', file: { checksum, exif: { fileSizeInByte: last.length } } })
  expect(reads).toBe(2)
})

test('a file that is written each time it is read is not taken in', async () => {
  const { outcome } = await readWhileWritten(10)

  const reason = 'it changes while it is read; import its folder again once it is whole'
  expect(outcome).toEqual({ kind: 'failed', reason })
})

test('a photo of two gigabytes, almost all of which nobody wrote, is refused before it is read', async () => {
  const folder = await makeFolder({ 'a.jpg': await makeJpeg() })
  const path = join(folder, 'a.jpg')
  await truncate(path, 2_000_000_000)
  const read = vi.fn(readFileTimes)

  const outcome = await readFile({ folder, path }, undefined, read)

  const reason = 'the disk holds less than a hundredth of its bytes; copy it again from its source'
  expect(outcome).toEqual({ kind: 'failed', reason })
  expect(read).not.toHaveBeenCalled()
})
