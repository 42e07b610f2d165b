import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openFolderLibrary } from '../../../src/import/import-folder.js'
import { makeFolder } from '../../fixtures/folder.js'
import { endWriting, makeJpeg } from '../../fixtures/photo.js'
import { useAdasLibrary } from '../../support/database/adas-library.js'
import { byLevel, report, toBusyLimit } from '../../support/long.js'
import { fillLargeFolder, recordLargeFolder } from '../../support/media/large-folder.js'
import { readMemory, watchMemory, withMemory } from '../../support/processes/memory.js'
import { serve } from '../../support/processes/serve-process.js'
import { TIME_LIMIT_MS, until } from '../../support/until.js'

const FILES = byLevel(5_000, 100_000, 1_000_000)
const FEW = 1_000
const MOST_MB = 60
const LONGEST_MS = byLevel(1, 3, 72) * TIME_LIMIT_MS

afterAll(endWriting)

async function open() {
  const { url, database, ada } = await useAdasLibrary()
  const dataDir = await makeFolder()

  /** A folder that is recorded, and the path of a file that is gone: the last one in the order in which missing files are noted. */
  const make = async (files: number) => {
    const folder = await makeFolder()
    await fillLargeFolder(folder, files)
    const { id: libraryId } = await openFolderLibrary(database, ada.id, folder)
    await recordLargeFolder(database, { folder, files, ownerId: ada.id, libraryId })
    const last = Array.from({ length: files / 100 }, (_, number) => `${number}/IMG_99.jpg`)
      .sort()
      .at(-1)
    const gone = join(folder, last ?? '')
    await rm(gone)
    return { folder, folders: files / 100, gone }
  }
  const find = (originalPath: string) => database.asset.findFirst({ where: { originalPath } })
  const isOffline = async (path: string) => (await find(path))?.isOffline === true

  /**
   * Watches a folder, and returns how much memory the service used at most while it read it, how much then, for how long it read,
   * and after how long it noticed a photo that was new meanwhile.
   */
  const watch = async ({ folder, folders, gone }: { folder: string; folders: number; gone: string }) => {
    const startedAt = performance.now()
    const env = { DATABASE_URL: url, DATA_DIR: dataDir, WATCH_FOLDERS: `${ada.email}=${folder}` }
    const service = await serve({ ...env, MEDIA_LIBRARY_DEMO: 'false', ...withMemory })
    const { rss } = await readMemory(service)
    const grownBy = await watchMemory(service.child.pid as number)
    const [meanwhile, photo] = [join(folder, '0/meanwhile.jpg'), await makeJpeg()]
    await until(() => isEachWatched(service.child.pid as number, folders), LONGEST_MS)
    await writeFile(meanwhile, photo)
    const writtenAt = performance.now()
    await until(async () => (await find(meanwhile)) !== null, LONGEST_MS)
    const noticed = (performance.now() - writtenAt) / 1_000
    await until(() => isOffline(gone), LONGEST_MS)
    const seconds = (performance.now() - startedAt) / 1_000
    const most = rss / 1_048_576 + grownBy()
    const { rss: after } = await readMemory(service)
    return { service, seconds, noticed, most, after: after / 1_048_576 }
  }
  return { database, make, watch, find, isOffline }
}

/** Whether Linux tells a process what happens in so many folders. */
async function isEachWatched(pid: number, folders: number) {
  const infos = await readdir(`/proc/${pid}/fdinfo`)
  const texts = await Promise.all(infos.map((fd) => readFile(`/proc/${pid}/fdinfo/${fd}`, 'utf8').catch(() => '')))
  return texts.join('').split('inotify wd:').length > folders
}

test(`a watched folder of ${FILES} files takes at most ${MOST_MB} MB more memory, and a change in it is noticed within 5 s, also while it is read`, async () => {
  const { database, make, watch, find, isOffline } = await open()
  const small = await watch(await make(FEW))
  await small.service.stop()
  await database.asset.deleteMany()
  const made = await make(FILES)
  const { folder } = made

  const large = await watch(made)

  const seconds: Record<string, number> = { 'new during the first reading in s': large.noticed }
  const time = async (change: string, work: () => Promise<void>, isNoticed: () => Promise<boolean>) => {
    await work()
    const startedAt = performance.now()
    await until(isNoticed)
    seconds[`${change} in s`] = (performance.now() - startedAt) / 1_000
  }
  const [path, next, photo] = [join(folder, '7/new.jpg'), join(folder, '9/moved.jpg'), await makeJpeg()]
  await time(
    'new',
    () => writeFile(path, photo),
    async () => (await find(path)) !== null,
  )
  await time(
    'moved',
    () => rename(path, next),
    async () => (await find(next)) !== null,
  )
  const { checksum } = (await find(next)) ?? {}
  await time(
    'changed',
    async () => writeFile(next, await makeJpeg()),
    async () => Buffer.compare((await find(next))?.checksum ?? Buffer.alloc(0), checksum ?? Buffer.alloc(0)) !== 0,
  )
  await time(
    'gone',
    () => rm(join(folder, '5/IMG_5.jpg')),
    () => isOffline(join(folder, '5/IMG_5.jpg')),
  )
  const more = { most: Math.round(large.most - small.most), after: Math.round(large.after - small.after) }
  report(`a watched folder of ${FILES} files`, {
    'more MB': more.after,
    'with garbage at most': more.most,
    'MB with 1,000 files': Math.round(small.most),
    'first reading in s': Math.round(large.seconds),
    ...Object.fromEntries(Object.entries(seconds).map(([change, took]) => [change, took.toFixed(1)])),
  })
  expect(await database.asset.count({ where: { isOffline: true } })).toBe(2)
  expect(Object.entries(seconds).filter(([, took]) => took >= toBusyLimit(5_000) / 1_000)).toEqual([])
  expect(more.after).toBeLessThan(MOST_MB)
})
