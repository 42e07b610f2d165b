import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { toDerivedKey } from '../../../src/storage/derived-files.js'
import { makeFolder } from '../../fixtures/folder.js'
import { makeJpeg } from '../../fixtures/photo.js'
import { createAsset, createTag, createUser, type TestUser } from '../../support/database/factories.js'
import { send } from '../../support/http/client.js'
import { listenTo } from '../../support/http/event-reader.js'
import { startTestServer } from '../../support/http/server.js'
import { runCli, runHere } from '../../support/processes/cli.js'
import { create, patch } from '../../support/uploads/resumable.js'
import { filesIn, makeFile, upload } from '../../support/uploads/upload.js'

/** A service and the command line on the same library. */
async function openService() {
  const dataDir = await makeFolder()
  const server = await startTestServer({ DATA_DIR: dataDir })
  const env = { DATABASE_URL: server.databaseUrl, DATA_DIR: dataDir }
  const run = (args: string[], input?: string) => (input ? runCli(args, { env, input }) : runHere(args, env))
  const status = async ({ apiKey }: TestUser) => (await send(server, '/api/user/me', { apiKey })).status
  return { dataDir, server, run, status }
}

test('a disabled user is refused at once with every key, hears no more events, and loses nothing', async () => {
  const { server, run, status } = await openService()
  const ada = await createUser(server.database, { email: 'ada@example.org' })
  const asset = await createAsset(server.database, ada)
  const events = await listenTo(server, ada)

  const disabled = await run(['user', 'disable', 'ada@example.org'])
  await events.ended()

  expect(disabled.stdout).toContain('ada@example.org is now disabled.')
  expect(await status(ada)).toBe(401)
  const listed = await run(['user', 'list', '--json'])
  expect(JSON.parse(listed.stdout)).toMatchObject([{ email: 'ada@example.org', disabledAt: expect.any(String) }])
  const key = await run(['key', 'create', '--user', 'ada@example.org'])
  expect(key.stderr).toBe(
    'error: ada@example.org is disabled. `media-library user enable ada@example.org` lets the user in again.\n',
  )

  const enabled = await run(['user', 'enable', 'ada@example.org'])

  expect(enabled.stdout).toBe('ada@example.org is enabled again.\n')
  expect(await status(ada)).toBe(200)
  expect(await server.database.asset.findMany()).toMatchObject([{ id: asset.id }])
})

test('a removed user takes along what is theirs, and leaves the files of imported folders and the others alone', async () => {
  const { dataDir, server, run, status } = await openService()
  const { database } = server
  const [ada, ben] = [await createUser(database, { email: 'ada@example.org' }), await createUser(database)]
  const folder = await makeFolder({ 'imported.jpg': await makeJpeg() })
  const originalPath = join(folder, 'imported.jpg')
  const imported = await createAsset(database, ada, { originalPath })
  for (const user of [ada, ben]) {
    await upload(server, user, { assetData: makeFile(await makeJpeg()) })
    const { address } = await create(server, user, 1_000)
    await patch(user, address, 0, Buffer.alloc(10))
  }
  for (const key of ['thumbs', '.motion'] as const) {
    const file = join(dataDir, toDerivedKey(key, imported))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, '')
  }
  await createTag(database, ada, { assetIds: [imported.id] })
  const share = { albumName: 'Rome', sharedWithUserIds: [ben.id] }
  await send(server, '/api/album', { method: 'POST', apiKey: ada.apiKey, body: share })
  const back = { albumName: 'Bern', sharedWithUserIds: [ada.id] }
  await send(server, '/api/album', { method: 'POST', apiKey: ben.apiKey, body: back })

  const refused = await run(['user', 'remove', 'ada@example.org'], 'yes\n')
  const kept = await status(ada)
  const removed = await run(['user', 'remove', 'ada@example.org'], 'ada@example.org\n')

  expect(refused.stderr).toMatch(/with 1 album, 1 tag, 1 key, 0 sessions and 1 uploaded file \(\d.*B\)/)
  expect(refused.stderr).toContain('nothing was removed')
  expect([refused.exitCode, kept]).toEqual([1, 200])
  expect(removed).toMatchObject({ stdout: 'Removed ada@example.org.\n', exitCode: 0 })
  expect(await status(ada)).toBe(401)
  const { body: albums } = await send(server, '/api/album', { apiKey: ben.apiKey })
  expect(albums).toMatchObject([{ albumName: 'Bern', sharedUsers: [] }])
  expect(await database.user.findMany()).toMatchObject([{ id: ben.id }])
  expect(await database.asset.findMany()).toMatchObject([{ ownerId: ben.id }])
  expect((await filesIn(dataDir)).filter((path) => path.includes(ada.id))).toEqual([])
  expect((await filesIn(dataDir)).filter((path) => path.includes(ben.id))).toHaveLength(2)
  expect(await filesIn(folder)).toEqual(['imported.jpg'])
})

test('a removal that was interrupted is finished by the next one, and nobody gets in meanwhile', async () => {
  const { dataDir, server, run, status } = await openService()
  const ada = await createUser(server.database, { email: 'ada@example.org' })
  await upload(server, ada, { assetData: makeFile(await makeJpeg()) })
  const obstacle = join(dataDir, 'encoded-video')
  await writeFile(obstacle, '')

  const interrupted = await run(['user', 'remove', 'ada@example.org', '--yes'])
  const between = await status(ada)
  await rm(obstacle)
  const finished = await run(['user', 'remove', 'ada@example.org', '--yes'])

  expect([interrupted.exitCode, between, finished.exitCode]).toEqual([1, 401, 0])
  expect((await filesIn(dataDir)).filter((path) => path.includes(ada.id))).toEqual([])
  expect(await server.database.user.count()).toBe(0)
})
