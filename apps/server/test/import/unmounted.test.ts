import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeJpeg } from '../fixtures/photo.js'
import { openImportLibrary } from '../support/import/import-library.js'
import { makeRemovableDisk } from '../support/media/removable-disk.js'
import { until } from '../support/until.js'

const library = await openImportLibrary()
const { database, assets, listOffline, watch } = library

/** The photo a.jpg in a folder, and b.jpg and c.jpg on a disk in a subfolder of it, all of which are in the library. */
async function openFolderWithDisk(skip: (note: string) => void) {
  const { folder: disk, isMount, take: pull, giveBack } = await makeRemovableDisk()
  if (!isMount) skip('a disk can be mounted by root alone')
  const folder = dirname(disk)
  const kept = await makeJpeg()
  await writeFile(join(folder, 'a.jpg'), await makeJpeg())
  await writeFile(join(disk, 'b.jpg'), await makeJpeg())
  await writeFile(join(disk, 'c.jpg'), kept)
  await library.take(folder)
  const readMountPoints = async () => {
    const where = { ownerId: library.ada.id, importPath: folder }
    return (await database.library.findFirstOrThrow({ where })).mountPoints
  }
  expect(await readMountPoints()).toEqual([disk])
  return { folder, disk, kept, pull, giveBack, readMountPoints }
}

test('no file on a disk in a subfolder is marked as missing when the disk is missing at the start (D4)', async ({
  skip,
}) => {
  const { folder, disk, pull } = await openFolderWithDisk(skip)
  await pull()

  const { notices, summaries } = await watch(folder)
  await rm(join(folder, 'a.jpg'))
  await until(async () => (await listOffline()).length > 0)

  expect(await listOffline()).toEqual(['a.jpg'])
  expect(summaries[0]?.unmounted).toEqual([disk])
  expect(notices).toEqual([
    `The disk of ${disk} is not mounted. Until it is, none of its files counts as missing. If it is gone for good, import ${folder} without --watch.`,
  ])
})

test('the subfolder of a missing disk may be gone, too, as where disks are mounted by the system (D4)', async ({
  skip,
}) => {
  const { folder, disk, pull } = await openFolderWithDisk(skip)
  await pull()
  await rmdir(disk)

  const { summaries } = await watch(folder)
  await mkdir(disk)
  await rmdir(disk)
  await writeFile(join(folder, 'd.jpg'), await makeJpeg())
  await until(() => summaries.length > 1)

  expect(await listOffline()).toEqual([])
})

test('a disk that is mounted in a subfolder while the folder is watched is read at once (D4)', async ({ skip }) => {
  const { folder, disk, pull, giveBack } = await openFolderWithDisk(skip)
  await writeFile(join(disk, 'd.jpg'), await makeJpeg())
  await pull()
  await watch(folder)

  await giveBack()
  await until(async () => (await assets()).length === 4)

  expect(await listOffline()).toEqual([])
})

test('a subfolder with known files is in use without its disk, and what is missing there is offline (D4)', async ({
  skip,
}) => {
  const { folder, disk, kept, pull, readMountPoints } = await openFolderWithDisk(skip)
  await pull()
  await writeFile(join(disk, 'c.jpg'), kept)

  await watch(folder)
  await until(async () => (await listOffline()).length > 0)

  expect(await listOffline()).toEqual(['b.jpg'])
  expect(await readMountPoints()).toEqual([])
})

test('an import without a watch marks what was on a missing disk as offline, and forgets the disk (D4)', async ({
  skip,
}) => {
  const { folder, pull, readMountPoints } = await openFolderWithDisk(skip)
  await pull()

  const summary = await library.take(folder)

  expect(summary).toMatchObject({ offline: 2, unmounted: [] })
  expect(await readMountPoints()).toEqual([])
})
