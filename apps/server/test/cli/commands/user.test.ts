import { expect, test } from 'vitest'
import { createAlbum, createUser } from '../../support/database/factories.js'
import { send } from '../../support/http/client.js'
import { startTestServer } from '../../support/http/server.js'
import { runHere } from '../../support/processes/cli.js'
import { createAssetsAt, shareCliLibrary } from '../../support/processes/cli-library.js'

const library = await shareCliLibrary()

test('adds the first user, an administrator, by an e-mail address that it trims and lowercases', async () => {
  const { exitCode, stdout } = await library.runAlone(['user', 'add', ' Ada@Example.org '])

  const [user] = await library.database.user.findMany()
  expect(user).toMatchObject({ email: 'ada@example.org', name: 'ada', isAdmin: true })
  expect(stdout).toContain(user?.id)
  expect(exitCode).toBe(0)
})

test('adds a user with a name, as an administrator', async () => {
  await library.run(['user', 'add', 'ada@example.org', '--name', 'Ada Lovelace', '--admin'])

  expect(await library.database.user.findMany()).toMatchObject([{ name: 'Ada Lovelace', isAdmin: true }])
})

test('prints a new user with --json, as `list` does', async () => {
  const { stdout } = await library.run(['user', 'add', 'ada@example.org', '--json'])
  const listed = await library.run(['user', 'list', '--json'])

  const added = JSON.parse(stdout)
  expect(added).toMatchObject({ email: 'ada@example.org', name: 'ada', isAdmin: true, disabledAt: null })
  expect(JSON.parse(listed.stdout)).toEqual([{ ...added, assetCount: 0, albumCount: 0 }])
})

test('lists the beginning of a long name, which widens no table, and all of it with --json', async () => {
  const name = 'Augusta Ada King, '.repeat(50)
  await createUser(library.database, { name: `${name}\u202etext` })

  const [table, json] = [await library.run(['user', 'list']), await library.run(['user', 'list', '--json'])]

  expect(table.stdout).toContain(` ${name.slice(0, 59)}…  no `)
  expect(JSON.parse(json.stdout)).toMatchObject([{ name: `${name}\u202etext` }])
})

test('changes the name of a user, or the mark of an administrator, and leaves the other', async () => {
  const { id } = await createUser(library.database, { email: 'ada@example.org' })
  const update = (...options: string[]) => library.run(['user', 'update', 'ada@example.org', ...options])

  const named = await update('--name', 'Ada Lovelace')
  const marked = await update('--admin', '--json')
  const unmarked = await update('--no-admin')

  expect(named.stdout).toBe('ada@example.org is now called "Ada Lovelace" and is not an administrator.\n')
  expect(JSON.parse(marked.stdout)).toMatchObject({ id, name: 'Ada Lovelace', isAdmin: true })
  expect(unmarked.stdout).toBe('ada@example.org is now called "Ada Lovelace" and is not an administrator.\n')
  expect(await library.database.user.findMany()).toMatchObject([{ id, name: 'Ada Lovelace', isAdmin: false }])
})

test('a running service answers with a changed name and mark at once, also in the albums of others', async () => {
  const server = await startTestServer()
  const [ada, ben] = [
    await createUser(server.database, { email: 'ada@example.org' }),
    await createUser(server.database),
  ]
  const album = await createAlbum(server.database, ada, { sharedWith: [ben] })
  const seen = () => send(server, `/api/album/${album.id}`, { apiKey: ben.apiKey })
  const before = await seen()

  await runHere(['user', 'update', 'ada@example.org', '--name', 'Ada Lovelace', '--admin'], {
    DATABASE_URL: server.databaseUrl,
  })

  const changed = { name: 'Ada Lovelace', isAdmin: true }
  expect((await send(server, '/api/user/me', { apiKey: ada.apiKey })).body).toMatchObject(changed)
  const after = await seen()
  expect(after.body).toMatchObject({ owner: changed })
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
})

test('refuses an address that is taken, and keeps the user who has it', async () => {
  const ada = await createUser(library.database, { email: 'ada@example.org' })

  const { exitCode } = await library.run(['user', 'add', 'ADA@example.org', '--name', 'Another'])

  expect(exitCode).toBe(1)
  expect(await library.database.user.findMany()).toMatchObject([{ id: ada.id, name: ada.name }])
})

test('lists users in the order in which they were added, with their numbers of assets and albums', async () => {
  const zoe = await createUser(library.database, { email: 'zoe@example.org' })
  const ada = await createUser(library.database, { email: 'ada@example.org' })
  await createAssetsAt(library.database, zoe, ['/photos/1.jpg', '/photos/2.jpg'])
  await createAssetsAt(library.database, zoe, ['/photos/trashed.jpg'], { deletedAt: new Date() })
  await library.database.album.create({ data: { ownerId: zoe.id, albumName: 'Rome' } })

  const { stdout } = await library.run(['user', 'list', '--json'])

  const shown = ({ id, email, name, isAdmin, createdAt }: typeof ada) => {
    return { id, email, name, isAdmin, createdAt: createdAt.toISOString() }
  }
  expect(JSON.parse(stdout)).toEqual([
    { ...shown(zoe), assetCount: 2, albumCount: 1, disabledAt: null },
    { ...shown(ada), assetCount: 0, albumCount: 0, disabledAt: null },
  ])
})

test('shows full ids and ISO dates in a table, and no terminal control characters', async () => {
  const ada = await library.database.user.create({ data: { email: 'ada@example.org', name: 'A\u001b[31m\nB' } })

  const { stdout } = await library.run(['user', 'list'])

  const [, row, ...rest] = stdout.split('\n')
  expect(row?.split(/ {2,}/)).toEqual([
    ada.id,
    'ada@example.org',
    'A\\x1b[31m\\x0aB',
    'no',
    '0',
    '0',
    ada.createdAt.toISOString(),
  ])
  expect(rest).toEqual([''])
})

test('explains how to add the first user, and prints an empty array with --json', async () => {
  const table = await library.run(['user', 'list'])
  const json = await library.run(['user', 'list', '--json'])

  expect(table).toEqual({
    stdout: '',
    stderr: 'There are no users yet. `media-library user add <email>` adds one.\n',
    exitCode: 0,
  })
  expect(json).toEqual({ stdout: '[]\n', stderr: '', exitCode: 0 })
})

test('sets the quota of a user, and removes it', async () => {
  const ada = await createUser(library.database, { email: 'ada@example.org' })
  await createAssetsAt(library.database, ada, ['/upload/1.jpg'], { uploadedBytes: 7n })
  const readQuota = async () => (await library.database.user.findUniqueOrThrow({ where: { id: ada.id } })).quotaBytes

  const { stdout } = await library.run(['user', 'set-quota', 'ada@example.org', '1.5GiB'])
  const set = await readQuota()
  const exact = await library.run(['user', 'set-quota', 'ada@example.org', '1.5GiB', '--json'])
  await library.run(['user', 'set-quota', 'ada@example.org', 'none'])

  expect(stdout).toBe('ada@example.org may upload 1.5 GiB, and has 7 B of uploaded files.\n')
  expect(JSON.parse(exact.stdout)).toEqual({ email: 'ada@example.org', quotaBytes: 1_610_612_736, uploadedBytes: 7 })
  expect([set, await readQuota()]).toEqual([1_610_612_736, null])
})
