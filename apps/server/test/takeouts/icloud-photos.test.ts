import { expect, test } from 'vitest'
import { makeFolder } from '../fixtures/folder.js'
import { makeJpeg, takenAt } from '../fixtures/photo.js'
import { createUser } from '../support/database/factories.js'
import { byLevel } from '../support/long.js'
import { answered, createExportLibrary } from '../support/takeouts/export-library.js'
import { type Expected, type ExportFixture, nothing } from '../support/takeouts/takeout.js'

const library = await createExportLibrary()

/** The numbers in the names of the photos of each kind; those up to 20 are in albums. */
const numbers = Array.from({ length: byLevel(2, 30, 30) }, (_, index) => index + 10)

const HEAD = 'imgName,fileChecksum,favorite,hidden,deleted,originalCreationDate,viewCount,importDate'
const PHOTOS = 'iCloud Photos Part 1 of 2/Photos'
const OTHER_PHOTOS = 'iCloud Photos Part 2 of 2/Photos'

interface Row {
  name: string
  favorite?: 'yes'
  hidden?: 'yes'
  deleted?: 'yes'
  date?: string
}

const makeRow = ({ name, favorite, hidden, deleted, date = 'Saturday June 4,2022 12:11 PM GMT' }: Row) =>
  `"${name.replaceAll('"', '""')}",AfQj57ORF2JI,${favorite ?? 'no'},${hidden ?? 'no'},${deleted ?? 'no'},"${date}",10,"${date}"`

const table = (...rows: string[]) => Buffer.from(rows.join('\r\n'))

async function makeExport(): Promise<ExportFixture> {
  const made: ExportFixture = {
    files: new Map(),
    expected: new Map(),
    copies: new Map(),
    halves: new Map(),
    trashed: 0,
    undescribed: 0,
  }
  const [rows, others]: [Row[], Row[]] = [[], []]
  const add = async (
    row: Row,
    told: Partial<Expected> = {},
    { folder = PHOTOS, content }: { folder?: string; content?: Buffer } = {},
  ) => {
    const taken = '2022-06-04T12:11:00.000Z'
    ;(folder === PHOTOS ? rows : others).push(row)
    made.files.set(`${folder}/${row.name}`, content ?? (await makeJpeg()))
    if (row.deleted) made.trashed += 1
    else
      made.expected.set(`${folder}/${row.name}`, { ...nothing, dateTimeOriginal: taken, localDateTime: taken, ...told })
  }
  for (const index of numbers) {
    await add({ name: `IMG_${index}.JPG` }, { albums: index < 20 ? ['Été, "2022"'] : [] })
    await add({ name: `fav ${index}.jpg`, favorite: 'yes' }, { isFavorite: true })
    await add({ name: `hidden, ${index}.jpg`, hidden: 'yes' }, { isArchived: true })
    await add({ name: `deleted ${index}.jpg`, deleted: 'yes' })
    await add({ name: `part 2 ${index}.jpg` }, { albums: index < 20 ? ['Second'] : [] }, { folder: OTHER_PHOTOS })
    const dated = `2022-06-04T11:${index}:30.000Z`
    await add(
      { name: `dated ${index}.jpg` },
      { dateTimeOriginal: dated, localDateTime: dated },
      {
        content: await makeJpeg(takenAt(`2022:06:04 11:${index}:30`)),
      },
    )
  }
  const morning = '2022-01-02T00:05:00.000Z'
  await add(
    { name: 'midnight.jpg', date: 'Sunday January 2,2022 12:05 AM GMT' },
    { dateTimeOriginal: morning, localDateTime: morning },
  )
  const noon = '2022-01-02T14:00:00.000Z'
  await add(
    { name: 'late.jpg', date: 'Sunday January 2,2022 14:00 PM GMT' },
    { dateTimeOriginal: noon, localDateTime: noon },
  )
  await add({ name: 'no date.jpg', date: '' }, { dateTimeOriginal: null, localDateTime: null })
  // The two are of one name and differ; nobody knows which one is meant by an album.
  await add({ name: 'twice.jpg' })
  await add({ name: 'twice.jpg' }, {}, { folder: OTHER_PHOTOS })
  await add({ name: 'IMG_7001.JPG' }, { under: 'IMG_E7001.JPG' })
  await add({ name: 'IMG_E7001.JPG' })
  made.files.set(`${PHOTOS}/IMG_7001.AAE`, Buffer.from('<plist/>'))
  await add({ name: 'IMG_7002.JPG' })
  await add({ name: 'IMG_E7002.JPG' })
  const half = Math.floor(rows.length / 2)
  made.files.set(`${PHOTOS}/Photo Details.csv`, table(HEAD, ...rows.slice(0, half).map(makeRow)))
  made.files.set(`${PHOTOS}/Photo Details-1.csv`, table(HEAD, ...rows.slice(half).map(makeRow), ''))
  made.files.set(`${OTHER_PHOTOS}/Photo Details.csv`, table(HEAD, ...others.map(makeRow)))
  const inAlbums = numbers.filter((index) => index < 20)
  const names = (from: string) => inAlbums.map((index) => from.replace('#', String(index)))
  const albums = 'iCloud Photos Part 1 of 2/Albums'
  made.files.set(`${albums}/Été, "2022".csv`, table('Images', ...names('IMG_#.JPG'), 'twice.jpg'))
  made.files.set(`${albums}/Second.csv`, table('imgName', ...names('part 2 #.jpg'), 'not there.jpg'))
  made.files.set(`${albums}/Favorites.csv`, table('imgName', ...names('fav #.jpg')))
  made.files.set(`${albums}/Empty.csv`, table())
  made.files.set('iCloud Photos Part 1 of 2/Memories/1. April 2025.csv', table('imageName', ...names('IMG_#.JPG')))
  made.files.set('iCloud Photos Part 1 of 2/Recently Deleted/gone.jpg', await makeJpeg())
  made.trashed += 1
  return made
}

test('an export of iCloud Photos comes in with every fact, once (EX1, EX2, EX3, EX4, EX5)', async () => {
  const made = await makeExport()
  const folder = await makeFolder(Object.fromEntries(made.files))
  const ada = await createUser(library.database)

  const { stderr, summary } = await library.take(ada, folder)
  const first = await answered(library, ada, made)
  await library.runJobs()
  const again = await library.take(ada, folder)

  expect(stderr).toContain('This is an export of iCloud Photos.')
  expect(first.facts).toEqual(Object.fromEntries(made.expected))
  expect(await answered(library, ada, made)).toEqual(first)
  expect(summary).toMatchObject({
    added: made.expected.size,
    failed: 0,
    export: {
      service: 'iCloud Photos',
      trash: made.trashed,
      undescribed: 0,
      albums: 2,
      edited: 1,
      missing: 1,
      ambiguous: 1,
      memories: 1,
    },
  })
  expect(again.summary).toMatchObject({ added: 0, updated: 0, unchanged: made.expected.size })
})
