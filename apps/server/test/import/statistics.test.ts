import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../fixtures/folder.js'
import { makeJpeg } from '../fixtures/photo.js'
import { openImportLibrary } from '../support/import/import-library.js'

const { database, take } = await openImportLibrary()

async function addPhotos(folder: string, count: number) {
  for (let n = 0; n < count; n += 1) await writeFile(join(folder, `${crypto.randomUUID()}.jpg`), await makeJpeg())
}

/** Returns how many assets PostgreSQL plans for. */
async function readPlannedAssets() {
  const [planned] = await database.$queryRaw<{ assets: number }[]>`
    SELECT reltuples AS assets FROM pg_class WHERE oid = 'asset'::regclass`
  return planned?.assets
}

test('has PostgreSQL look at its tables again after an import only where more than a tenth is new', async () => {
  const folder = await makeFolder()
  const planned = []

  for (const count of [20, 2, 3]) {
    await addPhotos(folder, count)
    await take(folder)
    planned.push(await readPlannedAssets())
  }

  expect(planned).toEqual([20, 20, 25])
})

test('has PostgreSQL look at them during an import that makes an emptied library large', async () => {
  await database.$executeRaw`DELETE FROM asset`
  await database.$executeRaw`ANALYZE asset`
  const folder = await makeFolder()
  const planned: unknown[] = []

  await addPhotos(folder, 257)
  await take(folder, {
    onImported: async () => {
      planned.push(await readPlannedAssets())
      return []
    },
  })

  expect(planned).toEqual([0, 256])
})
