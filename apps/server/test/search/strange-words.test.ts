import { expect, test } from 'vitest'
import { createAsset, createPerson, createUser, type TestUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer()
const { database } = server

async function search({ apiKey }: TestUser, filter: object) {
  const { status, body } = await send(server, '/api/search/metadata', { method: 'POST', apiKey, body: filter })
  const { assets, code } = body as { assets?: { items: { originalFileName: string }[] }; code?: string }
  return assets ? assets.items.map(({ originalFileName }) => originalFileName) : { status, code }
}

test.each([
  ['Straße 7.jpg', ['strasse', 'STRASSE', 'straße', 'STRAẞE', 'stras']],
  ['İstanbul ışık.jpg', ['istanbul', 'ISTANBUL', 'isik', 'IŞIK', 'ışık']],
  ['Ame\u0301lie.jpg', ['amélie', 'amelie', 'AMÉL']],
  ['שָׁלוֹם עולם.jpg', ['שלום', 'עול', 'עולם שלום']],
  ['صورة العائلة.jpg', ['صورة', 'العائ']],
  ['東京タワー夜景.jpg', ['東京', 'タワー', '夜景', '夜', '東京 夜景']],
  ['ガラパゴス.jpg', ['ガラ', 'ゴス', 'ｶﾞﾗﾊﾟｺﾞｽ']],
  ['가족사진.jpg', ['가족', '가족사']],
  ['🏔️ summit 👨‍👩‍👧.jpg', ['🏔️', 'summit', '👨‍👩‍👧']],
  ['Ελλάδα Афины.jpg', ['ελλαδα', 'афины', 'АФИНЫ ελλ']],
  ['a b c.jpg', ['a', 'a b c', 'c b']],
  ['100%_off.jpg', ['100', '100%', 'off', '100%_off']],
  ["O'Neil & sons | !x:*.jpg", ["o'neil", 'sons & o', 'neil | x', '!x:*', "x <-> 'sons'"]],
  ['﷽ ﬁsh ½.jpg', ['fish', 'ﬁsh']],
])('%j is found by its words', async (originalFileName, words) => {
  const ada = await createUser(database)
  await createAsset(database, ada, { originalFileName })
  await createAsset(database, ada, { originalFileName: 'other.png' })

  for (const q of words) expect([q, await search(ada, { q })]).toEqual([q, [originalFileName]])
})

test.each([
  ['%', []],
  ['_', []],
  ['\\', []],
  ["'); DROP TABLE asset; --", []],
  ['nothing <-> other', []],
  ['oth:* | x', []],
  ['!nothing', []],
  ['\u200b\u202e\u2066', []],
  ['\u0301', []],
  [Array.from({ length: 50 }, (_, index) => `w${index}`).join(' '), []],
  ['a '.repeat(128), []],
  ['\ufdfa'.repeat(256), []],
  ['x'.repeat(10_000), { status: 400, code: 'invalid_request' }],
  ['oth\0er', { status: 400, code: 'invalid_request' }],
  ['\ud800', { status: 400, code: 'invalid_request' }],
])('the strange words %j find nothing, or are refused', async (q, expected) => {
  const ada = await createUser(database)
  await createAsset(database, ada, { originalFileName: 'other.png' })

  expect(await search(ada, { q })).toEqual(expected)
})

test('ids of another user find nothing, with words and without', async () => {
  const [ada, ben] = [await createUser(database), await createUser(database)]
  await createAsset(database, ada, { originalFileName: 'mine' })
  const asset = await createAsset(database, ben, { originalFileName: 'mine, too' })
  const person = await createPerson(database, ben, asset)
  const ids = { id: asset.id, libraryId: ben.libraryId, personIds: [person.id] }

  for (const [name, value] of Object.entries(ids)) {
    expect([name, await search(ada, { [name]: value })]).toEqual([name, []])
    expect([name, await search(ada, { [name]: value, q: 'mine' })]).toEqual([name, []])
    expect([name, await search(ben, { [name]: value, q: 'mine' })]).toEqual([name, ['mine, too']])
  }
})

test('favourites and the trash are found with words and without', async () => {
  const ada = await createUser(database)
  await createAsset(database, ada, { originalFileName: 'sea' })
  await createAsset(database, ada, { originalFileName: 'sea loved', isFavorite: true })
  await createAsset(database, ada, {
    originalFileName: 'sea gone',
    isFavorite: true,
    deletedAt: new Date('2026-01-02Z'),
  })
  const trashedAfter = '2026-01-01T00:00:00.000Z'

  for (const q of ['sea', undefined]) {
    expect(await search(ada, { q, isFavorite: true })).toEqual(['sea loved'])
    expect(await search(ada, { q, isFavorite: true, withDeleted: true })).toHaveLength(2)
    expect(await search(ada, { q, trashedAfter })).toEqual(['sea gone'])
    expect(await search(ada, { q, trashedAfter, isFavorite: false })).toEqual([])
  }
})

test('people beside words are all shown, hidden ones never, each asset once', async () => {
  const ada = await createUser(database)
  const both = await createAsset(database, ada, { originalFileName: 'sea both' })
  const alone = await createAsset(database, ada, { originalFileName: 'sea alone' })
  const grace = await createPerson(database, ada, both)
  const joan = await createPerson(database, ada, both)
  const { id: _, ...face } = await database.assetFace.findFirstOrThrow({ where: { personId: grace.id } })
  await database.assetFace.createMany({
    data: [face, { ...face, assetId: alone.id, fileCreatedAt: alone.fileCreatedAt }],
  })
  const personIds = [grace.id, joan.id, joan.id]

  expect(await search(ada, { q: 'sea', personIds: [grace.id] })).toHaveLength(2)
  expect(await search(ada, { q: 'alone sea', personIds })).toEqual([])
  expect(await search(ada, { q: 'sea', personIds, withDeleted: true })).toEqual(['sea both'])
  expect(await search(ada, { personIds, type: 'IMAGE', isFavorite: false })).toEqual(['sea both'])
  await database.person.update({ where: { id: joan.id }, data: { isHidden: true } })
  expect(await search(ada, { q: 'sea', personIds })).toEqual([])
})
