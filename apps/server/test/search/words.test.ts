import { expect, onTestFinished, test, vi } from 'vitest'
import { ask } from '../../src/database/ask.js'
import { Prisma } from '../../src/generated/prisma/client.js'
import { foldWords } from '../../src/search/fold-words.js'
import { find } from '../../src/search/search-metadata.js'
import { createAsset, createPerson, createTag, createUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer()
const { database } = server

type User = Awaited<ReturnType<typeof createUser>>

async function findNames(user: User, q: string, more = {}): Promise<string[]> {
  const { status, body } = await send(server, '/api/search/metadata', {
    method: 'POST',
    apiKey: user.apiKey,
    body: { q, ...more },
  })
  expect([q, status]).toEqual([q, 200])
  const { assets } = body as { assets: { items: { originalFileName: string }[] } }
  return assets.items.map(({ originalFileName }) => originalFileName)
}

const exif = (assetId: string, values: object) => database.exif.create({ data: { assetId, ...values } })

async function createLibrary() {
  const ada = await createUser(database)
  const assets = [
    await createAsset(database, ada, {
      originalFileName: 'DSC01234.jpg',
      localDateTime: new Date('2019-06-15T23:30:00Z'),
    }),
    await createAsset(database, ada, { originalFileName: 'Straße.jpg', localDateTime: new Date('2019-07-01Z') }),
    await createAsset(database, ada, { originalFileName: 'other.jpg', localDateTime: new Date('2021-06-02Z') }),
  ]
  const [lisbon = '', street = '', other = ''] = assets.map(({ id }) => id)
  await exif(lisbon, {
    city: 'Lisboa',
    country: 'Portugal',
    make: 'Canon',
    model: 'EOS 5D',
    description: 'Grandma’s Café',
  })
  await exif(street, { city: 'Zu\u0308rich', lensModel: 'Wide f/1.8' })
  const album = await database.album.create({ data: { ownerId: ada.id, albumName: 'Été à la mer' } })
  return { ada, lisbon, street, other, album }
}

test.each([
  ['lisboa', ['DSC01234.jpg']],
  ['PORTU', ['DSC01234.jpg']],
  ['portu lisboa', []],
  ['cafe grandma', ['DSC01234.jpg']],
  ['strasse', ['Straße.jpg']],
  ['STRASSE zürich', ['Straße.jpg']],
  ['dsc01234', ['DSC01234.jpg']],
  ['0123', ['DSC01234.jpg']],
  ['canon 5d', ['DSC01234.jpg']],
  ['wide', ['Straße.jpg']],
  ['2019', ['Straße.jpg', 'DSC01234.jpg']],
  ['june 2019', ['DSC01234.jpg']],
  ['Juni 2019', ['DSC01234.jpg']],
  ['2019-06-15', ['DSC01234.jpg']],
  ['15.6.2019', ['DSC01234.jpg']],
  ['15. Juni 2019', ['DSC01234.jpg']],
  ['16 june 2019', []],
  ['jun', ['other.jpg', 'DSC01234.jpg']],
  ['jpg lisboa', ['DSC01234.jpg']],
  ['mountain', []],
])('words find what has all of them, the last one by its beginning: %s (FI1, FI2)', async (q, expected) => {
  const { ada } = await createLibrary()

  expect((await findNames(ada, q)).sort()).toEqual([...expected].sort())
})

test('an album is found by its name, together with the words of its assets, and at once (FI1, FI5)', async () => {
  const { ada, lisbon, street, album } = await createLibrary()
  const put = (ids: string[]) =>
    send(server, `/api/album/${album.id}/assets`, { method: 'PUT', apiKey: ada.apiKey, body: { ids } })

  expect(await findNames(ada, 'ete mer')).toEqual([])
  await put([lisbon, street])

  expect((await findNames(ada, 'ete mer')).sort()).toEqual(['DSC01234.jpg', 'Straße.jpg'])
  expect(await findNames(ada, 'mer lisb')).toEqual(['DSC01234.jpg'])
  expect(await findNames(ada, 'lisboa ete')).toEqual(['DSC01234.jpg'])
  expect(await findNames(ada, 'et mer')).toEqual([])
  const ben = await createUser(database)
  await database.albumUser.create({ data: { albumId: album.id, userId: ben.id } })
  const ofBen = await createAsset(database, ben, { originalFileName: 'ben.jpg' })
  await send(server, `/api/album/${album.id}/assets`, { method: 'PUT', apiKey: ben.apiKey, body: { ids: [ofBen.id] } })
  expect(await findNames(ben, 'ete mer')).toEqual(['ben.jpg'])
})

test('tags and people are found by the names that they have now, and hidden people are not', async () => {
  const { ada, street } = await createLibrary()
  const tag = await database.tag.create({ data: { userId: ada.id, name: 'Holiday' } })
  await send(server, `/api/tag/${tag.id}/assets`, { method: 'PUT', apiKey: ada.apiKey, body: { assetIds: [street] } })
  const person = await createPerson(database, ada, { id: street }, { name: 'Grace' })
  expect(await findNames(ada, 'holiday grace')).toEqual(['Straße.jpg'])

  await database.tag.update({ where: { id: tag.id }, data: { name: 'Work' } })
  expect([await findNames(ada, 'holiday'), await findNames(ada, 'work')]).toEqual([[], ['Straße.jpg']])
  await database.person.update({ where: { id: person.id }, data: { isHidden: true } })
  expect(await findNames(ada, 'grace')).toEqual([])
})

test('only own assets are found, no hidden ones, and those in the trash when asked', async () => {
  const { ada, lisbon, other } = await createLibrary()
  const ben = await createUser(database)
  await createAsset(database, ben, { originalFileName: 'lisboa.jpg' })
  await createAsset(database, ada, { originalFileName: 'lisboa.mov', isVisible: false })
  await send(server, '/api/asset', { method: 'DELETE', apiKey: ada.apiKey, body: { ids: [lisbon] } })

  expect(await findNames(ada, 'lisboa')).toEqual([])
  expect(await findNames(ada, 'lisboa', { withDeleted: true })).toEqual(['DSC01234.jpg'])
  expect(await findNames(ben, 'lisboa')).toEqual(['lisboa.jpg'])
  await database.asset.delete({ where: { id: other } })
  expect(await findNames(ada, 'other')).toEqual([])
  expect(await database.assetSearch.count({ where: { assetId: other } })).toBe(0)
})

test('a click, a tag and the name of a person write no words', async () => {
  const { ada, lisbon } = await createLibrary()
  const tag = await database.tag.create({ data: { userId: ada.id, name: 'Holiday' } })
  const readVersion = () =>
    ask(database, Prisma.sql`SELECT xmin::text FROM asset_search WHERE asset_id = ${lisbon}::uuid`)
  const before = await readVersion()

  await send(server, '/api/asset', {
    method: 'PUT',
    apiKey: ada.apiKey,
    body: { ids: [lisbon], isFavorite: true, isArchived: true },
  })
  await send(server, `/api/tag/${tag.id}/assets`, { method: 'PUT', apiKey: ada.apiKey, body: { assetIds: [lisbon] } })
  const person = await createPerson(database, ada, { id: lisbon }, { name: 'Grace' })
  await database.person.update({ where: { id: person.id }, data: { name: 'Ada' } })

  expect(await readVersion()).toEqual(before)
})

test('rare words and tags are found behind thousands of other assets, page by page', async () => {
  const ada = await createUser(database)
  const { id: first } = await createAsset(database, ada, {
    originalFileName: 'needle-1.jpg',
    fileCreatedAt: new Date('2001-01-01Z'),
  })
  await createAsset(database, ada, { originalFileName: 'needle-2.jpg', fileCreatedAt: new Date('2002-01-01Z') })
  await ask(
    database,
    Prisma.sql`
      INSERT INTO asset (id, owner_id, library_id, device_asset_id, device_id, type, original_path, original_file_name,
        checksum, file_created_at, file_modified_at, local_date_time)
      SELECT gen_random_uuid(), owner_id, library_id, n, 'd', 'IMAGE', '/hay/' || n, 'hay.jpg',
        substr(sha256(convert_to(n::text, 'UTF8')), 1, 20), now(), now(), now()
      FROM asset, generate_series(1, 20100) AS n WHERE id = ${first}::uuid`,
  )

  expect(await findNames(ada, 'needle')).toEqual(['needle-2.jpg', 'needle-1.jpg'])
  expect(await findNames(ada, 'needle', { size: 1 })).toEqual(['needle-2.jpg'])
  expect(await findNames(ada, 'needle', { size: 1, page: 2 })).toEqual(['needle-1.jpg'])
  expect(await findNames(ada, 'needle', { order: 'asc' })).toEqual(['needle-1.jpg', 'needle-2.jpg'])
  expect((await findNames(ada, 'hay', { size: 1_000 })).length).toBe(1_000)
  await createTag(database, ada, { name: 'Farm', assetIds: [first] })
  await createTag(database, ada, { name: 'Hay field', assetIds: [first] })
  for (const q of ['farm', 'farm needle', 'needle farm', 'farm hay', 'hay farm', 'field needle']) {
    expect([q, await findNames(ada, q)]).toEqual([q, ['needle-1.jpg']])
  }
  expect(await findNames(ada, 'farm other')).toEqual([])
})

test('the service and the database fold every letter alike', async () => {
  const letters = Array.from({ length: 0xa000 }, (_, code) => String.fromCharCode(code)).slice(1)
  const rows = await ask<{ letter: string; words: string }>(
    database,
    Prisma.sql`SELECT letter, btrim(fold_words('a' || letter || 'B')) AS words FROM unnest(${letters}::text[]) AS letter`,
  )

  const different = rows.filter(({ letter, words }) => foldWords(`a${letter}B`).join(' ') !== words)
  expect(different.map(({ letter }) => letter.codePointAt(0)?.toString(16))).toEqual([])
})

test('no connection keeps the statement of a search, whose text differs with what is asked for', async () => {
  const { ada } = await createLibrary()
  const query = vi.spyOn(database.driver.pool, 'query')
  onTestFinished(() => query.mockRestore())
  const asked = { ownerId: ada.id, q: 'lisboa', filter: {}, order: 'desc', page: 1, size: 9 } as const

  const { total } = await find({ driver: { ...database.driver, preparedStatements: true } }, asked)

  const sent: { text: string; name?: string }[] = query.mock.calls.map(([each]) => Object(each))
  expect(total).toBe(1)
  expect(sent.map(({ text, name }) => [text.includes('found_near'), name !== undefined])).toEqual([
    [false, true],
    [true, false],
  ])
})
