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

  const toRow = ({ id, albumName, createdAt }: typeof rome) => {
    return { id, albumName, createdAt: createdAt.toISOString() }
  }
  const listedOslo = { ...toRow(oslo), owner: 'bob@example.org', assetCount: 0, sharedUserCount: 0 }
  expect(JSON.parse(all.stdout)).toEqual([
    { ...toRow(rome), owner: 'ada@example.org', assetCount: 2, sharedUserCount: 1 },
    listedOslo,
  ])
  expect(JSON.parse(bobs.stdout)).toEqual([listedOslo])
})

test('takes a user off an album, and deletes an album; the assets stay', async () => {
  const cleo = await createUser(library.database, { email: 'cleo@example.org' })
  const dan = await createUser(library.database, { email: 'dan@example.org' })
  const [assetId = ''] = await createAssetsAt(library.database, cleo, ['/photos/4.jpg'])
  const { id } = await library.database.album.create({
    data: {
      ownerId: cleo.id,
      albumName: 'Bern',
      assets: { create: { assetId } },
      sharedUsers: { create: { userId: dan.id } },
    },
  })

  const unshared = await library.run(['album', 'unshare', id, 'dan@example.org'])
  const again = await library.run(['album', 'unshare', id, 'dan@example.org'])
  const deleted = await library.run(['album', 'delete', id])
  const gone = await library.run(['album', 'delete', id])

  expect(unshared).toMatchObject({
    exitCode: 0,
    stdout: 'The album "Bern" is no longer shared with dan@example.org.\n',
  })
  expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('is not shared with dan@example.org') })
  expect(deleted).toMatchObject({ exitCode: 0, stdout: 'Deleted the album "Bern".\n' })
  expect(gone).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(`there is no album ${id}`) })
  expect(await library.database.asset.count({ where: { id: assetId, deletedAt: null } })).toBe(1)
})

test('explains how to make the first album', async () => {
  const { stdout, stderr, exitCode } = await library.run(['album', 'list'])

  expect(stdout).toBe('')
  expect(stderr).toContain('There are no albums yet. Create one with `POST /api/album`')
  expect(exitCode).toBe(0)
})

test('does not let the name of an album control the terminal', async () => {
  const eve = await createUser(library.database)
  const { id } = await library.database.album.create({
    data: { ownerId: eve.id, albumName: '\x1b]0;a\x07\x9b2J\u202e\n' },
  })

  const unshared = await library.run(['album', 'unshare', id, eve.email])
  const listed = await library.run(['album', 'list', '--user', eve.email, '--json'])
  const deleted = await library.run(['album', 'delete', id])

  expect(unshared.stderr).toContain(String.raw`"\x1b]0;a\x07\x9b2J\u202e`)
  expect(listed.stdout).toContain(String.raw`"\u001b]0;a\u0007\u009b2J\u202e\n"`)
  expect(deleted.stdout).toContain(String.raw`Deleted the album "\x1b]0;a\x07\x9b2J\u202e\x0a".`)
})
