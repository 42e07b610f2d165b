import { beforeEach, expect, test } from 'vitest'
import { createAssets, createUser, type TestUser } from '../../support/database/factories.js'
import { createAssetsAt, shareCliLibrary } from '../../support/processes/cli-library.js'

const ADA = 'ada@example.org'

const library = await shareCliLibrary()
let ada: TestUser

beforeEach(async () => {
  ada = await createUser(library.database, { email: ADA })
})

async function listNames(...options: string[]): Promise<string[]> {
  const { stdout } = await library.run(['asset', 'list', '--user', ADA, '--json', ...options])
  return JSON.parse(stdout).map(({ originalFileName }: { originalFileName: string }) => originalFileName)
}

test('lists the listed assets of a user, newest first', async () => {
  const bob = await createUser(library.database, { email: 'bob@example.org' })
  await createAssetsAt(library.database, ada, ['/photos/old.jpg', '/photos/new.jpg'])
  await createAssetsAt(library.database, ada, ['/photos/trashed.jpg'], { deletedAt: new Date() })
  await createAssetsAt(library.database, ada, ['/photos/live.mov'], { isVisible: false })
  await createAssetsAt(library.database, bob, ['/photos/bob.jpg'])

  expect(await listNames()).toEqual(['new.jpg', 'old.jpg'])
})

test('shows the id, type, date, name, path and tags of each asset', async () => {
  const fileCreatedAt = '2024-01-01T00:00:00.000Z'
  const [id = ''] = await createAssetsAt(library.database, ada, ['/photos/1.jpg'], { fileCreatedAt })
  for (const name of ['Rome', 'Art']) {
    await library.database.tag.create({ data: { userId: ada.id, name, assets: { create: { assetId: id } } } })
  }

  const table = await library.run(['asset', 'list'])
  const json = await library.run(['asset', 'list', '--json'])

  expect(table.stdout.split('\n')[1]?.split(/ {2,}/)).toEqual([id, 'IMAGE', fileCreatedAt, '1.jpg', 'Art, Rome'])
  expect(JSON.parse(json.stdout)).toEqual([
    {
      id,
      type: 'IMAGE',
      originalFileName: '1.jpg',
      originalPath: '/photos/1.jpg',
      fileCreatedAt,
      tags: ['Art', 'Rome'],
    },
  ])
})

test('search finds the assets of a user by words, newest first, as a table and as JSON', async () => {
  const bob = await createUser(library.database, { email: 'bob@example.org' })
  await createAssetsAt(library.database, ada, ['/photos/Été 1.jpg', '/photos/other.jpg', '/photos/ete 2.jpg'])
  await createAssetsAt(library.database, bob, ['/photos/ete 3.jpg'])

  const json = await library.run(['search', 'ETE', 'jp', '--user', ADA, '--json'])
  const table = await library.run(['search', 'ete', '--user', ADA, '--limit', '1'])
  const nothing = await library.run(['search', 'mountain', '--user', ADA])

  const names = JSON.parse(json.stdout).map(({ originalFileName }: { originalFileName: string }) => originalFileName)
  expect(names).toEqual(['ete 2.jpg', 'Été 1.jpg'])
  expect(table).toMatchObject({
    stdout: expect.stringContaining('ete 2.jpg'),
    stderr: 'There are more. Use --limit to list them.\n',
  })
  expect(nothing.stderr).toBe('Nothing has all of these words: mountain. Try fewer words, or the beginning of one.\n')
})

test('filters by type and folder, and limits the number', async () => {
  await createAssetsAt(library.database, ada, ['/photos/100%/1.jpg', '/photos/100%/in/2.jpg', '/photos/1000/3.jpg'])
  await createAssetsAt(library.database, ada, ['/photos/100%/4.mp4'], { type: 'VIDEO' })

  expect(await listNames('--type', 'VIDEO')).toEqual(['4.mp4'])
  expect(await listNames('--folder', '/photos/100%', '--type', 'IMAGE')).toEqual(['2.jpg', '1.jpg'])
  expect(await listNames('--limit', '2')).toEqual(['4.mp4', '3.jpg'])
})

test('shows the newest 50 in a table and how to see more, and all of them with --json', async () => {
  await createAssets(library.database, ada, 51)

  const table = await library.run(['asset', 'list'])
  const names = await listNames()

  expect(table.stdout.trimEnd().split('\n')).toHaveLength(1 + 50)
  expect(table.stderr).toBe('These are the newest 50 of 51 assets. Use --limit to list more.\n')
  expect(names).toHaveLength(51)
})

test('explains how to import when there are no assets', async () => {
  const { stdout, stderr, exitCode } = await library.run(['asset', 'list'])

  expect(stdout).toBe('')
  expect(stderr).toBe(`No assets match. \`media-library import <folder> --user ${ADA}\` adds some.\n`)
  expect(exitCode).toBe(0)
})

test('trashes, restores and deletes assets, and says what stays (TR5)', async () => {
  const [one = '', two = ''] = await createAssetsAt(library.database, ada, ['/photos/1.jpg', '/photos/2.jpg'], {
    isExternal: true,
  })

  const trashed = await library.run(['asset', 'trash', one, two])
  const restored = await library.run(['asset', 'restore', one])
  const refused = await library.runAlone(['asset', 'delete', two])
  const deleted = await library.run(['asset', 'delete', two, '--yes'])
  const hidden = await listNames('--deleted')
  const back = await library.run(['asset', 'restore', two])
  const unknown = await library.run(['asset', 'trash', ada.id])

  expect(trashed.stdout).toBe('Moved 2 assets to the trash. `media-library asset restore` restores them.\n')
  expect(restored.stdout).toBe('Restored 1 asset.\n')
  expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('nothing was deleted') })
  expect(deleted.stderr).toContain('Imported files stay where they are, and are not imported again.')
  expect([deleted.stdout, hidden, back.stdout]).toEqual(['Deleted 1 asset.\n', ['2.jpg'], 'Restored 1 asset.\n'])
  expect(await listNames()).toEqual(['2.jpg', '1.jpg'])
  expect(unknown).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(`there is no asset ${ada.id}`) })
})

test('empties the trash of a user (TR5)', async () => {
  await createAssetsAt(library.database, ada, ['/photos/1.jpg', '/photos/2.jpg'], { deletedAt: new Date() })

  const emptied = await library.run(['trash', 'empty', '--yes'])
  const again = await library.run(['trash', 'empty', '--yes'])

  expect(emptied.stderr).toBe('This deletes 2 assets for good, with 2 uploaded files (0 B).\n')
  expect(emptied.stdout).toBe('Deleted 2 assets.\n')
  expect(again.stdout).toBe(`The trash of ${ADA} is empty.\n`)
  expect(await library.database.asset.count({ where: { ownerId: ada.id } })).toBe(0)
})
