import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { claimWatch } from '../../src/assets/library.js'
import { ask, type Queryable } from '../../src/database/ask.js'
import { inTransaction } from '../../src/database/transaction.js'
import { Prisma } from '../../src/generated/prisma/client.js'
import { openFolderLibrary } from '../../src/import/import-folder.js'
import type { ImportSummary } from '../../src/import/summary.js'
import { keepWatching } from '../../src/import/watch/keep-watching.js'
import { makeFolder } from '../fixtures/folder.js'
import { makeJpeg } from '../fixtures/photo.js'
import { createTag, createUser } from '../support/database/factories.js'
import { openImportLibrary, quickPace } from '../support/import/import-library.js'
import { isAlone, toBusyLimit } from '../support/long.js'
import { until } from '../support/until.js'

const library = await openImportLibrary()
const { database, take, readAsset, assets, listOffline, watch } = library

/** In which something that must not happen would. */
const FEW_LOOKS_MS = 200

async function pathsIn(folder: string) {
  return (await assets()).map(({ originalPath }) => relative(folder, originalPath))
}

test('a new file, also in a new folder, is imported within 5 s (D1)', async () => {
  const folder = await makeFolder({ 'a.jpg': await makeJpeg() })
  await watch(folder, { pace: isAlone ? { lookMs: 200, mountMs: 2_000, settleMs: 1_500 } : {} })

  await writeFile(join(folder, 'b.jpg'), await makeJpeg())
  await mkdir(join(folder, '2024/07'), { recursive: true })
  await writeFile(join(folder, '2024/07/c.jpg'), await makeJpeg())

  await until(async () => (await assets()).length === 3, toBusyLimit(5_000))
  expect(await pathsIn(folder)).toEqual(['2024/07/c.jpg', 'a.jpg', 'b.jpg'])
})

test("the originals of a library of Apple's Photos are imported, and nothing else of it (D1)", async () => {
  const name = 'Photos Library.photoslibrary'
  const folder = await makeFolder({
    [`${name}/originals/a.jpg`]: await makeJpeg(),
    [`${name}/resources/derivatives/a_1_105_c.jpeg`]: await makeJpeg(),
  })
  await watch(folder)

  await writeFile(join(folder, name, 'resources/derivatives/b_1_105_c.jpeg'), await makeJpeg())
  await mkdir(join(folder, name, 'resources/renders'))
  await writeFile(join(folder, name, 'resources/renders/b.jpeg'), await makeJpeg())
  await writeFile(join(folder, name, 'originals/b.jpg'), await makeJpeg())

  await until(async () => (await assets()).length === 2, toBusyLimit(5_000))
  expect(await pathsIn(folder)).toEqual([`${name}/originals/a.jpg`, `${name}/originals/b.jpg`])
})

test('a changed file is read again, and one that is gone is offline until it returns (D1)', async () => {
  const changed = await makeJpeg()
  const folder = await makeFolder({ 'a.jpg': await makeJpeg(), 'b.jpg': await makeJpeg() })
  await take(folder)
  await watch(folder)
  const before = await readAsset(folder, 'b.jpg')

  await writeFile(join(folder, 'b.jpg'), changed)
  await until(async () => !Buffer.from(before.checksum).equals((await readAsset(folder, 'b.jpg')).checksum))
  await rm(join(folder, 'b.jpg'))
  await until(async () => (await listOffline()).join() === 'b.jpg')
  await writeFile(join(folder, 'b.jpg'), changed)
  await until(async () => (await listOffline()).length === 0)

  expect((await readAsset(folder, 'b.jpg')).id).toBe(before.id)
})

test('a moved file or folder keeps its id, its albums and its tags (D2)', async () => {
  const folder = await makeFolder({
    'in/a.jpg': await makeJpeg(),
    'in/deep/b.jpg': await makeJpeg(),
    'c.jpg': await makeJpeg(),
  })
  await take(folder)
  await watch(folder)
  const ids = (await assets()).map(({ id }) => id)
  const tag = await createTag(database, library.ada, { assetIds: ids })

  await rename(join(folder, 'in'), join(folder, 'out'))
  await rename(join(folder, 'c.jpg'), join(folder, 'out/deep/d.jpg'))

  await until(async () => (await pathsIn(folder)).join() === 'out/a.jpg,out/deep/b.jpg,out/deep/d.jpg')
  expect((await assets()).map(({ id }) => id).sort()).toEqual(ids.toSorted())
  expect(await listOffline()).toEqual([])
  expect(await database.tagAsset.count({ where: { tagId: tag.id } })).toBe(3)
})

test('many folders with a change each share transactions (D1)', async () => {
  const names = Array.from({ length: 40 }, (_, number) => `${number}/a.jpg`)
  const folder = await makeFolder(
    Object.fromEntries(await Promise.all(names.map(async (name) => [name, await makeJpeg()]))),
  )
  await take(folder)
  await watch(folder, { pace: { lookMs: 500 } })
  const countTransactions = async () => new Set((await assets()).map(({ updatedAt }) => updatedAt.getTime())).size

  for (const name of names) await rename(join(folder, name), join(folder, name.replace('a', 'b')))
  await until(async () => (await pathsIn(folder)).every((path) => path.endsWith('b.jpg')))
  const ofMoves = await countTransactions()
  for (const name of names) await rm(join(folder, name.replace('a', 'b')))
  await until(async () => (await listOffline()).length === names.length)

  expect(ofMoves).toBeLessThan(names.length / 2)
  expect(await countTransactions()).toBeLessThan(names.length / 2)
})

test('files are found where they are when folders changed places (D2)', async () => {
  const folder = await makeFolder({
    'in/day/a.jpg': await makeJpeg(),
    'in/gone/b.jpg': await makeJpeg(),
    'out/day/c.jpg': await makeJpeg(),
  })
  await take(folder)
  await watch(folder, { pace: { lookMs: 200 } })
  // It comes when the watch has looked at all others, which are as new.
  await writeFile(join(folder, 'last.jpg'), await makeJpeg())
  await until(async () => (await assets()).length === 4)
  const before = (await assets()).map(({ id }) => id)

  await rename(join(folder, 'in'), join(folder, 'third'))
  await rename(join(folder, 'out'), join(folder, 'in'))
  await rename(join(folder, 'third'), join(folder, 'out'))

  await until(async () => (await pathsIn(folder)).join() === 'in/day/c.jpg,last.jpg,out/day/a.jpg,out/gone/b.jpg')
  expect((await assets()).map(({ id }) => id).sort()).toEqual(before.toSorted())
  expect(await listOffline()).toEqual([])
})

test('a file that is still being written waits until it is whole (D3)', async () => {
  const folder = await makeFolder({ 'a.jpg': await makeJpeg() })
  await take(folder)
  await writeFile(join(folder, 'early.jpg'), 'the beginning of a photo')
  const { summaries } = await watch(folder, { pace: { settleMs: 60_000 } })

  await writeFile(join(folder, 'late.jpg'), 'the beginning of a photo')
  await rm(join(folder, 'a.jpg'))
  await until(async () => (await listOffline()).join() === 'a.jpg')

  expect(summaries.filter(({ added, failed }) => added + failed > 0)).toEqual([])
})

test('a file that another program has not finished waits for its name, unlike a folder (D3)', async () => {
  const unfinished = [
    '.syncthing.IMG_1.jpg.tmp',
    '~syncthing~IMG_2.jpg.tmp',
    'IMG_3.jpg.1b2c3d4e.PARTIAL',
    'IMG_4.jpg.part',
    'IMG_5.jpg.filepart',
    'IMG_6.jpg.crdownload',
    'IMG_7.jpg.!sync',
    '.IMG_8.jpg.Xy12Zz',
    '.pending-1700000000-IMG_9.jpg',
  ]
  const toFinished = (name: string) => /IMG_\d.jpg/.exec(name)?.[0] ?? ''
  const folder = await makeFolder({ 'a.jpg': await makeJpeg(), '2024.part/b.jpg': await makeJpeg() })
  await watch(folder)

  for (const name of unfinished) await writeFile(join(folder, name), await makeJpeg())
  await writeFile(join(folder, 'c.jpg'), await makeJpeg())
  await until(async () => (await pathsIn(folder)).includes('c.jpg'))
  const before = await pathsIn(folder)
  for (const name of unfinished) await rename(join(folder, name), join(folder, toFinished(name)))
  await until(async () => (await assets()).length === 3 + unfinished.length)

  expect(before).toEqual(['2024.part/b.jpg', 'a.jpg', 'c.jpg'])
  expect(await pathsIn(folder)).toEqual(['2024.part/b.jpg', ...unfinished.map(toFinished), 'a.jpg', 'c.jpg'])
})

test('no file is marked as missing while the folder is empty, as when its disk is not mounted (D4)', async () => {
  const folder = await makeFolder({ 'disk/a.jpg': await makeJpeg(), 'disk/sub/b.jpg': await makeJpeg() })
  const disk = join(folder, 'disk')
  await take(disk)
  const { notices, summaries } = await watch(disk)

  await rename(disk, join(folder, 'elsewhere'))
  await mkdir(disk)
  await until(() => notices.some((notice) => notice.includes('is empty or gone')))
  await sleep(FEW_LOOKS_MS)
  await rm(disk, { recursive: true })
  await rename(join(folder, 'elsewhere'), disk)
  await appendFile(join(disk, 'c.jpg'), await makeJpeg())
  await until(async () => (await assets()).length === 3)

  expect(await listOffline()).toEqual([])
  expect(summaries.filter(({ offline }) => offline > 0)).toEqual([])
})

test('each folder is a library of its own, also of several users (D5)', async () => {
  const ben = await createUser(database)
  const [ofAda, ofBen] = [await makeFolder(), await makeFolder()]
  await watch(ofAda)
  await watch(ofBen, { owner: ben })

  await writeFile(join(ofAda, 'a.jpg'), await makeJpeg())
  await writeFile(join(ofBen, 'b.jpg'), await makeJpeg())

  await until(async () => (await assets()).length === 1 && (await assets(ben)).length === 1)
  const libraries = await database.library.findMany({ where: { importPath: { in: [ofAda, ofBen] } } })
  expect(libraries.map(({ ownerId }) => ownerId).sort()).toEqual([library.ada.id, ben.id].sort())
})

test('tells once of an export that is unpacked into a watched folder (EX1)', async () => {
  const folder = await makeFolder({ 'a.jpg': await makeJpeg() })
  const { notices } = await watch(folder)

  const year = join(folder, 'Takeout/Google Photos/Photos from 2019')
  const note = { title: 'b.jpg', photoTakenTime: { timestamp: '1561975200' }, url: 'https://photos.google.com/' }
  await mkdir(year, { recursive: true })
  await writeFile(join(year, 'b.jpg'), await makeJpeg())
  await writeFile(join(year, 'b.jpg.json'), JSON.stringify(note))
  await until(async () => (await assets()).length > 1 && notices.length > 0)

  expect(notices).toEqual([expect.stringContaining(`${folder} has an export of Google Photos`)])
})

/** Keeps a folder watched, as a server does, which tries again after 50 ms. */
function keep(folder: string) {
  const stopping = new AbortController()
  const watcherId = randomUUID()
  const [summaries, notices]: [ImportSummary[], string[]] = [[], []]
  const attempts = { count: 0 }
  const watching = keepWatching({
    database,
    folder,
    watcherId,
    pace: quickPace,
    retryMs: 50,
    signal: stopping.signal,
    findOwner: async () => {
      attempts.count += 1
      return library.ada
    },
    onSummary: (summary) => summaries.push(summary),
    onNotice: (notice) => notices.push(notice),
  })
  onTestFinished(() => {
    stopping.abort()
    return watching
  })
  return { summaries, notices, watcherId, attempts }
}

/** A folder that another process watches, and a way to set when it was last heard of. */
async function openWatched() {
  const folder = await makeFolder({ 'a.jpg': await makeJpeg() })
  const { id: libraryId } = await openFolderLibrary(database, library.ada.id, folder)
  await claimWatch(database, { libraryId, watcherId: randomUUID() })
  const hear = (secondsAgo: number, queryable: Queryable = database) =>
    ask(
      queryable,
      Prisma.sql`
        UPDATE library SET watcher_seen_at = now() - ${secondsAgo} * interval '1 second' WHERE id = ${libraryId}::uuid`,
    )
  return { folder, libraryId, hear }
}

test.each([
  ['it dies', 3_600],
  ['it has died before the clock was set back', -3_600],
])('of several processes one watches a folder, and another takes its place when %s (D6)', async (_when, secondsAgo) => {
  const { folder, libraryId, hear } = await openWatched()
  await hear(-59)

  const watchers = [keep(folder), keep(folder)]
  await until(() => watchers.every(({ attempts }) => attempts.count > 1))
  const meanwhile = await assets()
  await hear(secondsAgo)
  await until(async () => (await assets()).length === 1)

  const { watcherId } = await database.library.findUniqueOrThrow({ where: { id: libraryId } })
  expect(meanwhile).toEqual([])
  expect(watchers.filter(({ summaries }) => summaries.length > 0)).toMatchObject([{ watcherId }])
})

test('a process keeps its place until it has been silent for 10 s (D6)', async () => {
  const { libraryId, hear } = await openWatched()

  // In a transaction the clock of the database stands still.
  const claims = await inTransaction(database, async (transaction) => {
    const claim = () => claimWatch(transaction, { libraryId, watcherId: randomUUID() })
    await hear(9.9, transaction)
    const early = await claim()
    await hear(10.1, transaction)
    return [early, await claim()]
  })

  expect(claims).toEqual([false, true])
})

test('what prevents a watch is reported once, until the folder is there (D6)', async () => {
  const folder = join(await makeFolder(), 'later')
  const { notices, attempts } = keep(folder)
  await until(() => attempts.count > 2)

  await mkdir(folder)
  await writeFile(join(folder, 'a.jpg'), await makeJpeg())

  await until(async () => (await assets()).length === 1)
  expect(notices.filter((notice) => notice.includes('is not watched'))).toEqual([
    expect.stringContaining(`there is no folder ${folder}`),
  ])
})
