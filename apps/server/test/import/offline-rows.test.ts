import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { PrismaDatabase } from '../../src/database/connect.js'
import { noteMissing } from '../../src/import/offline.js'
import { openAdasLibrary } from '../support/database/adas-library.js'
import { createAsset, createUser, type TestUser } from '../support/database/factories.js'

let database: PrismaDatabase
let ada: TestUser

beforeEach(async () => {
  const library = await openAdasLibrary()
  database = library.database
  ada = library.ada
  return library.close
})

/** Names that lie before, between and behind those of a subfolder, whatever the language of the database. */
const own = [
  '-.jpg',
  '.jpg',
  '0.jpg',
  'A.jpg',
  'a.jpg',
  'sub',
  'sub-.jpg',
  'sub.jpg',
  'sub0',
  'sub0.jpg',
  'Ä.jpg',
  '😀.jpg',
]
const beneath = ['sub/a.jpg', 'sub/z/b.jpg', 'sub0/c.jpg', 'other/d.jpg', '😀/e.jpg']
const outside = ['/photos.jpg', '/photos0/a.jpg', '/photos-/a.jpg', '/photo/a.jpg']

async function fill() {
  const paths = [...own, ...beneath].map((name) => `/photos/${name}`)
  for (const originalPath of [...paths, ...outside]) await createAsset(database, ada, { originalPath })
  await createAsset(database, await createUser(database), { originalPath: `/photos/${randomUUID()}.jpg` })
}

async function listOffline() {
  const assets = await database.asset.findMany({ where: { isOffline: true } })
  return assets.map(({ originalPath }) => originalPath.replace('/photos/', '')).sort()
}

test('only what is missing in the folder itself becomes offline', async () => {
  await fill()

  const missing = await noteMissing(database, [
    { ownerId: ada.id, folder: '/photos/', isShallow: true, isGone: (path) => path !== '/photos/a.jpg' },
  ])

  expect(await listOffline()).toEqual(own.filter((name) => name !== 'a.jpg').sort())
  expect(missing).toBe(own.length - 1)
})

test('what is missing in the folder and its subfolders becomes offline, and nothing beside it', async () => {
  await fill()
  const isGone = (path: string) => !path.endsWith('/d.jpg')
  const note = () => noteMissing(database, [{ ownerId: ada.id, folder: '/photos/', isGone }])

  const counts = [await note(), await note()]

  expect(await listOffline()).toEqual([...own, ...beneath].filter((name) => name !== 'other/d.jpg').sort())
  expect(counts).toEqual([own.length + beneath.length - 1, 0])
})
