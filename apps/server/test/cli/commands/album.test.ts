import { expect, test } from 'vitest'
import { createUser } from '../../support/database/factories.js'
import { createAssetsAt, shareCliLibrary } from '../../support/processes/cli-library.js'

const library = await shareCliLibrary()

test('lists the albums of all users or of one, with their counts and dates', async () => {
  const ada = await createUser(library.database, { email: 'ada@example.org' })
  const bob = await createUser(library.database, { email: 'bob@example.org' })
  const shown = await createAssetsAt(library.database, ada, ['/photos/1.jpg', '/photos/2.jpg'])
  const trashed = await createAssetsAt(library.database, ada, ['/photos/3.jpg'], { deletedAt: new Date() })
  const rome = await library.database.album.create({
    data: {
      ownerId: ada.id,
      albumName: 'Rome',
      assets: { create: [...shown, ...trashed].map((assetId) => ({ assetId })) },
      sharedUsers: { create: { userId: bob.id } },
    },
  })
  const oslo = await library.database.album.create({ data: { ownerId: bob.id, albumName: 'Oslo' } })

  const all = await library.run(['album', 'list', '--json'])
  const bobs = await library.run(['album', 'list', '--json', '--user', 'bob@example.org'])

  const toListed = ({ id, albumName, createdAt }: typeof rome) => {
    return { id, albumName, createdAt: createdAt.toISOString() }
  }
  const listedOslo = { ...toListed(oslo), owner: 'bob@example.org', assetCount: 0, sharedUserCount: 0 }
  expect(JSON.parse(all.stdout)).toEqual([
    { ...toListed(rome), owner: 'ada@example.org', assetCount: 2, sharedUserCount: 1 },
    listedOslo,
  ])
  expect(JSON.parse(bobs.stdout)).toEqual([listedOslo])
})

test('explains how to make the first album', async () => {
  const { stdout, stderr, exitCode } = await library.run(['album', 'list'])

  expect(stdout).toBe('')
  expect(stderr).toContain('There are no albums yet. Create one with `POST /api/album`')
  expect(exitCode).toBe(0)
})
