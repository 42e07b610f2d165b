import { join } from 'node:path'
import { readChecksum } from '@media-library/media'
import { expect, test } from 'vitest'
import { makeFolder } from '../fixtures/folder.js'
import { withFile } from '../support/jobs/open-file.js'

test('is the SHA-1 of the content', async () => {
  const folder = await makeFolder({ abc: 'abc' })

  const checksum = await withFile(join(folder, 'abc'), readChecksum)

  expect(checksum).toBe('a9993e364706816aba3e25717850c26c9cd0d89d')
})
