import { copyFile, rename, symlink, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { NOT_MEDIA } from '@media-library/media'
import { expect, onTestFinished, test } from 'vitest'
import { deleteForGood } from '../../src/asset-changes/trash.js'
import { writeChange } from '../../src/asset-changes/update-asset.js'
import { inTransaction } from '../../src/database/transaction.js'
import { Prisma } from '../../src/generated/prisma/client.js'
import { makeFolder } from '../fixtures/folder.js'
import { cameraPhotos, makeJpeg, readCameraPhoto } from '../fixtures/photo.js'
import { makePlainVideo, makeSound } from '../fixtures/plain-video.js'
import { everyChange, readChangedFields } from '../support/assets/every-change.js'
import { createUser } from '../support/database/factories.js'
import { readAsset as readPlainAsset } from '../support/database/plain-asset.js'
import { openImportLibrary } from '../support/import/import-library.js'
import { listJobsWithAssets } from '../support/jobs/jobs-with-assets.js'

const library = await openImportLibrary()
const { database, take, readAsset, assets } = library

test('registers a photo in place, with the metadata of its EXIF', async () => {
  const folder = await makeFolder({ '2013/sylt.jpg': await readCameraPhoto('lumia') })

  const summary = await take(folder)

  expect(summary).toMatchObject({ folder, added: 1, failed: 0, failures: [] })
  expect(await readAsset(folder, '2013/sylt.jpg')).toMatchObject({
    ownerId: library.ada.id,
    libraryId: summary.libraryId,
    type: 'IMAGE',
    originalFileName: 'sylt.jpg',
    deviceAssetId: '2013/sylt.jpg',
    deviceId: 'Library Import',
    isExternal: true,
    isReadOnly: true,
    fileCreatedAt: new Date('2013-05-10T13:21:35Z'),
    localDateTime: new Date('2013-05-10T15:21:35Z'),
    exif: { model: 'Lumia 820', latitude: 55.038756, fileSizeInByte: 329_277n, timeZone: 'Europe/Berlin', city: null },
  })
})

test('makes one library for a folder, named after it, whichever path leads to it', async () => {
  const folder = await makeFolder({ 'a.jpg': await makeJpeg() })
  const link = join(await makeFolder(), 'link')
  await symlink(folder, link)

  const first = await take(folder)
  const before = await assets()
  const second = await take(link)

  expect(await assets()).toEqual(before)
  expect(second).toMatchObject({ libraryId: first.libraryId, unchanged: 1, added: 0 })
  expect(await database.library.findUnique({ where: { id: first.libraryId ?? '' } })).toMatchObject({
    name: basename(folder),
    importPath: folder,
  })
})

test('updates the asset of a changed file', async () => {
  const folder = await makeFolder({ 'a.jpg': await makeJpeg() })
  await take(folder)
  const before = await readAsset(folder, 'a.jpg')
  await database.asset.update({ where: { id: before.id }, data: { resized: true, thumbhash: Buffer.from('x') } })
  await copyFile(cameraPhotos.iphone, join(folder, 'a.jpg'))

  const summary = await take(folder)

  const after = await readAsset(folder, 'a.jpg')
  expect(summary).toMatchObject({ added: 0, updated: 1 })
  expect(after).toMatchObject({ id: before.id, resized: false, thumbhash: null, exif: { model: 'iPhone 4S' } })
  expect(after.checksum).not.toEqual(before.checksum)
  expect(after.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime())
})

test('queues the jobs that fit new and changed files, behind those that people ask for (J1)', async () => {
  const folder = await makeFolder({ 'a.jpg': await makeJpeg() })
  await makePlainVideo(join(folder, 'b.mp4'), 1)
  await makeSound(join(folder, 'c.mp3'))
  const takeJobs = async () => {
    await take(folder)
    const jobs = await listJobsWithAssets(database, { ownerId: library.ada.id, state: 'queued' })
    await database.assetJob.updateMany({ data: { state: 'succeeded' } })
    return jobs.map(({ asset, name, priority }) => `${asset.originalFileName} ${name} ${priority}`).sort()
  }

  const added = await takeJobs()
  const unchanged = await takeJobs()
  await copyFile(cameraPhotos.iphone, join(folder, 'a.jpg'))
  await makePlainVideo(join(folder, 'b.mp4'), 2)
  const changed = await takeJobs()

  const ofPhoto = ['a.jpg refresh-metadata 10', 'a.jpg regenerate-thumbnail 10']
  const ofVideo = ['b.mp4 refresh-metadata 10', 'b.mp4 regenerate-thumbnail 10', 'b.mp4 transcode-video 10']
  expect(added).toEqual([...ofPhoto, ...ofVideo, 'c.mp3 refresh-metadata 10'])
  expect(unchanged).toEqual([])
  expect(changed).toEqual([...ofPhoto, ...ofVideo])
})

test('keeps the derived files of a file whose modification time alone changed', async () => {
  const folder = await makeFolder({ 'a.jpg': await makeJpeg() })
  await take(folder)
  const { id } = await readAsset(folder, 'a.jpg')
  await database.asset.update({ where: { id }, data: { resized: true } })
  await utimes(join(folder, 'a.jpg'), 1_700_000_000, 1_700_000_000)

  const summary = await take(folder)

  expect(summary.updated).toBe(1)
  expect(await readAsset(folder, 'a.jpg')).toMatchObject({ resized: true, fileModifiedAt: new Date(1_700_000_000_000) })
})

test('follows a moved file, also from another folder', async () => {
  const folder = await makeFolder({ 'a.jpg': await makeJpeg() })
  const other = await makeFolder()
  await take(folder)
  const { id } = await readAsset(folder, 'a.jpg')
  await rename(join(folder, 'a.jpg'), join(other, 'b.jpg'))

  const summary = await take(other)

  expect(summary).toMatchObject({ added: 0, moved: 1 })
  expect(await readAsset(other, 'b.jpg')).toMatchObject({ id, originalFileName: 'b.jpg', libraryId: summary.libraryId })
})

test('adds the same content once, in one import and in the next', async () => {
  const photo = await makeJpeg()
  const folder = await makeFolder({ 'a.jpg': photo, 'b.jpg': photo })

  const first = await take(folder)
  await writeFile(join(folder, 'c.jpg'), photo)
  const second = await take(folder)

  expect(first).toMatchObject({ added: 1, duplicates: 1 })
  expect(second).toMatchObject({ added: 0, unchanged: 1, duplicates: 2 })
  expect(await assets()).toHaveLength(1)
})

test('adds a content whose former path now has a different one', async () => {
  const [old, fresh] = [await makeJpeg(), await makeJpeg()]
  const folder = await makeFolder({ 'z.jpg': old })
  await take(folder)
  await rename(join(folder, 'z.jpg'), join(folder, 'a.jpg'))
  await writeFile(join(folder, 'z.jpg'), fresh)

  const summary = await take(folder)

  expect(summary).toMatchObject({ added: 1, updated: 1, duplicates: 0 })
})

test('lets another user have the same file', async () => {
  const folder = await makeFolder({ 'a.jpg': await makeJpeg() })
  const bob = await createUser(database)
  await take(folder)

  const summary = await take(folder, { ownerId: bob.id })

  expect(summary.added).toBe(1)
})

test('reports each broken file with its reason, and imports the others', async () => {
  const folder = await makeFolder({
    'empty.jpg': '',
    'text.jpg': 'not a photo',
    'truncated.jpg': (await readCameraPhoto('lumia')).subarray(0, 20_000),
    'notes.txt': 'a note',
    'whole.jpg': await makeJpeg(),
  })
  await symlink(join(folder, 'whole.jpg'), join(folder, 'link.jpg'))

  const summary = await take(folder)

  expect(summary).toMatchObject({ added: 1, notMedia: 1, links: 1, failed: 3 })
  // Files are read several at a time.
  const failures = summary.failures.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  expect(failures).toEqual([
    { path: join(folder, 'empty.jpg'), reason: 'it is empty (0 bytes); copy it again from its source' },
    { path: join(folder, 'text.jpg'), reason: NOT_MEDIA },
    {
      path: join(folder, 'truncated.jpg'),
      reason: 'its content is damaged (JPEG format error); copy it again from its source',
    },
  ])
})

test('reads the file of any name, and no other', async () => {
  const names = [
    '-y.jpg',
    '-@.jpg',
    'a;b $(x) `y` %d*?.jpg',
    'line\nbreak.jpg',
    '{ready}.jpg',
    '#1.jpg',
    'q\'u"o.jpg',
    ' ü🌄 .jpg',
  ]
  const folder = await makeFolder()
  for (const [nth, name] of names.entries())
    await writeFile(join(folder, name), await makeJpeg({ IFD0: { Make: `Maker ${nth}` } }))

  const summary = await take(folder)

  expect(summary).toMatchObject({ added: names.length, failed: 0 })
  for (const [nth, name] of names.entries()) expect((await readAsset(folder, name)).exif?.make).toBe(`Maker ${nth}`)
})

test('loses nothing when it is stopped and started again', async () => {
  const files = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => [`${index}.jpg`, await makeJpeg()] as const),
  )
  const folder = await makeFolder({ ...Object.fromEntries(files), '0.txt': 'read first, and done with at once' })
  const controller = new AbortController()

  const stopped = await take(folder, {
    signal: controller.signal,
    onProgress: ({ done }) => done > 0 && controller.abort(),
  })
  const rest = await take(folder)

  expect(stopped).toMatchObject({ stopped: true, failed: 0 })
  expect(stopped.added).toBeLessThan(40)
  expect(rest).toMatchObject({ stopped: false, added: 40 - stopped.added, unchanged: stopped.added })
  expect(await assets()).toHaveLength(40)
})

test('reports its progress, up to the end', async () => {
  const folder = await makeFolder({ 'a.jpg': await makeJpeg(), 'b.jpg': await makeJpeg(), 'c.txt': 'text' })
  const seen: [number, number | null][] = []

  await take(folder, { onProgress: ({ done, total }) => seen.push([done, total]) })

  expect([...new Set(seen.map(([done]) => done))]).toEqual([0, 1, 2, 3])
  expect(seen.at(-1)).toEqual([3, 3])
})

test('does not bring back what was deleted for good, nor a copy of it, nor when it is moved (TR5)', async () => {
  const content = await makeJpeg()
  const folder = await makeFolder({ 'a.jpg': content, 'b.jpg': await makeJpeg() })
  await take(folder)
  const { id } = await readAsset(folder, 'a.jpg')
  await inTransaction(database, (transaction) => deleteForGood(transaction, Prisma.sql`SELECT ${id}::uuid`))
  await writeFile(join(folder, 'copy.jpg'), content)

  expect(await take(folder)).toMatchObject({ added: 0, unchanged: 2 })
  await rename(join(folder, 'a.jpg'), join(folder, 'moved.jpg'))
  expect(await take(folder)).toMatchObject({ added: 0 })

  const listed = (await assets()).filter(({ deletedAt }) => deletedAt === null)
  expect(listed.map(({ originalFileName }) => originalFileName)).toEqual(['b.jpg'])
})

test('keeps what a person set when the file changes (CH1)', async () => {
  const folder = await makeFolder({ 'a.jpg': await readCameraPhoto('lumia') })
  await take(folder)
  const { id } = await readAsset(folder, 'a.jpg')
  await inTransaction(database, (transaction) =>
    writeChange(transaction, Prisma.sql`SELECT ${id}::uuid`, everyChange, { writeSidecars: false }),
  )
  await writeFile(join(folder, 'a.jpg'), await makeJpeg())

  expect(await take(folder)).toMatchObject({ updated: 1 })

  const asset = await readPlainAsset(database, id)
  expect(asset).toMatchObject({ fileCreatedAt: everyChange.dateTimeOriginal })
  expect(readChangedFields(asset)).toEqual(everyChange)
})

test("imports the originals of a library of Apple's Photos alone, and counts it", async () => {
  const [original, derived] = [await makeJpeg(), await makeJpeg()]
  const name = 'Photos Library.photoslibrary'
  const folder = await makeFolder({
    [`${name}/originals/0/a.jpg`]: original,
    [`${name}/resources/derivatives/0/a_1_105_c.jpeg`]: derived,
  })

  const summary = await take(folder)

  expect(summary).toMatchObject({ added: 1, photosLibraries: 1, duplicates: 0, notMedia: 0, failed: 0 })
  expect(await take(join(folder, name))).toMatchObject({ added: 0, photosLibraries: 1 })
})

test('a file that the database refuses is named, and the others of its batch are imported', async () => {
  await database.$executeRaw`ALTER TABLE asset ADD CONSTRAINT refused CHECK (original_file_name <> 'refused.jpg')`
  onTestFinished(async () => {
    await database.$executeRaw`ALTER TABLE asset DROP CONSTRAINT refused`
  })
  const folder = await makeFolder({
    'a.jpg': await makeJpeg(),
    'refused.jpg': await makeJpeg(),
    'c.jpg': await makeJpeg(),
  })

  const summary = await take(folder)
  const again = await take(folder)

  expect(summary).toMatchObject({ added: 2, failed: 1, stopped: false })
  expect(summary.failures).toEqual([
    { path: join(folder, 'refused.jpg'), reason: expect.stringContaining('its metadata cannot be stored: ') },
  ])
  expect(again).toMatchObject({ added: 0, unchanged: 2, failed: 1 })
})
