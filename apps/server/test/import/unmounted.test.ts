import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { PrismaDatabase } from '../../src/database/connect.js'
import { importFolder } from '../../src/import/import-folder.js'
import type { ImportSummary } from '../../src/import/summary.js'
import { watchFolder } from '../../src/import/watch/watch-folder.js'
import { endWriting, makeJpeg } from '../fixtures/photo.js'
import { openAdasLibrary } from '../support/database/adas-library.js'
import type { TestUser } from '../support/database/factories.js'
import { makeRemovableDisk } from '../support/media/removable-disk.js'
import { until } from '../support/until.js'

let database: PrismaDatabase
let ada: TestUser

beforeEach(async () => {
  const library = await openAdasLibrary()
  database = library.database
  ada = library.ada
  return library.close
})
afterAll(endWriting)

/** A photo in a folder, and one on a disk in a subfolder of it, both of which are in the library. */
async function openFolderWithDisk(skip: (note: string) => void) {
  const disk = await makeRemovableDisk()
  if (!disk.isMount) skip('a disk can be mounted by root alone')
  const folder = dirname(disk.folder)
  await writeFile(join(folder, 'a.jpg'), await makeJpeg())
  await writeFile(join(disk.folder, 'b.jpg'), await makeJpeg())
  await addAll(folder, 2)
  return { ...disk, disk: disk.folder, folder }
}

/** Watches the folder until the library has that many assets. */
async function addAll(folder: string, count: number) {
  const { stop } = await watch(folder)
  await until(async () => (await database.asset.count()) === count)
  await stop()
}

/** Watches a folder, as after a start of the service, and resolves when its first pass is over. */
async function watch(folder: string) {
  const stopping = new AbortController()
  const summaries: ImportSummary[] = []
  const notices: string[] = []
  const watching = watchFolder({
    database,
    ownerId: ada.id,
    folder,
    signal: stopping.signal,
    onSummary: (summary) => summaries.push(summary),
    onNotice: (notice) => notices.push(notice),
  })
  const stop = async () => {
    stopping.abort()
    await watching
  }
  onTestFinished(stop)
  await Promise.race([watching, until(() => summaries.length > 0)])
  return { summaries, notices, stop }
}

async function listOffline() {
  const assets = await database.asset.findMany({ where: { isOffline: true } })
  return assets.map(({ originalFileName }) => originalFileName)
}

test('D4 nothing on a disk in a subfolder is taken for gone when the disk is missing at the start', async ({
  skip,
}) => {
  const { disk, folder, take } = await openFolderWithDisk(skip)

  await take()
  const { notices, summaries } = await watch(folder)
  await rm(join(folder, 'a.jpg'))
  await until(async () => (await listOffline()).length > 0)

  expect(await listOffline()).toEqual(['a.jpg'])
  expect(summaries[0]?.unmounted).toEqual([disk])
  expect(notices).toEqual([
    `The disk of ${disk} is not mounted. Until it is, none of its files counts as missing. If it is gone for good, import ${folder} without --watch.`,
  ])
})

test('D4 the subfolder of a missing disk may be gone, too, as where disks are mounted by the system', async ({
  skip,
}) => {
  const { disk, folder, take } = await openFolderWithDisk(skip)
  await take()
  await rmdir(disk)

  const { summaries } = await watch(folder)
  await mkdir(disk)
  await rmdir(disk)
  await writeFile(join(folder, 'c.jpg'), await makeJpeg())
  await until(() => summaries.length > 1)

  expect(await listOffline()).toEqual([])
})

test('D4 a disk that is mounted in a subfolder while the folder is watched is read at once', async ({ skip }) => {
  const { disk, folder, take, giveBack } = await openFolderWithDisk(skip)
  await writeFile(join(disk, 'c.jpg'), await makeJpeg())
  await take()
  await watch(folder)

  await giveBack()
  await until(async () => (await database.asset.count()) === 3)

  expect(await listOffline()).toEqual([])
})

test('D4 a subfolder with known files is in use without its disk, and what is missing there is offline', async ({
  skip,
}) => {
  const { disk, folder, take } = await openFolderWithDisk(skip)
  const kept = await makeJpeg()
  await writeFile(join(disk, 'c.jpg'), kept)
  await addAll(folder, 3)
  await take()
  await writeFile(join(disk, 'c.jpg'), kept)

  await watch(folder)
  await until(async () => (await listOffline()).length > 0)

  expect(await listOffline()).toEqual(['b.jpg'])
  expect((await database.library.findFirstOrThrow()).mountPoints).toEqual([])
})

test('D4 an import without a watch marks what was on a missing disk as offline, and forgets the disk', async ({
  skip,
}) => {
  const { folder, take } = await openFolderWithDisk(skip)
  await take()

  const summary = await importFolder({ database, ownerId: ada.id, folder })

  expect(summary).toMatchObject({ offline: 1, unmounted: [] })
  expect((await database.library.findFirstOrThrow()).mountPoints).toEqual([])
})
