import { mkdir, rename, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../fixtures/folder.js'
import { createUser } from '../support/database/factories.js'
import { byLevel, isAlone } from '../support/long.js'
import { answered, createExportLibrary } from '../support/takeouts/export-library.js'
import { makeTakeout } from '../support/takeouts/takeout.js'

const library = await createExportLibrary()
const made = await makeTakeout()

/** The albums, the photos in them, and some others that are described. */
const few = new Map(
  [...made.files].filter(([path]) =>
    /\/(Wien|Paris_ 2019|Ohne Titel|Photos from 2019\/(IMG_000[0-2]|favorite|place|people|shot_0[.(-]))/.test(path),
  ),
)
const expectedOfFew = Object.fromEntries([...made.expected].filter(([path]) => few.has(path)))

async function write(folder: string, files: Iterable<[string, Buffer]>) {
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}

test('a Takeout comes in with every fact, which stays when its files are read again (EX1, EX2, EX3, EX4)', async () => {
  const facts = byLevel(1, 5, 5)
  const whole = isAlone ? await makeTakeout({ names: 18, facts }) : made
  const folder = await makeFolder()
  await write(folder, whole.files)
  const ada = await createUser(library.database)

  const { stderr, summary } = await library.take(ada, folder)
  const first = await answered(library, ada, whole)
  await library.runJobs()
  const afterJobs = await answered(library, ada, whole)

  expect(stderr).toContain('This is an export of Google Photos.')
  expect(first.facts).toEqual(Object.fromEntries(whole.expected))
  expect(first.halves).toEqual(Object.fromEntries(whole.halves))
  expect(afterJobs).toEqual(first)
  expect(summary).toMatchObject({
    added: whole.expected.size + whole.halves.size,
    duplicates: whole.copies.size,
    failed: 0,
    export: {
      service: 'Google Photos',
      trash: whole.trashed,
      undescribed: whole.undescribed,
      missing: 1,
      albums: 3,
      people: facts + 1,
      edited: 3,
      places: 2 * facts,
      descriptions: 2 * facts,
    },
  })
})

test('a second import changes nothing, and nothing that a person has changed meanwhile (EX5)', async () => {
  const folder = await makeFolder()
  await write(folder, few)
  const ada = await createUser(library.database)
  const client = library.createClient(ada)
  await library.take(ada, folder)
  const before = await answered(library, ada, made)
  const findId = (path: string) => before.ids[path] as string
  const favorite = 'Takeout/Google Fotos/Photos from 2019/favorite_0000.jpg'
  const place = 'Takeout/Google Fotos/Photos from 2019/place_0000.jpg'
  const inAlbums = 'Takeout/Google Fotos/Photos from 2019/IMG_0000.jpg'
  const over = 'Takeout/Google Fotos/Photos from 2019/shot_0-edited.jpg'
  const [paris, wien] = ['Paris: 2019', 'Wien'].map((name) => before.albums[name] as string)
  const { id: guest } = await library.database.person.findFirstOrThrow({
    where: { ownerId: ada.id, name: 'Guest 0000' },
  })
  await client.updateAsset({ params: { id: findId(favorite) }, body: { isFavorite: false, description: 'Mine' } })
  await client.updateAsset({ params: { id: findId(place) }, body: { latitude: 1, longitude: 2 } })
  await client.updatePerson({ params: { id: guest }, body: { name: 'Ben', birthDate: '2000-01-01' } })
  await client.removeAssetFromAlbum({ params: { id: paris ?? '' }, body: { ids: [findId(inAlbums)] } })
  await client.deleteAlbum({ params: { id: wien ?? '' } })
  await client.updateAssets({ body: { ids: [findId(over)], removeParent: true } })
  await library.runJobs()
  const changed = await answered(library, ada, made)

  const { summary } = await library.take(ada, folder)
  await library.runJobs()

  expect(await answered(library, ada, made)).toEqual(changed)
  expect(changed).not.toEqual(before)
  expect(summary).toMatchObject({ added: 0, updated: 0, moved: 0, offline: 0 })
})

test('parts that were unpacked into folders of their own are one export (EX1)', async () => {
  const folder = await makeFolder()
  const all = [...few]
  for (const part of [0, 1, 2]) {
    const files = all.filter((_, index) => index % 3 === part)
    await write(join(folder, `takeout-00${part}`), files)
  }
  const ada = await createUser(library.database)

  const { summary } = await library.take(ada, folder)
  const { facts } = await answered(library, ada, made)

  expect(facts).toEqual(expectedOfFew)
  expect(summary.export).toMatchObject({ undescribed: 0, missing: 0, albums: 3 })
})

test('a part that comes later gives what was missing, and an album keeps the name that a person gave it (EX1)', async () => {
  const [folder, later] = [await makeFolder(), await makeFolder()]
  await write(folder, few)
  const album = join(folder, 'Takeout/Google Fotos/Wien')
  await rename(join(album, 'IMG_0002.jpg.json'), join(later, 'note.json'))
  await rename(join(album, 'IMG_0002.jpg'), join(later, 'photo.jpg'))
  const ada = await createUser(library.database)
  await library.take(ada, folder)
  const before = await answered(library, ada, made)
  const id = before.albums['Wien'] as string
  await library.createClient(ada).updateAlbumInfo({ params: { id }, body: { albumName: 'Vienna' } })

  await rename(join(later, 'note.json'), join(album, 'IMG_0002.jpg.json'))
  await rename(join(later, 'photo.jpg'), join(album, 'IMG_0002.jpg'))
  await library.take(ada, folder)

  const { facts, albums } = await answered(library, ada, made)
  expect(albums).toMatchObject({ Vienna: id })
  expect(facts['Takeout/Google Fotos/Photos from 2019/IMG_0002.jpg']?.albums).toEqual([
    'Ohne Titel',
    'Paris: 2019',
    'Vienna',
  ])
})

test('whichever path leads to it, an export is the same (EX1)', async () => {
  const folder = await makeFolder()
  await write(folder, few)
  const link = join(await makeFolder(), 'photos')
  await symlink(join(folder, 'Takeout'), link)
  const ada = await createUser(library.database)

  await library.take(ada, folder)
  const before = await answered(library, ada, made)
  const { summary } = await library.take(ada, link)

  expect(await answered(library, ada, made)).toEqual(before)
  expect(summary.export).toMatchObject({ service: 'Google Photos', dates: 0 })
})

test('a folder of plain photos with other JSON beside them is no export (EX1)', async () => {
  const folder = await makeFolder({
    'a.jpg': [...made.files.values()][0] as Buffer,
    'a.jpg.json': '{"title":"a"}',
    'broken.json': '{',
  })
  const ada = await createUser(library.database)

  const { stderr, summary } = await library.take(ada, folder)

  expect(stderr).toBe('')
  expect(summary).toMatchObject({ added: 1, notMedia: 2 })
  expect(summary.export).toBeUndefined()
})

test('an export is not watched, because it does not change (EX1)', async () => {
  const folder = await makeFolder()
  await write(folder, [...made.files].slice(0, 4))
  const ada = await createUser(library.database)

  const { exitCode, stderr } = await library.run(['import', folder, '--user', ada.email, '--watch'])

  expect(exitCode).toBe(1)
  expect(stderr).toContain('is an export of Google Photos')
})
