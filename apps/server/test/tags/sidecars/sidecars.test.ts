import { chmod, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@media-library/client'
import { pino } from 'pino'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../src/config/config.js'
import { importFolder } from '../../../src/import/import-folder.js'
import { openOriginals } from '../../../src/storage/originals.js'
import { keepSidecars } from '../../../src/tags/sidecars/keep-sidecars.js'
import { makeFolder } from '../../fixtures/folder.js'
import { makeJpeg, writeTags } from '../../fixtures/photo.js'
import { everyChange, readChangedFields } from '../../support/assets/every-change.js'
import { createUser } from '../../support/database/factories.js'
import { openFileLibrary } from '../../support/http/file-library.js'
import { startTestServer } from '../../support/http/server.js'
import { succeed } from '../../support/jobs/job-library.js'
import { startRealWorker } from '../../support/jobs/real-worker.js'
import { exif } from '../../support/media/exif-reader.js'
import { until } from '../../support/until.js'

const { server, dataDir } = await openFileLibrary({ WRITE_SIDECARS: 'true' })
const { database } = server
const originals = await openOriginals(readConfig({ DATA_DIR: dataDir }))
const worker = await startRealWorker(
  { DATABASE_URL: server.databaseUrl, DATA_DIR: dataDir },
  { 'regenerate-thumbnail': succeed },
)

afterAll(worker.stop)

/** A user with a folder of photos in the library, each with what exiftool is to write into it. */
async function importPhotos(photos: Record<string, Record<string, unknown> | null>) {
  const user = await createUser(database)
  const files = Object.keys(photos).map(async (name) => [name, await makeJpeg()] as const)
  const folder = await makeFolder(Object.fromEntries(await Promise.all(files)))
  for (const [name, tags] of Object.entries(photos)) if (tags) await writeTags(join(folder, name), tags)
  const take = () => importFolder({ database, ownerId: user.id, folder, exif })
  await take()
  const assets = await database.asset.findMany({ where: { ownerId: user.id }, orderBy: { originalPath: 'asc' } })
  const assetIds = assets.map(({ id }) => id)
  const client = createClient({ baseUrl: server.url, apiKey: user.apiKey, retries: 0 })
  const refresh = async () => {
    await client.runAssetJobs({ name: 'refresh-metadata', assetIds })
    await worker.drained()
  }
  await worker.drained()
  return {
    folder,
    take,
    refresh,
    assetIds,
    client,
    tagNamed: async (name: string) => (await client.getAllTags()).find((tag) => tag.name === name)?.id ?? '',
    tagNames: async () => (await client.getAssetInfo(assetIds[0] ?? '')).tags?.map(({ name }) => name).sort(),
  }
}

/** Writes the side-cars that are due, as a worker does, which ends then. Returns what the log says. */
async function writeSidecars() {
  const lines: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const writer = keepSidecars({ database, logger, originals }, { pollMs: 20, exif })
  await until(
    async () => (await database.sidecarChange.count({ where: { dueAt: { lte: new Date() } } })) === 0,
  ).finally(writer.stop)
  return lines.map((line) => JSON.parse(line))
}

/** The keywords in an XMP file, in its order. */
async function keywordsIn(path: string) {
  return [...(await readFile(path, 'utf8')).matchAll(/<rdf:li>(.*?)<\/rdf:li>/g)].map(([, name]) => name)
}

test('a tag that is put on a photo is written beside it, and the photo stays as it is (G10)', async () => {
  const { folder, client, assetIds, take } = await importPhotos({ 'a.jpg': null, 'b.jpg': null })
  const before = await readFile(join(folder, 'a.jpg'))
  const sea = await client.createTag({ name: 'Sea & <sun>' })

  await client.tagAssets(sea.id, { assetIds })
  const log = await writeSidecars()

  expect((await readdir(folder)).sort()).toEqual(['a.jpg', 'a.jpg.xmp', 'b.jpg', 'b.jpg.xmp'])
  expect(await keywordsIn(join(folder, 'a.jpg.xmp'))).toEqual(['Sea &amp; &lt;sun&gt;'])
  expect(await readFile(join(folder, 'a.jpg'))).toEqual(before)
  expect(log).toEqual([])
  expect(await take()).toMatchObject({ updated: 0, unchanged: 2 })
})

test('a new side-car has the whole paths of the keywords in the photo (G10)', async () => {
  const { folder, client, assetIds, tagNamed, refresh, tagNames } = await importPhotos({
    'a.jpg': {
      'XMP-dc:Subject': ['Paris', 'Family'],
      'XMP-digiKam:TagsList': ['Places/France/Paris', 'People/Family'],
      'XMP-lr:HierarchicalSubject': ['Places|France|Paris', 'People|Family'],
    },
  })
  const sea = await client.createTag({ name: 'Sea' })

  await client.tagAssets(sea.id, { assetIds })
  await client.untagAssets(await tagNamed('Family'), { assetIds })
  await writeSidecars()

  const keywords = await keywordsIn(join(folder, 'a.jpg.xmp'))
  expect(keywords.sort()).toEqual(['Paris', 'Places/France/Paris', 'Places|France|Paris', 'Sea'])
  await refresh()
  expect(await tagNames()).toEqual(['Paris', 'Sea'])
})

test('a side-car keeps keywords that look like numbers, and has one word once in whichever form of Unicode (G10)', async () => {
  const { folder, client, assetIds, take, refresh } = await importPhotos({ 'a.jpg': null })
  const path = join(folder, 'a.jpg.xmp')
  await writeTags(path, { 'XMP-dc:Subject': ['1e5', '1.10', 'Cafe\u0301'] })
  await take()
  await refresh()
  const tags = [await client.createTag({ name: 'Sea' }), await client.createTag({ name: 'Cafe\u0301s' })]

  for (const { id } of tags) await client.tagAssets(id, { assetIds })
  await client.tagAssets((await client.getAllTags()).find(({ name }) => name === 'Caf\u00e9')?.id ?? '', { assetIds })
  await writeSidecars()

  expect(await keywordsIn(path)).toEqual(['1e5', '1.10', 'Cafe\u0301', 'Sea', 'Caf\u00e9s'])
})

test('a side-car keeps what else it says (G10)', async () => {
  const { folder, client, assetIds, take, refresh, tagNamed, tagNames } = await importPhotos({ 'a.jpg': null })
  const path = join(folder, 'a.xmp')
  await writeTags(path, {
    'XMP-dc:Description': 'A day at the sea',
    'XMP-dc:Subject': ['Beach', 'Family'],
    'XMP-digiKam:TagsList': ['Places/Beach', 'People/Family'],
  })
  await chmod(path, 0o640)
  await take()
  await refresh()
  const sea = await client.createTag({ name: 'Sea' })

  await client.untagAssets(await tagNamed('Beach'), { assetIds })
  await client.tagAssets(sea.id, { assetIds })
  await writeSidecars()

  expect(await keywordsIn(path)).toEqual(['Family', 'Sea', 'People/Family'])
  expect(await readFile(path, 'utf8')).toContain('A day at the sea')
  expect((await stat(path)).mode & 0o777).toBe(0o640)
  await refresh()
  expect(await tagNames()).toEqual(['Family', 'Sea'])
})

test('a tag that is renamed or deleted is so in the side-cars (G10)', async () => {
  const { folder, client, assetIds } = await importPhotos({ 'a.jpg': null })
  const [sea, sun] = [await client.createTag({ name: 'Sea' }), await client.createTag({ name: 'Sun' })]
  for (const { id } of [sea, sun]) await client.tagAssets(id, { assetIds })
  await writeSidecars()
  const first = await keywordsIn(join(folder, 'a.jpg.xmp'))

  await client.updateTag(sea.id, { name: 'Ocean' })
  await client.deleteTag(sun.id)
  await writeSidecars()

  expect(first).toEqual(['Sea', 'Sun'])
  expect(await keywordsIn(join(folder, 'a.jpg.xmp'))).toEqual(['Ocean'])
})

test('a first side-car lists the keywords of the photo as well, and none comes back that was taken off (G10)', async () => {
  const { folder, client, assetIds, refresh, tagNamed, tagNames } = await importPhotos({
    'a.jpg': { Subject: ['Beach', 'Sea'] },
  })
  const untag = async (name: string) => {
    await client.untagAssets(await tagNamed(name), { assetIds })
    await writeSidecars()
    await refresh()
  }
  const sun = await client.createTag({ name: 'Sun' })
  await client.tagAssets(sun.id, { assetIds })
  await writeSidecars()
  const first = await keywordsIn(join(folder, 'a.jpg.xmp'))

  await untag('Sea')
  await untag('Sun')
  await untag('Beach')

  expect(first).toEqual(['Beach', 'Sea', 'Sun'])
  expect(await keywordsIn(join(folder, 'a.jpg.xmp'))).toEqual([])
  expect(await tagNames()).toEqual([])
})

test('what cannot be written is reported, keeps its place, and is written later (G10)', async () => {
  const { folder, client, assetIds } = await importPhotos({ 'a.jpg': null, 'b.jpg': null, 'c.jpg': null })
  await writeFile(join(folder, 'a.jpg.xmp'), 'not XML')
  const elsewhere = join(await makeFolder({ 'target.xmp': 'untouched' }), 'target.xmp')
  await symlink(elsewhere, join(folder, 'b.jpg.xmp'))
  const sea = await client.createTag({ name: 'Sea' })

  await client.tagAssets(sea.id, { assetIds })
  const log = await writeSidecars()
  const failed = await readFile(join(folder, 'a.jpg.xmp'), 'utf8')
  await rm(join(folder, 'a.jpg.xmp'))
  await database.sidecarChange.updateMany({ data: { dueAt: new Date() } })
  const again = await writeSidecars()

  expect(log.map(({ failed: count }) => count).reduce((sum, count) => sum + count, 0)).toBe(2)
  expect(log[0].err.message).toContain(folder)
  expect(failed).toBe('not XML')
  expect(await keywordsIn(join(folder, 'a.jpg.xmp'))).toEqual(['Sea'])
  expect(await keywordsIn(join(folder, 'c.jpg.xmp'))).toEqual(['Sea'])
  expect(again.map(({ err }) => err.message)).toEqual([expect.stringContaining('it is a symbolic link')])
  expect(await readFile(elsewhere, 'utf8')).toBe('untouched')
  await database.sidecarChange.deleteMany()
})

test('what was claimed before the clock was set back is written (G10)', async () => {
  const { folder, client, assetIds } = await importPhotos({ 'a.jpg': null })
  const sea = await client.createTag({ name: 'Sea' })
  await client.tagAssets(sea.id, { assetIds })
  await database.sidecarChange.updateMany({ data: { dueAt: new Date(Date.now() + 730 * 86_400_000) } })

  const writer = keepSidecars({ database, logger: pino({ level: 'silent' }), originals }, { pollMs: 20, exif })
  await until(async () => (await database.sidecarChange.count()) === 0).finally(writer.stop)

  expect(await keywordsIn(join(folder, 'a.jpg.xmp'))).toEqual(['Sea'])
})

test('of several workers, one writes the side-car of a photo at a time, in the order of the changes (G10)', async () => {
  const { folder, client, assetIds } = await importPhotos({ 'a.jpg': null })
  const logger = pino({ level: 'silent' })
  for (let count = 0; count < 3; count += 1)
    onTestFinished(keepSidecars({ database, logger, originals }, { pollMs: 5 }).stop)
  const sea = await client.createTag({ name: 'Sea' })
  const sun = await client.createTag({ name: 'Sun' })

  await client.tagAssets(sun.id, { assetIds })
  for (let turn = 0; turn < 8; turn += 1) {
    await client.tagAssets(sea.id, { assetIds })
    await client.untagAssets(sea.id, { assetIds })
  }
  await until(async () => (await database.sidecarChange.count()) === 0)

  expect(await keywordsIn(join(folder, 'a.jpg.xmp'))).toEqual(['Sun'])
})

test('nothing is noted or written unless WRITE_SIDECARS asks for it (G10)', async () => {
  const plain = await startTestServer()
  const user = await createUser(plain.database)
  const folder = await makeFolder({ 'a.jpg': await makeJpeg() })
  await importFolder({ database: plain.database, ownerId: user.id, folder })
  const client = createClient({ baseUrl: plain.url, apiKey: user.apiKey, retries: 0 })
  const tag = await client.createTag({ name: 'Sea' })
  const assets = await plain.database.asset.findMany()

  await client.tagAssets(tag.id, { assetIds: assets.map(({ id }) => id) })

  expect(await plain.database.sidecarChange.count()).toBe(0)
  expect(await readdir(folder)).toEqual(['a.jpg'])
})

test('what a person sets is written beside the photo, and read from there (G10, CH1)', async () => {
  const { folder, client, assetIds, take, refresh } = await importPhotos({ 'a.jpg': null })
  const [id = ''] = assetIds
  const dateTimeOriginal = '2001-07-14T23:30:00.000+05:30'

  await client.updateAsset(id, { ...everyChange, dateTimeOriginal })
  const log = await writeSidecars()
  await refresh()
  const changed = await client.getAssetInfo(id)
  await database.exif.delete({ where: { assetId: id } })
  await refresh()
  const read = await client.getAssetInfo(id)

  expect(log).toEqual([])
  expect(readChangedFields(changed)).toEqual(everyChange)
  expect(readChangedFields(read)).toEqual(everyChange)
  expect(read.exifInfo).toMatchObject({ timeZone: changed.exifInfo?.timeZone, country: 'Australia' })
  expect(await take()).toMatchObject({ updated: 0, unchanged: 1 })
  expect(await readdir(folder)).toContain('a.jpg.xmp')
})

test('what a person takes back is what the file says again, also when the side-car had it (G10, CH1)', async () => {
  const { folder, client, assetIds, refresh } = await importPhotos({
    'a.jpg': { DateTimeOriginal: '2015:06:07 08:09:10' },
    'b.jpg': null,
  })
  const read = async () =>
    (await Promise.all(assetIds.map((id) => client.getAssetInfo(id)))).map(({ fileCreatedAt, exifInfo }) => [
      fileCreatedAt,
      exifInfo?.dateTimeOriginal,
      exifInfo?.latitude,
    ])
  await refresh()
  const before = await read()
  await client.updateAssets({ ids: assetIds, dateTimeOriginal: '1985-08-01', latitude: 38.7, longitude: -9.1 })
  await writeSidecars()
  await refresh()
  expect((await read()).flat()).toEqual(
    Array(2).fill(['1985-08-01T00:00:00.000Z', '1985-08-01T00:00:00.000Z', 38.7]).flat(),
  )

  await client.updateAssets({ ids: assetIds, dateTimeOriginal: null, latitude: null, longitude: null })
  await refresh()
  await writeSidecars()
  await refresh()

  expect(await read()).toEqual(before)
  const sidecar = await readFile(join(folder, 'a.jpg.xmp'), 'utf8')
  expect(sidecar).not.toMatch(/DateTimeOriginal|GPS/)
})
