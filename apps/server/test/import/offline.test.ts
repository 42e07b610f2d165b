import { existsSync, renameSync } from 'node:fs'
import { mkdir, rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../fixtures/folder.js'
import { makeJpeg } from '../fixtures/photo.js'
import { openImportLibrary } from '../support/import/import-library.js'

const { database, take, readAsset, listOffline } = await openImportLibrary()

/** A folder with `a.jpg` and `sub/b.jpg`, and one whose name begins alike, with `c.jpg`; both imported. */
async function importPhotos() {
  const [a, b, c] = [await makeJpeg(), await makeJpeg(), await makeJpeg()]
  const root = await makeFolder({ 'pictures/a.jpg': a, 'pictures/sub/b.jpg': b, 'pictures of c/c.jpg': c })
  const folder = join(root, 'pictures')
  await take(folder)
  await take(join(root, 'pictures of c'))
  return { folder, root }
}

test('an asset whose file is missing is offline until the file is back', async () => {
  const { folder, root } = await importPhotos()
  const before = await readAsset(folder, 'a.jpg')
  await rename(join(folder, 'a.jpg'), join(root, 'elsewhere.jpg'))

  const gone = await take(folder)
  const offline = await listOffline()
  const still = await take(folder)
  const stillOffline = await readAsset(folder, 'a.jpg')
  await rename(join(root, 'elsewhere.jpg'), join(folder, 'a.jpg'))
  const back = await take(folder)

  expect([gone.offline, still.offline, back.offline]).toEqual([1, 0, 0])
  expect(offline).toEqual(['a.jpg'])
  expect(stillOffline.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime())
  expect(await listOffline()).toEqual([])
  expect(back).toMatchObject({ added: 0, unchanged: 2 })
})

test('only assets in the imported folder become offline, for every user who imported it', async () => {
  const { folder, root } = await importPhotos()
  for (const path of ['a.jpg', 'sub/b.jpg', '../pictures of c/c.jpg']) await rm(join(folder, path))

  await take(join(folder, 'sub'))
  const ofSub = await listOffline()
  await take(folder)
  const ofFolder = await listOffline()
  await take(root)

  expect(ofSub).toEqual(['b.jpg'])
  expect(ofFolder).toEqual(['a.jpg', 'b.jpg'])
  expect(await listOffline()).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
})

test('no asset becomes offline when the import was stopped, and the files found come back online', async () => {
  const { folder } = await importPhotos()
  await rm(join(folder, 'a.jpg'))
  const { id } = await readAsset(folder, 'sub/b.jpg')
  await database.asset.update({ where: { id }, data: { isOffline: true } })

  await take(folder, { signal: AbortSignal.abort() })
  const stopped = await listOffline()
  await take(folder)

  expect(stopped).toEqual(['b.jpg'])
  expect(await listOffline()).toEqual(['a.jpg'])
})

test('a file that comes behind the reading of its folder does not become offline', async () => {
  const { folder, root } = await importPhotos()
  const [path, elsewhere] = [join(folder, 'a.jpg'), join(root, 'elsewhere.jpg')]
  await rename(path, elsewhere)

  const summary = await take(folder, { onProgress: () => existsSync(elsewhere) && renameSync(elsewhere, path) })

  expect(summary).toMatchObject({ unchanged: 1, offline: 0 })
  expect(await listOffline()).toEqual([])
})

test('no asset becomes offline where a name could not be read', async () => {
  const { folder } = await importPhotos()
  await rm(join(folder, 'a.jpg'))
  await mkdir(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9])]))

  const summary = await take(folder)

  expect(summary).toMatchObject({ failed: 1, offline: 0 })
  expect(await listOffline()).toEqual([])
})

test('a link in the place of a file does not make its asset offline', async () => {
  const { folder, root } = await importPhotos()
  await rename(join(folder, 'a.jpg'), join(root, 'elsewhere.jpg'))
  await symlink(join(root, 'elsewhere.jpg'), join(folder, 'a.jpg'))

  expect(await take(folder)).toMatchObject({ links: 1, offline: 0 })
})
