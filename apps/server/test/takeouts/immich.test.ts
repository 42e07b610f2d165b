import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../fixtures/folder.js'
import { makeJpeg, writeTags } from '../fixtures/photo.js'
import { createUser } from '../support/database/factories.js'
import { answered, createExportLibrary } from '../support/takeouts/export-library.js'
import { type ExportFixture, nothing } from '../support/takeouts/takeout.js'

const library = await createExportLibrary()

const empty = { copies: new Map(), halves: new Map(), trashed: 0, undescribed: 0 }

test('the folder of an Immich is read with its side-cars, and without what Immich made (EX2)', async () => {
  const files = new Map<string, Buffer>([['library/ada/2024/a.jpg', await makeJpeg()]])
  for (const name of ['library', 'upload', 'thumbs', 'encoded-video', 'profile', 'backups'])
    files.set(`${name}/.immich`, Buffer.from('1'))
  for (const name of ['thumbs/ada/b.webp', 'encoded-video/ada/c.mp4', 'profile/ada/d.jpg'])
    files.set(name, await makeJpeg())
  const folder = await makeFolder(Object.fromEntries(files))
  await writeTags(join(folder, 'library/ada/2024/a.jpg.xmp'), {
    'XMP-dc:Description': 'The lake',
    'XMP-digiKam:TagsList': ['People/Ada'],
    'XMP-exif:DateTimeOriginal': '2024:05:06 07:08:09+00:00',
  })
  const ada = await createUser(library.database)

  const { stderr, summary } = await library.take(ada, folder)
  await library.runJobs()

  const taken = '2024-05-06T07:08:09.000Z'
  const told = { dateTimeOriginal: taken, localDateTime: taken, description: 'The lake', tags: ['Ada'] }
  const made: ExportFixture = { ...empty, files, expected: new Map() }
  expect(stderr).toContain('This is an export of Immich.')
  expect((await answered(library, ada, made)).facts).toEqual({ 'library/ada/2024/a.jpg': { ...nothing, ...told } })
  expect(summary).toMatchObject({ added: 1, failed: 0, export: { service: 'Immich', derived: 3 } })
})

test('what immich-go archived comes in with every fact (EX2, EX3)', async () => {
  const note = {
    fileName: 'a.jpg',
    dateTaken: '2024-05-06T07:08:09Z',
    latitude: 48.858222,
    longitude: 2.2945,
    description: 'The lake',
    albums: [{ title: 'Summer', description: 'With Ben' }],
    tags: [{ value: 'Places/Paris' }],
    archived: true,
    favorited: true,
  }
  const files = new Map([
    ['2024/2024-05/a.jpg', await makeJpeg()],
    ['2024/2024-05/a.jpg.JSON', Buffer.from(JSON.stringify(note))],
    ['2024/2024-05/b.jpg', await makeJpeg()],
    ['2024/2024-05/b.jpg.JSON', Buffer.from(JSON.stringify({ fileName: 'b.jpg', trashed: true }))],
  ])
  const folder = await makeFolder(Object.fromEntries(files))
  const ada = await createUser(library.database)

  const { summary } = await library.take(ada, folder)

  const made: ExportFixture = { ...empty, files, expected: new Map() }
  const { facts } = await answered(library, ada, made)
  expect(facts).toEqual({
    '2024/2024-05/a.jpg': {
      ...nothing,
      dateTimeOriginal: '2024-05-06T07:08:09.000Z',
      localDateTime: '2024-05-06T09:08:09.000Z',
      latitude: 48.858222,
      longitude: 2.2945,
      description: 'The lake',
      tags: ['Paris'],
      albums: ['Summer'],
      isArchived: true,
      isFavorite: true,
    },
  })
  expect(summary.export).toMatchObject({ service: 'Immich', described: 1, trash: 1 })
})
