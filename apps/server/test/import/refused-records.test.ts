import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../fixtures/folder.js'
import { makeJpeg } from '../fixtures/photo.js'
import { openImportLibrary } from '../support/import/import-library.js'

const library = await openImportLibrary()

test('a file that the database refuses is named, and the others of its batch are imported', async () => {
  await library.database.$executeRaw`ALTER TABLE asset ADD CHECK (original_file_name <> 'b.jpg')`
  const folder = await makeFolder({
    'a.jpg': await makeJpeg(),
    'b.jpg': await makeJpeg(),
    'c.jpg': await makeJpeg(),
  })

  const summary = await library.take(folder)
  const again = await library.take(folder)

  expect(summary).toMatchObject({ added: 2, failed: 1, stopped: false })
  expect(summary.failures).toEqual([
    { path: join(folder, 'b.jpg'), reason: expect.stringContaining('its metadata cannot be stored: ') },
  ])
  expect(again).toMatchObject({ added: 0, unchanged: 2, failed: 1 })
})
