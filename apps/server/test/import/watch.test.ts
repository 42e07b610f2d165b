import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { PrismaDatabase } from '../../src/database/connect.js'
import { openFolderLibrary } from '../../src/import/import-folder.js'
import type { ImportSummary } from '../../src/import/summary.js'
import { keepWatching } from '../../src/import/watch/keep-watching.js'
import { watchFolder } from '../../src/import/watch/watch-folder.js'
import { claimWatch } from '../../src/repositories/library.js'
import { makeFolder } from '../fixtures/folder.js'
import { endWriting, makeJpeg } from '../fixtures/photo.js'
import { openAdasLibrary } from '../support/database/adas-library.js'
import { createTag, createUser, type TestUser } from '../support/database/factories.js'
import { limitOf } from '../support/long.js'
import { until } from '../support/until.js'

let database: PrismaDatabase
let ada: TestUser

beforeEach(async () => {
  const library = await openAdasLibrary()
  database = library.database
  ada = library.ada
  return library.close
})

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
afterAll(endWriting)

/** Watches a folder, and resolves when its first pass is over. */
async function watch(folder: string, user = ada) {
  const stopping = new AbortController()
  const summaries: ImportSummary[] = []
  const notices: string[] = []
  const watching = watchFolder({
    database,
    ownerId: user.id,
    folder,
    signal: stopping.signal,
    onSummary: (summary) => summaries.push(summary),
    onNotice: (notice) => notices.push(notice),
  })
  stops.push(async () => {
    stopping.abort()
    await watching
  })
  await Promise.race([watching, until(() => summaries.length > 0)])
  return { summaries, notices }
}

async function assets(user = ada) {
  const rows = await database.asset.findMany({ where: { ownerId: user.id }, orderBy: { originalPath: 'asc' } })
  return rows.map(({ id, originalPath, isOffline, checksum }) => ({
    id,
    path: originalPath,
    isOffline,
    checksum: Buffer.from(checksum).toString('hex'),
  }))
}

/** Waits for what is promised within 5 s; on a machine that others use, it only has to happen. */
function soon(ask: () => Promise<boolean>) {
  return until(ask, limitOf(5_000))
}

test('D1 a new file, also in a new folder, is imported', async () => {
  const folder = await makeFolder({ 'a.jpg': await makeJpeg() })
  await watch(folder)
  await soon(async () => (await assets()).length === 1)

  await writeFile(join(folder, 'b.jpg'), await makeJpeg())
  await mkdir(join(folder, '2024/07'), { recursive: true })
  await writeFile(join(folder, '2024/07/c.jpg'), await makeJpeg())

  await soon(async () => (await assets()).length === 3)
  expect((await assets()).map(({ path }) => path.slice(folder.length + 1))).toEqual(['2024/07/c.jpg', 'a.jpg', 'b.jpg'])
})

test('D1 a changed file is read again, and one that is gone is offline until it returns', async () => {
  const [first, second] = [await makeJpeg(), await makeJpeg()]
  const folder = await makeFolder({ 'a.jpg': first, 'b.jpg': first, 'c.jpg': await makeJpeg() })
  await watch(folder)
  await soon(async () => (await assets()).length === 2)
  const find = async () => (await assets()).find(({ path }) => path.endsWith('c.jpg'))
  const before = await find()

  await writeFile(join(folder, 'c.jpg'), second)
  await soon(async () => (await find())?.checksum !== before?.checksum)
  await rm(join(folder, 'c.jpg'))
  await soon(async () => (await find())?.isOffline === true)
  await writeFile(join(folder, 'c.jpg'), second)

  await soon(async () => (await find())?.isOffline === false)
  expect((await find())?.id).toBe(before?.id)
})

test('D2 a moved file or folder keeps its id, its albums and its tags', async () => {
  const folder = await makeFolder({
    'in/a.jpg': await makeJpeg(),
    'in/deep/b.jpg': await makeJpeg(),
    'c.jpg': await makeJpeg(),
  })
  await watch(folder)
  await soon(async () => (await assets()).length === 3)
  const ids = (await assets()).map(({ id }) => id)
  const tag = await createTag(database, ada, { assetIds: ids })

  await rename(join(folder, 'in'), join(folder, 'out'))
  await rename(join(folder, 'c.jpg'), join(folder, 'out/deep/d.jpg'))

  await soon(async () => {
    const paths = (await assets()).map(({ path }) => path.slice(folder.length + 1))
    return JSON.stringify(paths) === JSON.stringify(['out/a.jpg', 'out/deep/b.jpg', 'out/deep/d.jpg'])
  })
  const after = await assets()
  expect(after.map(({ id }) => id).sort()).toEqual(ids.toSorted())
  expect(after.some(({ isOffline }) => isOffline)).toBe(false)
  expect(await database.tagAsset.count({ where: { tagId: tag.id } })).toBe(3)
})

test('D3 a file that is still being written waits until it is whole', async () => {
  const photo = await makeJpeg()
  const folder = await makeFolder({ 'a.jpg': await makeJpeg() })
  const { summaries } = await watch(folder)
  const path = join(folder, 'slow.jpg')

  const file = await open(path, 'w')
  for (let start = 0, part = Math.ceil(photo.length / 5); start < photo.length; start += part) {
    await file.write(photo.subarray(start, start + part))
    await sleep(700)
  }
  await file.close()

  await soon(async () => (await assets()).some((asset) => asset.path === path))
  expect(summaries.every(({ failed, updated }) => failed + updated === 0)).toBe(true)
})

test('D4 nothing is taken for gone while the folder is empty, as when its disk is not mounted', async () => {
  const folder = await makeFolder({ 'disk/a.jpg': await makeJpeg(), 'disk/sub/b.jpg': await makeJpeg() })
  const disk = join(folder, 'disk')
  const { notices } = await watch(disk)
  await soon(async () => (await assets()).length === 2)

  await rename(disk, join(folder, 'elsewhere'))
  await mkdir(disk)
  await until(() => notices.some((notice) => notice.includes('is empty or gone')))
  await sleep(3_000)
  const meanwhile = await assets()
  await rm(disk, { recursive: true })
  await rename(join(folder, 'elsewhere'), disk)
  await appendFile(join(disk, 'c.jpg'), await makeJpeg())
  await until(async () => (await assets()).length === 3)

  expect(meanwhile.map(({ isOffline }) => isOffline)).toEqual([false, false])
  expect((await assets()).map(({ isOffline }) => isOffline)).toEqual([false, false, false])
})

test('D5 each folder is a library of its own, also of several users', async () => {
  const ben = await createUser(database)
  const [ofAda, ofBen] = [
    await makeFolder({ 'a.jpg': await makeJpeg() }),
    await makeFolder({ 'b.jpg': await makeJpeg() }),
  ]
  await watch(ofAda)
  await watch(ofBen, ben)

  await writeFile(join(ofAda, 'c.jpg'), await makeJpeg())
  await writeFile(join(ofBen, 'd.jpg'), await makeJpeg())

  await soon(async () => (await assets()).length === 2 && (await assets(ben)).length === 2)
  const libraries = await database.library.findMany({ where: { importPath: { in: [ofAda, ofBen] } } })
  expect(libraries.map(({ ownerId }) => ownerId).sort()).toEqual([ada.id, ben.id].sort())
})

/** Keeps a folder watched, as a server does. */
function keep(folder: string, given: { retryMs?: number } = {}) {
  const stopping = new AbortController()
  const watcherId = randomUUID()
  const [summaries, notices]: [ImportSummary[], string[]] = [[], []]
  const watching = keepWatching({
    database,
    folder,
    watcherId,
    signal: stopping.signal,
    findOwner: async () => ada,
    ...given,
    onSummary: (summary) => summaries.push(summary),
    onNotice: (notice) => notices.push(notice),
  })
  stops.push(async () => {
    stopping.abort()
    await watching
  })
  return { summaries, notices, watcherId }
}

test('D6 of several processes one watches a folder, and another takes its place when it dies', async () => {
  const folder = await makeFolder({ 'a.jpg': await makeJpeg() })
  const { id: libraryId } = await openFolderLibrary(database, ada.id, folder)
  expect(await claimWatch(database, { libraryId, watcherId: randomUUID() })).toBe(true)

  const watchers = [keep(folder, { retryMs: 500 }), keep(folder, { retryMs: 500 })]
  await sleep(4_000)
  const meanwhile = await assets()
  await until(async () => (await assets()).length === 1)
  await writeFile(join(folder, 'b.jpg'), await makeJpeg())
  await until(async () => (await assets()).length === 2)

  const { watcherId } = await database.library.findUniqueOrThrow({ where: { id: libraryId } })
  expect(meanwhile).toEqual([])
  expect(watchers.filter(({ summaries }) => summaries.length > 0)).toMatchObject([{ watcherId }])
})

test('D6 what prevents a watch is reported once, until the folder is there', async () => {
  const folder = join(await makeFolder(), 'later')
  const { notices } = keep(folder, { retryMs: 50 })
  await sleep(500)

  await mkdir(folder)
  await writeFile(join(folder, 'a.jpg'), await makeJpeg())

  await until(async () => (await assets()).length === 1)
  expect(notices.filter((notice) => notice.includes('is not watched'))).toEqual([
    expect.stringContaining(`there is no folder ${folder}`),
  ])
})
