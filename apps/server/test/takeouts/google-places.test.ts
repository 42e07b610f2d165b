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

test('a folder of a year is no album in any language, and one of a person is, whatever its name (EX4)', async () => {
  const notes: Record<string, object> = {
    'Fotos i 2019': { access: '', date: { timestamp: '0' } },
    'Foto da 2002': { access: '', date: { timestamp: '0' } },
    '2019 yılına ait': { access: 'protected', date: { timestamp: '9' } },
    'Bilder von 2019': { description: 'Mine', access: 'protected' },
    'Fotos de 1999': { access: 'protected' },
    Trip: { access: '', date: { timestamp: '0' } },
    Memory: {},
  }
  const files: Record<string, Content> = await described(
    ...Object.keys(notes).map((title) => `Takeout/Google Foto/${title}/a.jpg`),
  )
  for (const [title, facts] of Object.entries(notes))
    files[`Takeout/Google Foto/${title}/metadata.json`] = { title, ...facts }

  const { ada } = await take(files)

  expect(await listAlbums(ada)).toEqual([
    ['Bilder von 2019', 1],
    ['Fotos de 1999', 1],
    ['Trip', 1],
  ])
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

test('a note in UTF-8 or UTF-16, with a mark or without, is read (EX2)', async () => {
  const encodings: Record<string, (text: string) => Buffer> = {
    'mark.jpg': (text) => Buffer.from(`\uFEFF${text}`),
    'utf-16.jpg': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
    'without-mark.jpg': (text) => Buffer.from(text, 'utf16le'),
    'swapped.jpg': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  }
  const files: Record<string, Content> = {}
  for (const [name, encode] of Object.entries(encodings)) {
    files[`Takeout/P/Trip/${name}`] = await makeJpeg()
    files[`Takeout/P/Trip/${name}.JSON`] = encode(JSON.stringify(note(name, { description: `Grüße, ${name}` })))
  }

  const { ada, summary } = await take(files)

  expect(summary.failed).toBe(0)
  for (const name of Object.keys(encodings))
    expect((await readAsset(ada, name)).exif?.description).toBe(`Grüße, ${name}`)
})

const sanFrancisco = { latitude: 37.77, longitude: -122.42 }

test('the moment in a note gives the clock of a file its zone, which is that of the place, if they agree (EX2)', async () => {
  const shots = [
    ['2019:07:01 03:00:01', sanFrancisco, '2019-07-01T10:00:01Z', 'America/Los_Angeles'],
    ['2019:07:01 03:00:02', undefined, '2019-07-01T10:00:02Z', 'UTC-7'],
    ['2019:07:01 12:00:03', sanFrancisco, '2019-07-01T10:00:03Z', 'UTC+2'],
    ['2019:07:01 10:00:04', undefined, '2019-07-01T10:00:04Z', null],
    ['2019:07:01 12:07:05', undefined, '2019-07-01T12:07:05Z', null],
  ] as const
  const files: Record<string, Content> = {}
  for (const [index, [clock, geoData]] of shots.entries()) {
    files[`Takeout/P/Trip/${index}.jpg`] = await makeJpeg(takenAt(clock))
    const photoTakenTime = { timestamp: `${TAKEN + index + 1}` }
    files[`Takeout/P/Trip/${index}.jpg.json`] = note(`${index}.jpg`, { photoTakenTime, geoData })
  }

  const { ada } = await take(files)

  for (const [index, [clock, , at, timeZone]] of shots.entries()) {
    const { exif, localDateTime } = await readAsset(ada, `${index}.jpg`)
    expect(exif).toMatchObject({ dateTimeOriginal: new Date(at), timeZone })
    expect(localDateTime.toISOString()).toBe(`${clock.slice(0, 10).replaceAll(':', '-')}T${clock.slice(11)}.000Z`)
  }
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

test('a packed export says that it must be unpacked, and its name does not control the terminal (EX6)', async () => {
  const packed = 'takeout-\u001b[31m.tgz'
  const folder = await makeFolder({ [packed]: 'x', 'a.jpg': await makeJpeg() })
  const { email } = await createUser(library.database)

  const itself = await library.run(['import', join(folder, packed), '--user', email])
  const beside = await library.run(['import', folder, '--user', email])

  expect([itself.exitCode, beside.exitCode]).toEqual([1, 0])
  for (const { stderr } of [itself, beside]) {
    expect(stderr).toContain('Unpack it')
    expect(stderr).toContain('takeout-\\x1b[31m.tgz')
  }
})
