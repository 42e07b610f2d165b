import { randomUUID } from 'node:crypto'
import { mkdir, realpath, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'
import { createAssets, createUser, type TestUser } from '../../support/database/factories.js'
import { createAssetsAt, shareCliLibrary } from '../../support/processes/cli-library.js'

const ADA = 'ada@example.org'

const library = await shareCliLibrary()
let ada: TestUser
let holidayId: string

beforeEach(async () => {
  ada = await createUser(library.database, { email: ADA })
  holidayId = (await library.database.tag.create({ data: { userId: ada.id, name: 'Holiday' } })).id
})

async function taggedIds() {
  const rows = await library.database.tagAsset.findMany({ where: { tagId: holidayId } })
  return rows.map(({ assetId }) => assetId).sort()
}

test('adds a tag, and prints its id', async () => {
  const { stdout, exitCode } = await library.run(['tag', 'add', 'dog', '--user', ADA, '--type', 'OBJECT'])

  const tag = await library.database.tag.findFirst({ where: { name: 'dog' } })
  expect(tag).toMatchObject({ userId: ada.id, type: 'OBJECT' })
  expect(stdout).toContain(`Added "dog", id ${tag?.id}.`)
  expect(exitCode).toBe(0)
})

test('prints a new tag, and the numbers of tagged assets, with --json for programs', async () => {
  await createAssets(library.database, ada, 2)

  const added = JSON.parse((await library.run(['tag', 'add', 'dog', '--type', 'OBJECT', '--json'])).stdout)
  const assigned = await library.run(['tag', 'assign', 'dog', '--all', '--json'])
  const [listed] = JSON.parse((await library.run(['tag', 'list', '--json'])).stdout).filter(
    ({ name }: { name: string }) => name === 'dog',
  )

  expect(listed).toMatchObject({ ...added, type: 'OBJECT', assetCount: 2 })
  expect(JSON.parse(assigned.stdout)).toEqual({ id: added.id, assigned: 2, alreadyTagged: 0 })
})

test('refuses a tag that the user already has, and accepts it for another user', async () => {
  await createUser(library.database, { email: 'bob@example.org' })

  const again = await library.run(['tag', 'add', 'Holiday', '--user', ADA])
  const others = await library.run(['tag', 'add', 'Holiday', '--user', 'bob@example.org'])

  expect(again.stderr).toBe(
    `error: ${ADA} already has a tag "Holiday". \`media-library tag list --user ${ADA}\` lists it.\n`,
  )
  expect(again.exitCode).toBe(1)
  expect(others.exitCode).toBe(0)
})

test('lists the tags of a user by name, with the numbers of listed assets', async () => {
  await library.database.tag.create({ data: { userId: ada.id, name: 'Art' } })
  const [shown] = await createAssetsAt(library.database, ada, ['/photos/1.jpg'])
  const [trashed] = await createAssetsAt(library.database, ada, ['/photos/2.jpg'], { deletedAt: new Date() })
  await library.database.tagAsset.createMany({
    data: [shown, trashed].map((assetId) => ({ tagId: holidayId, assetId: assetId ?? '' })),
  })

  const { stdout } = await library.run(['tag', 'list', '--json'])

  expect(JSON.parse(stdout)).toMatchObject([
    { name: 'Art', type: 'CUSTOM', assetCount: 0 },
    { id: holidayId, name: 'Holiday', type: 'CUSTOM', assetCount: 1 },
  ])
})

test('tags each id once, in either case, and is repeatable', async () => {
  const [first = '', second = ''] = await createAssetsAt(library.database, ada, ['/photos/1.jpg', '/photos/2.jpg'])

  const once = await library.run(['tag', 'assign', 'Holiday', first, first.toUpperCase(), second])
  const twice = await library.run(['tag', 'assign', holidayId, first, second])

  expect(once.stdout).toBe('Tagged 2 assets with "Holiday"; 0 already had it.\n')
  expect(twice.stdout).toBe('Tagged 0 assets with "Holiday"; 2 already had it.\n')
  expect(await taggedIds()).toEqual([first, second].sort())
})

test("tags nothing when an id is unknown, trashed, or another user's", async () => {
  const bob = await createUser(library.database, { email: 'bob@example.org' })
  const [usable = ''] = await createAssetsAt(library.database, ada, ['/photos/1.jpg'])
  const [trashed = ''] = await createAssetsAt(library.database, ada, ['/photos/2.jpg'], { deletedAt: new Date() })
  const [foreign = ''] = await createAssetsAt(library.database, bob, ['/photos/1.jpg'])
  const unusable = [trashed, foreign, randomUUID()].sort()

  const { stderr, exitCode } = await library.run(['tag', 'assign', 'Holiday', usable, ...unusable, '--user', ADA])

  expect(stderr).toBe(
    `error: nothing was tagged: 3 of the ids are not assets of ${ADA} (${unusable.join(', ')}). ` +
      `\`media-library asset list --user ${ADA}\` lists the ids.\n`,
  )
  expect(exitCode).toBe(1)
  expect(await taggedIds()).toEqual([])
})

test('reads 40,000 ids from standard input, and tags each asset once', async () => {
  const ids = await createAssets(library.database, ada, 40)
  const lines = Array.from({ length: 40_000 }, (_, at) => ids[at % ids.length])

  const { stdout } = await library.runAlone(['tag', 'assign', 'Holiday', '-'], lines.join('\n'))

  expect(stdout).toBe('Tagged 40 assets with "Holiday"; 0 already had it.\n')
  expect(await taggedIds()).toEqual(ids.sort())
})

test('tags a folder and its subfolders through a link to it, but not a folder with a similar name', async () => {
  const folder = await realpath(await makeFolder())
  await mkdir(join(folder, 'a_b'))
  await symlink(join(folder, 'a_b'), join(folder, 'link'))
  const at = (...paths: string[]) => paths.map((path) => join(folder, path))
  const inside = await createAssetsAt(library.database, ada, at('a_b/1.jpg', 'a_b/deep/2.jpg'))
  await createAssetsAt(library.database, ada, at('a_bc/1.jpg', 'axb/1.jpg', 'a_b.jpg'))

  const { stdout } = await library.run(['tag', 'assign', 'Holiday', '--folder', join(folder, 'link')])

  expect(stdout).toBe('Tagged 2 assets with "Holiday"; 0 already had it.\n')
  expect(await taggedIds()).toEqual(inside.sort())
})

test('tags all listed assets of the user', async () => {
  const bob = await createUser(library.database, { email: 'bob@example.org' })
  const shown = await createAssetsAt(library.database, ada, ['/photos/1.jpg', '/videos/2.mp4'])
  await createAssetsAt(library.database, ada, ['/photos/3.jpg'], { deletedAt: new Date() })
  await createAssetsAt(library.database, ada, ['/photos/1.mov'], { isVisible: false })
  await createAssetsAt(library.database, bob, ['/photos/1.jpg'])

  await library.run(['tag', 'assign', 'Holiday', '--all', '--user', ADA])

  expect(await taggedIds()).toEqual(shown.sort())
})

test('explains how to import when a folder contains no asset', async () => {
  const { stderr, exitCode } = await library.run(['tag', 'assign', 'Holiday', '--folder', '/nowhere'])

  expect(stderr).toBe(
    `error: ${ADA} has no assets in /nowhere/. \`media-library import <folder> --user ${ADA}\` adds some.\n`,
  )
  expect(exitCode).toBe(1)
})

test("does not find another user's tag, by name or by id", async () => {
  const bob = await createUser(library.database, { email: 'bob@example.org' })
  const [asset = ''] = await createAssetsAt(library.database, bob, ['/photos/1.jpg'])

  for (const tag of ['Holiday', holidayId]) {
    const { stderr, exitCode } = await library.run(['tag', 'assign', tag, asset, '--user', 'bob@example.org'])

    expect(stderr).toContain(`bob@example.org has no tag "${tag}". \`media-library tag list --user bob@example.org\``)
    expect(exitCode).toBe(1)
  }
})
