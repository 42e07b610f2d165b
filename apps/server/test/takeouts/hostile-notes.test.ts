import { execFileSync } from 'node:child_process'
import { rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFolders, parseNote, toTree } from '../../src/takeouts/export-files.js'
import { makeFolder } from '../fixtures/folder.js'
import { makeJpeg } from '../fixtures/photo.js'
import { createUser } from '../support/database/factories.js'
import { recordStatements } from '../support/database/ran-statements.js'
import { createExportLibrary } from '../support/takeouts/export-library.js'

const library = await createExportLibrary()
const photoTakenTime = { timestamp: '1561975200' }
const numbered = (count: number, name: string) => Array.from({ length: count }, (_, number) => `${name} ${number}`)

/** Photos of a Takeout with these facts in their notes. */
async function makeTakeout(notes: Record<string, object>, others: Record<string, string> = {}) {
  const files: Record<string, string | Uint8Array> = { ...others }
  for (const [title, facts] of Object.entries(notes)) {
    files[`Takeout/Trip/${title}`] = await makeJpeg()
    files[`Takeout/Trip/${title}.json`] = JSON.stringify({ title, photoTakenTime, ...facts })
  }
  return makeFolder(files)
}

/** A photo that immich-go archived from these albums. */
async function makeArchive(albums: string[]) {
  const note = { fileName: 'a.jpg', albums: albums.map((title) => ({ title })) }
  return makeFolder({ 'a.jpg': await makeJpeg(), 'a.jpg.JSON': JSON.stringify(note) })
}

const people = (names: string[]) => makeTakeout({ 'a.jpg': { people: names.map((name) => ({ name })) } })

test.each([
  ['people', people],
  ['albums', makeArchive],
] as const)(
  'many %s of a photo are written by as many statements as one, and those beyond 1,000 are told (EX7)',
  async (kind, make) => {
    const ada = await createUser(library.database)
    const count = async (names: string[]) => {
      const { ran, stop } = recordStatements()
      const { stderr, summary } = await library.take(ada, await make(names)).finally(stop)
      // What runs beside the import has statements of its own, the more the longer it takes.
      const own = ran.filter(({ stack }) => stack.includes('/src/takeouts/'))
      return { statements: own.length, stderr, summary }
    }

    const one = await count(numbered(1, 'first'))
    const many = await count(numbered(1_200, 'more'))

    expect(one.statements).toBeGreaterThan(0)
    expect(many.statements - one.statements).toBeLessThan(10)
    expect(many.summary).toMatchObject({ added: 1, failed: 0, export: { [kind]: 1_000, excess: 200 } })
    expect(many.stderr).toContain(
      'a.jpg has more than 1,000 people, tags or albums in the export: the last 200 are left out.',
    )
    expect([
      await library.database.person.count({ where: { ownerId: ada.id } }),
      await library.database.album.count({ where: { ownerId: ada.id } }),
    ]).toContain(1_001)
  },
)

test('people and albums beyond what a user may have are counted (EX7)', async () => {
  const ada = await createUser(library.database)
  await library.database.$executeRaw`
    INSERT INTO person (id, owner_id, name)
    SELECT gen_random_uuid(), ${ada.id}::uuid, 'person ' || number FROM generate_series(1, 99998) AS number`
  await library.database.$executeRaw`
    INSERT INTO album (id, owner_id, album_name, description)
    SELECT gen_random_uuid(), ${ada.id}::uuid, 'Album', '' FROM generate_series(1, 9999)`

  const { summary: named } = await library.take(ada, await people(numbered(5, 'guest')))
  const { summary: placed } = await library.take(ada, await makeArchive(numbered(5, 'trip')))

  expect([named.export?.excess, placed.export?.excess]).toEqual([3, 4])
  expect(await library.database.person.count({ where: { ownerId: ada.id } })).toBe(100_000)
  expect(await library.database.album.count({ where: { ownerId: ada.id } })).toBe(10_000)
})

test('a note that is nonsense is named with its reason, and costs no other its facts (EX2)', async () => {
  const ada = await createUser(library.database)
  const folder = await makeTakeout(
    {
      'good.jpg': { description: 'Good', people: [{ name: 'Ada' }, 5, null, { name: 7 }] },
      'last date.jpg': { photoTakenTime: { timestamp: '8640000000000' } },
      'no date.jpg': { photoTakenTime: { timestamp: '86400000000000' }, description: 'No date' },
      'nul.jpg': { description: '\0NUL\0', people: [{ name: '\0' }, { name: 'B\0en' }] },
      'surrogate.jpg': { description: 'Half \ud83d', people: [{ name: '\udc00' }] },
      'no place.jpg': { geoData: { latitude: 1e300, longitude: 5 }, description: 'No place' },
    },
    {
      'Takeout/Trip/broken.json': '{',
      'Takeout/Trip/metadata.json': JSON.stringify({ title: '\0', description: '\0', access: '' }),
    },
  )

  const { summary } = await library.take(ada, folder)
  const photos = await library.database.asset.findMany({
    where: { ownerId: ada.id },
    include: { exif: true, faces: { include: { person: true } }, albums: true },
    orderBy: { originalFileName: 'asc' },
  })

  expect(summary).toMatchObject({ added: 6, failed: 2 })
  expect(new Map(summary.failures.map(({ path, reason }) => [path, reason]))).toEqual(
    new Map([
      ['Trip/broken.json', 'what it says of photos is left out: it is no JSON'],
      [
        join(folder, 'Takeout/Trip/last date.jpg'),
        'what the export says of it cannot be stored: a date in the year 275760 is impossible',
      ],
    ]),
  )
  expect(
    photos.map(({ originalFileName, exif, faces, albums }) => [
      originalFileName,
      exif?.description,
      albums.length,
      faces.map(({ person }) => person?.name),
    ]),
  ).toEqual([
    ['good.jpg', 'Good', 1, ['Ada']],
    ['last date.jpg', null, 0, []],
    ['no date.jpg', 'No date', 1, []],
    ['no place.jpg', 'No place', 1, []],
    ['nul.jpg', 'NUL', 1, ['Ben']],
    ['surrogate.jpg', 'Half \ufffd', 1, ['\ufffd']],
  ])
})

const link = (path: string) => symlink('/etc/hostname', path)
const pipe = async (path: string) => void execFileSync('mkfifo', [path])

test.each([
  ['a link', link, 'it is a symbolic link, or its path contains one; put the file itself there'],
  ['a pipe', pipe, 'it is no longer a file'],
])('a note that has become %s is not read (EX7)', async (_kind, replace, fault) => {
  const root = await makeFolder({ 'Trip/a.jpg.json': '{}' })
  const trip = (await toTree(listFolders(root))).get('Trip')
  const note = (await trip)?.files.get('a.jpg.json')
  await rm(join(root, 'Trip/a.jpg.json'))
  await replace(join(root, 'Trip/a.jpg.json'))

  expect(note && (await parseNote(note))).toEqual({ content: null, fault })
})

test('a date of a million letters in a table of iCloud Photos is no date, and takes no time (EX7)', async () => {
  const head = 'imgName,fileChecksum,favorite,hidden,deleted,originalCreationDate,viewCount,importDate'
  const row = `a.jpg,x,no,no,no,"${'a'.repeat(900_000)} 4,2022 12:11 PM GMT",1,x`
  const folder = await makeFolder({ 'Photos/a.jpg': await makeJpeg(), 'Photos/Photo Details.csv': `${head}\n${row}` })

  const { summary } = await library.take(await createUser(library.database), folder)

  expect(summary).toMatchObject({ added: 1, failed: 0, export: { service: 'iCloud Photos', described: 1, dates: 0 } })
})

test('tables of iCloud Photos with more rows than any library has photos fill no memory (EX7)', async () => {
  const rows = 'a.jpg\n'.repeat(166_000)
  const tables = Array.from({ length: 7 }, (_, n) => [`Albums/${n}.csv`, rows])
  const folder = await makeFolder({
    'Photos/a.jpg': await makeJpeg(),
    'Photos/Photo Details.csv': 'imgName,fileChecksum,originalCreationDate',
    ...Object.fromEntries(tables),
  })

  const { summary } = await library.take(await createUser(library.database), folder)

  expect(summary).toMatchObject({ added: 1, failed: 1 })
  expect(summary.failures[0]?.reason).toContain('the tables of the export have more than a million rows')
})
