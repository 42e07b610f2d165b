import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../fixtures/folder.js'
import { makeJpeg, takenAt } from '../fixtures/photo.js'
import { createUser, type TestUser } from '../support/database/factories.js'
import { createExportLibrary } from '../support/takeouts/export-library.js'

const library = await createExportLibrary()
const TAKEN = 1_561_975_200

type Content = Buffer | string | object

/** Takes in a folder with these files: photos, notes and others. */
async function take(files: Record<string, Content>) {
  const ada = await createUser(library.database)
  const folder = await makeFolder()
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    const isRaw = Buffer.isBuffer(content) || typeof content === 'string'
    await writeFile(join(folder, path), isRaw ? content : JSON.stringify(content))
  }
  return { ada, ...(await library.take(ada, folder)) }
}

function note(title: string, facts: object = {}) {
  return { title, photoTakenTime: { timestamp: `${TAKEN}` }, ...facts }
}

/** Photos with notes, by their paths. */
async function described(...paths: string[]): Promise<Record<string, Content>> {
  const files: Record<string, Content> = {}
  for (const path of paths) Object.assign(files, { [path]: await makeJpeg(), [`${path}.json`]: note(path) })
  return files
}

async function listAlbums(ada: TestUser) {
  const albums = await library.database.album.findMany({
    where: { ownerId: ada.id },
    include: { _count: { select: { assets: true } } },
    orderBy: { albumName: 'asc' },
  })
  return albums.map(({ albumName, _count }) => [albumName, _count.assets])
}

function readAsset(ada: TestUser, originalFileName: string) {
  return library.database.asset.findFirstOrThrow({
    where: { ownerId: ada.id, originalFileName },
    include: { exif: true },
  })
}

test('parts with the numbers of the Finder or the Explorer are one export, and an album may be named like one (EX1)', async () => {
  const { ada, summary } = await take({
    'Takeout/Google Photos/Photos from 2019/a.jpg': await makeJpeg(),
    'Takeout 2/Google Photos/Photos from 2019/a.jpg.json': note('a.jpg', { description: 'Second' }),
    'Takeout (3)/Google Photos/Takeout 2/metadata.json': { title: 'Takeout 2', access: 'protected' },
    ...(await described('Takeout/Google Photos/Takeout 2/b.jpg')),
  })

  expect((await readAsset(ada, 'a.jpg')).exif?.description).toBe('Second')
  expect(await listAlbums(ada)).toEqual([['Takeout 2', 1]])
  expect(summary.export).toMatchObject({ undescribed: 0, missing: 0, conflicts: 0 })
})

test.each<[string, object, string | null]>([
  ['Fotos i 2019', { title: 'Fotos i 2019', access: '', date: { timestamp: '0' } }, null],
  ['Foto da 2002', { title: 'Foto da 2002', access: '', date: { timestamp: '0' } }, null],
  ['2019 yılına ait', { title: '2019 yılına ait', access: 'protected', date: { timestamp: '9' } }, null],
  ['Bilder von 2019', { title: 'Bilder von 2019', description: 'Mine', access: 'protected' }, 'Bilder von 2019'],
  ['Fotos de 1999', { title: 'Fotos de 1999', access: 'protected' }, 'Fotos de 1999'],
  ['Trip', { title: 'Trip', access: '', date: { timestamp: '0' } }, 'Trip'],
  ['Memory', { title: 'Memory' }, null],
])('the folder %s with the note %o is the album %s (EX4)', async (folder, content, album) => {
  const path = `Takeout/Google Foto/${folder}`

  const { ada } = await take({ ...(await described(`${path}/a.jpg`)), [`${path}/metadata.json`]: content })

  expect(await listAlbums(ada)).toEqual(album === null ? [] : [[album, 1]])
})

test('an album with a year in its name, whose photos are those of a larger year, is one (EX4)', async () => {
  const files = await described('Takeout/P/Photos from 2019/a.jpg', 'Takeout/P/Photos from 2019/b.jpg')
  const copy = files['Takeout/P/Photos from 2019/a.jpg'] as Buffer

  const { ada } = await take({
    ...files,
    'Takeout/P/Paris 2019/a.jpg': copy,
    'Takeout/P/Paris 2019/a.jpg.json': note('a.jpg'),
    'Takeout/P/Paris 2019/metadata.json': { title: 'Paris 2019', access: 'protected' },
  })

  expect(await listAlbums(ada)).toEqual([['Paris 2019', 1]])
})

test('an album has the photos of which it has the notes alone (EX4)', async () => {
  const { ada, summary } = await take({
    'Takeout/P/Photos from 2019/a.jpg': await makeJpeg(),
    'Takeout/P/Photos from 2019/a.jpg.json': note('a.jpg'),
    'Takeout/P/Trip/a.jpg.json': note('a.jpg'),
    'Takeout/P/Trip/metadata.json': { title: 'Trip', access: 'protected' },
  })

  expect(await listAlbums(ada)).toEqual([['Trip', 1]])
  expect(summary.export?.missing).toBe(0)
})

test('a note that has lost its date is still of the photo whose name it has, and of no album (EX2)', async () => {
  const { ada } = await take({
    ...(await described('Takeout/P/Trip/a.jpg')),
    'Takeout/P/Trip/b.jpg': await makeJpeg(),
    'Takeout/P/Trip/b.jpg.json': { title: 'b.jpg', description: 'Mine', access: 'protected' },
  })

  expect(await listAlbums(ada)).toEqual([])
  expect((await readAsset(ada, 'b.jpg')).exif?.description).toBe('Mine')
})

test('photos of a locked folder are archived, those of other services left out, and both are counted', async () => {
  const { ada, summary } = await take({
    ...(await described('Takeout/P/Photos from 2019/a.jpg')),
    'Takeout/P/Locked/l.jpg': await makeJpeg(),
    'Takeout/P/Locked/l.jpg.json': note('l.jpg', { inLockedFolder: true }),
    'Takeout/P/Locked/without a note.jpg': await makeJpeg(),
    'Takeout/Kontakte/Alle/Jane.jpg': await makeJpeg(),
  })

  expect(summary).toMatchObject({ added: 3, export: { locked: 2, other: 1 } })
  expect((await readAsset(ada, 'a.jpg')).isArchived).toBe(false)
  expect((await readAsset(ada, 'l.jpg')).isArchived).toBe(true)
  expect((await readAsset(ada, 'without a note.jpg')).isArchived).toBe(true)
})

test.each([
  ['a mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
  ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16 without a mark', (text: string) => Buffer.from(text, 'utf16le')],
  ['UTF-16 the other way round', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
])('a note in %s is read (EX2)', async (_, encode) => {
  const { ada, summary } = await take({
    'Takeout/P/Trip/a.jpg': await makeJpeg(),
    'Takeout/P/Trip/a.jpg.JSON': encode(JSON.stringify(note('a.jpg', { description: 'Grüße' }))),
  })

  expect(summary.failed).toBe(0)
  expect((await readAsset(ada, 'a.jpg')).exif?.description).toBe('Grüße')
})

const sanFrancisco = { latitude: 37.77, longitude: -122.42 }

test.each([
  ['2019:07:01 03:00:00', sanFrancisco, '2019-07-01T10:00:00Z', 'America/Los_Angeles'],
  ['2019:07:01 03:00:00', undefined, '2019-07-01T10:00:00Z', 'UTC-7'],
  ['2019:07:01 12:00:00', sanFrancisco, '2019-07-01T10:00:00Z', 'UTC+2'],
  ['2019:07:01 10:00:00', undefined, '2019-07-01T10:00:00Z', null],
  ['2019:07:01 12:07:00', undefined, '2019-07-01T12:07:00Z', null],
])('a clock at %s with the place %o was taken at %s in %s (EX2)', async (clock, geoData, at, timeZone) => {
  const { ada } = await take({
    'Takeout/P/Trip/a.jpg': await makeJpeg(takenAt(clock)),
    'Takeout/P/Trip/a.jpg.json': note('a.jpg', { geoData }),
  })

  const { exif, localDateTime } = await readAsset(ada, 'a.jpg')
  expect(exif).toMatchObject({ dateTimeOriginal: new Date(at), timeZone })
  expect(localDateTime.toISOString()).toBe(`${clock.slice(0, 10).replaceAll(':', '-')}T${clock.slice(11)}.000Z`)
})

test('two exports of one service in a folder are told (EX1)', async () => {
  const { summary } = await take(await described('old/Takeout/P/Trip/a.jpg', 'new/Takeout/P/Trip/a.jpg'))

  expect(summary.export).toMatchObject({ conflicts: 1 })
})

test('exports of two services in a folder are told (EX1)', async () => {
  const { stderr } = await take({
    ...(await described('google/Takeout/P/Trip/a.jpg')),
    'apple/Photos/b.jpg': await makeJpeg(),
    'apple/Photos/Photo Details.csv': 'imgName,fileChecksum,originalCreationDate\nb.jpg,x,y',
  })

  expect(stderr).toContain('is of an export of')
})

test('a packed export says that it must be unpacked (EX6)', async () => {
  const folder = await makeFolder({ 'takeout-1.tgz': 'x', 'a.jpg': await makeJpeg() })
  const { email } = await createUser(library.database)

  const itself = await library.run(['import', join(folder, 'takeout-1.tgz'), '--user', email])
  const beside = await library.run(['import', folder, '--user', email])

  expect(itself).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Unpack it') })
  expect(beside).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('Unpack it') })
})

test('a name in a warning does not control the terminal (EX6)', async () => {
  const folder = await makeFolder({ 'takeout-\u001b[31m.tgz': 'x', 'a.jpg': await makeJpeg() })
  const { email } = await createUser(library.database)

  const { stderr } = await library.run(['import', folder, '--user', email])

  expect(stderr).toContain('takeout-\\x1b[31m.tgz')
})
