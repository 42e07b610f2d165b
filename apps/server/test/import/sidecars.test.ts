import promises, { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { extname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeFolder } from '../fixtures/folder.js'
import { makeJpeg } from '../fixtures/photo.js'
import { openImportLibrary } from '../support/import/import-library.js'
import { listJobsWithAssets } from '../support/jobs/jobs-with-assets.js'

const library = await openImportLibrary()
const { database } = library

/** Imports the folder once the jobs of earlier imports are done. Returns the updated files and the queued jobs. */
async function take(folder: string) {
  await database.assetJob.updateMany({ data: { state: 'succeeded' } })
  const { updated, moved } = await library.take(folder)
  const jobs = await listJobsWithAssets(database, { state: 'queued' })
  return { updated, moved, queued: jobs.map(({ name, asset }) => `${name} ${asset.originalFileName}`).sort() }
}

async function makePhotos() {
  const folder = await makeFolder({ 'a.jpg': await makeJpeg(), 'b.jpg': await makeJpeg() })
  await take(folder)
  return folder
}

test.each(['a.jpg.xmp', 'a.xmp', 'a.XMP'])('notices that the side-car %s is new, changed or gone', async (name) => {
  const folder = await makePhotos()
  const sidecar = join(folder, name)

  await writeFile(sidecar, 'First')
  const added = await take(folder)
  await writeFile(sidecar, 'Second')
  await utimes(sidecar, 1_700_000_000, 1_700_000_000)
  const changed = await take(folder)
  const unchanged = await take(folder)
  await rm(sidecar)
  const removed = await take(folder)

  const noticed = { updated: 1, moved: 0, queued: ['refresh-metadata a.jpg'] }
  expect([added, changed, removed]).toEqual([noticed, noticed, noticed])
  expect(unchanged).toEqual({ updated: 0, moved: 0, queued: [] })
})

test('reads a new photo and its side-car once', async () => {
  const folder = await makeFolder({ 'a.jpg': await makeJpeg() })
  await writeFile(join(folder, 'a.jpg.xmp'), 'First')

  const first = await take(folder)
  const second = await take(folder)

  expect(first.queued).toEqual(['refresh-metadata a.jpg', 'regenerate-thumbnail a.jpg'])
  expect(second).toEqual({ updated: 0, moved: 0, queued: [] })
})

test('looks for no side-car at its many possible places, because the list of the folder has told where it is', async () => {
  const folder = await makeFolder({ 'a.jpg': await makeJpeg(), 'b.jpg': await makeJpeg(), 'a.jpg.xmp': 'First' })
  const look = vi.spyOn(promises, 'lstat')
  syncBuiltinESMExports()
  onTestFinished(() => {
    look.mockRestore()
    syncBuiltinESMExports()
  })

  await take(folder)

  const paths = look.mock.calls.map(([path]) => `${path}`)
  expect(paths).toContain(join(folder, 'b.jpg'))
  expect(paths.filter((path) => extname(path).toLowerCase() === '.xmp')).toEqual([join(folder, 'a.jpg.xmp')])
})

test('notices that a moved photo left its side-car behind', async () => {
  const folder = await makePhotos()
  await writeFile(join(folder, 'a.jpg.xmp'), 'First')
  await take(folder)
  await mkdir(join(folder, 'moved'))
  for (const name of ['a.jpg', 'b.jpg']) await rename(join(folder, name), join(folder, 'moved', name))

  expect(await take(folder)).toEqual({ updated: 0, moved: 2, queued: ['refresh-metadata a.jpg'] })
})
