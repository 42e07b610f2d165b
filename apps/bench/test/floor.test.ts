import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@media-library/client/ts-rest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPlainTables } from '../src/floor/change.js'
import { createFloor } from '../src/floor/server.js'
import { openStatements, type PrismaStatements } from '../src/floor/statements.js'
import { type GeneratedLibrary, generateLibrary } from '../src/generated-library.js'
import { forgetJobs } from '../src/library.js'
import { type RunningProcess, startProcess } from '../src/start-process.js'

let folder: string
let library: GeneratedLibrary
let ours: RunningProcess
let floor: Server
let database: PrismaStatements
let addresses: string[]
let theService: Client
let theFloor: Client

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-library-bench-'))
  library = await generateLibrary(join(folder, 'library'), 1_200)
  const { env, apiKey } = library
  ours = await startProcess({
    module: import.meta.resolve('@media-library/server/main'),
    args: ['serve', '--no-worker'],
    env: { ...env, PORT: '0', LOG_LEVEL: 'warn' },
    ready: /Address +(http\S+)/,
    signal: new AbortController().signal,
  })
  database = openStatements(env.DATABASE_URL)
  floor = createFloor(database, folder, { isLogged: false }).listen(0, '127.0.0.1')
  await once(floor, 'listening')
  addresses = [ours.greeting[1] as string, `http://127.0.0.1:${(floor.address() as AddressInfo).port}`]
  const [ourAddress, floorAddress] = addresses as [string, string]
  theService = createClient({ baseUrl: ourAddress, apiKey })
  theFloor = createClient({ baseUrl: floorAddress, apiKey })
})

afterAll(async () => {
  floor?.close()
  floor?.closeAllConnections()
  await database?.close()
  await ours?.stop()
  await library?.close()
  await rm(folder, { recursive: true, force: true })
})

/** What both answer, the service first. */
function ask<Answer>(question: (client: Client) => Promise<Answer>): Promise<[Answer, Answer]> {
  return Promise.all([question(theService), question(theFloor)])
}

const fresh = { id: expect.any(String), createdAt: expect.any(String), updatedAt: expect.any(String) }

test('the floor lists the assets of a tag as the service does, value for value', async () => {
  const id = library.tags.get(1_000) as string

  const [theirs, bare] = await ask((client) => client.getTagAssets({ params: { id } }))

  expect(theirs.body).toHaveLength(1_000)
  expect(theirs.body).toContainEqual(expect.objectContaining({ stackCount: 2 }))
  expect(theirs.body).toContainEqual(expect.objectContaining({ people: [expect.anything()] }))
  expect([bare.status, bare.body]).toEqual([theirs.status, theirs.body])
})

test.each([0, 1, 600])('the floor creates an album of %d assets as the service does', async (count) => {
  const body = { albumName: 'A summer', assetIds: library.assetIds.slice(0, count) }

  const [theirs, bare] = await ask((client) => client.createAlbum({ body }))

  expect(theirs.body).toMatchObject({ albumName: 'A summer', assetCount: count })
  expect([bare.status, bare.body]).toEqual([theirs.status, { ...(theirs.body as object), ...fresh }])
})

test.each([1, 10])('the floor shares an album with %d users as the service does', async (count) => {
  const sharedUserIds = library.userIds.slice(0, count)

  const [theirs, bare] = await ask(async (client) => {
    const { body } = await client.createAlbum({ body: { albumName: 'Shared' } })
    return client.addUsersToAlbum({ params: { id: (body as { id: string }).id }, body: { sharedUserIds } })
  })

  expect((theirs.body as { sharedUsers: unknown[] }).sharedUsers).toHaveLength(count)
  expect([bare.status, bare.body]).toEqual([theirs.status, { ...(theirs.body as object), ...fresh }])
})

test('the floor queues the same jobs as the service does', async () => {
  const queued = async (client: Client) => {
    await forgetJobs(library)
    const assetIds = library.assetIds.slice(0, 100)
    const { status } = await client.runAssetJobs({ body: { assetIds, name: 'refresh-metadata' } })
    const { rows } = await library.pool.query('SELECT asset_id, name, state, priority FROM asset_job ORDER BY asset_id')
    return { status, rows }
  }

  const theirs = await queued(theService)
  const bare = await queued(theFloor)

  expect(theirs.rows).toHaveLength(100)
  expect(bare).toEqual(theirs)
})

test('the floor changes assets of its own tables as the service changes its assets', async () => {
  const { assetIds, tags, pool } = library
  const ids = assetIds.slice(0, 150)
  const { body } = await theService.createAlbum({ body: { albumName: 'Grown', assetIds: ids.slice(100) } })
  await pool.query(createPlainTables)
  await pool.query(
    'INSERT INTO plain.tag_asset SELECT * FROM tag_asset; INSERT INTO plain.album_asset SELECT * FROM album_asset',
  )
  const change = async (client: Client, schema: string) => {
    const read = async (sql: string) => (await pool.query(sql)).rows
    const assets = () => read(`SELECT id, is_favorite, deleted_at IS NULL AS stays FROM ${schema}.asset ORDER BY id`)
    const states = []
    const lists = [
      await client.tagAssets({ params: { id: tags.get(10) as string }, body: { assetIds: ids } }),
      await client.addAssetsToAlbum({ params: { id: (body as { id: string }).id }, body: { ids } }),
    ]
    for (const answer of [
      () => client.updateAssets({ body: { ids, isFavorite: true } }),
      () => client.deleteAssets({ body: { ids } }),
      () => client.restoreAssets({ body: { ids } }),
    ]) {
      const { status } = await answer()
      states.push({ status, assets: await assets() })
    }
    const placed = ['tag', 'album'].map((list) =>
      read(`SELECT ${list}_id, asset_id FROM ${schema}.${list}_asset ORDER BY 1, 2`),
    )
    return {
      lists: lists.map(({ status, body: results }) => ({ status, results })),
      states,
      placed: await Promise.all(placed),
    }
  }

  const theirs = await change(theService, 'public')
  const bare = await change(theFloor, 'plain')

  expect(theirs.lists[1]?.results).toContainEqual({ id: ids[0], success: true })
  expect(theirs.lists[1]?.results).toContainEqual({ id: ids[149], success: false, error: 'duplicate' })
  expect(bare).toEqual(theirs)
})

test('the floor says that OAuth is off as the service does', async () => {
  const [theirs, bare] = await ask((client) =>
    client.generateOAuthConfig({ body: { redirectUri: 'https://photos.example.org/' } }),
  )

  expect([bare.status, bare.body]).toEqual([theirs.status, theirs.body])
})

/** The JSON that both answer to a GET, the service first. */
function load(path: string): Promise<[unknown, unknown]> {
  return Promise.all(
    addresses.map((url) =>
      fetch(url + path, { headers: { 'x-api-key': library.apiKey } }).then((answer) => answer.json()),
    ),
  ) as Promise<[unknown, unknown]>
}

test('the floor counts months as the service does', async () => {
  const [theirs, bare] = await load('/api/asset/time-buckets?size=MONTH')

  expect((theirs as unknown[]).length).toBeGreaterThan(0)
  expect(bare).toEqual(theirs)
})

test('the floor stores a file that is sent by PUT', async () => {
  const content = randomBytes(1_000_000)

  const { status } = await fetch(`${addresses[1]}/put/photo.jpg`, { method: 'PUT', body: content })

  expect(status).toBe(201)
  expect(await readFile(join(folder, 'photo.jpg'))).toEqual(content)
})

test('the floor refuses a key that the service refuses', async () => {
  const id = library.tags.get(10) as string
  const apiKey = `${library.apiKey.slice(0, -1)}x`

  const answers = await ask((client) => client.getTagAssets({ params: { id }, extraHeaders: { 'x-api-key': apiKey } }))

  expect(answers.map(({ status }) => status)).toEqual([401, 401])
})
