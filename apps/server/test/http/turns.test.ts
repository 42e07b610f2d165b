import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createAlbum, createTag, createUser } from '../support/database/factories.js'
import { query } from '../support/database/query.js'
import { createClientFor, send } from '../support/http/client.js'
import { openSocket } from '../support/http/raw-http.js'
import { startTestServer } from '../support/http/server.js'
import { until } from '../support/until.js'

const server = await startTestServer({ DATABASE_CONNECTIONS: '10' })
const { database, databaseUrl } = server
const ben = await createUser(database)

async function sessionsThatWait() {
  const [row] = await query<{ count: string }>(
    databaseUrl,
    `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return Number(row?.count)
}

type Owner = Awaited<ReturnType<typeof createUser>>

/** Sends changes of an album of a user while it is locked, and looks at them once so many wait for it. */
async function whileLocked(
  owner: Owner,
  { changes, waiting }: { changes: number; waiting: number },
  look: () => Promise<unknown>,
): Promise<void> {
  const album = await createAlbum(database, owner)
  const holder = new Client({ connectionString: databaseUrl })
  await holder.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT FROM album WHERE id = $1 FOR UPDATE', [album.id])
  const answers = Array.from({ length: changes }, () =>
    send(server, `/api/album/${album.id}`, { method: 'PATCH', apiKey: owner.apiKey, body: { albumName: 'New' } }),
  )
  await until(async () => (await sessionsThatWait()) >= waiting)
  await look()
  await holder.end()
  await Promise.all(answers)
}

/** The sessions that still wait for the album after requests of another user were answered. */
async function sessionsBesideOthers(requests = 10) {
  for (let request = 0; request < requests; request++)
    expect((await createClientFor(server, ben).getMyUserInfo()).status).toBe(200)
  return sessionsThatWait()
}

test('the changes of one user hold half of the connections at most (X6)', async () => {
  const hog = await createUser(database)

  await whileLocked(hog, { changes: 12, waiting: 5 }, async () => expect(await sessionsBesideOthers()).toBe(5))
})

test('a user whose requests take long has one of them at a time (X6)', async () => {
  const hog = await createUser(database)
  await whileLocked(hog, { changes: 5, waiting: 5 }, () => sleep(1_000))

  await whileLocked(hog, { changes: 12, waiting: 1 }, async () => expect(await sessionsBesideOthers()).toBe(1))
})

test('a user who signs in many times at once signs in once at a time (X6)', async () => {
  const hog = await createUser(database)
  const holder = new Client({ connectionString: databaseUrl })
  await holder.connect()
  await holder.query('BEGIN; LOCK TABLE session IN EXCLUSIVE MODE')

  const answers = Array.from({ length: 12 }, () =>
    send(server, '/api/auth/key', { method: 'POST', apiKey: hog.apiKey }),
  )
  await until(async () => (await sessionsThatWait()) >= 1)
  const waiting = await sessionsBesideOthers()
  await holder.end()

  expect(waiting).toBe(1)
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 201))
})

/** Locks the tags of all assets; `locked` once no session before it has one. */
async function lockTags() {
  const holder = new Client({ connectionString: databaseUrl })
  await holder.connect()
  await holder.query('BEGIN')
  return { locked: holder.query('LOCK TABLE tag_asset IN EXCLUSIVE MODE'), end: () => holder.end() }
}

test('of the long lists that a user tags, a part of one is changed at a time (X6)', async () => {
  const hog = await createUser(database)
  const { id } = await createTag(database, hog)
  const assetIds = Array.from({ length: 6_000 }, () => randomUUID())
  let before = await lockTags()
  await before.locked
  const answers = [1, 2, 3].map(() =>
    send(server, `/api/tag/${id}/assets`, { method: 'PUT', apiKey: hog.apiKey, body: { assetIds } }),
  )

  const waiting: number[] = []
  for (let round = 0; round < 3; round++) {
    await until(async () => (await sessionsThatWait()) >= 1)
    waiting.push(await sessionsBesideOthers(3))
    const next = await lockTags()
    await until(async () => (await sessionsThatWait()) > (waiting.at(-1) ?? 0))
    await before.end()
    await next.locked
    before = next
  }
  await before.end()

  expect(Math.max(...waiting)).toBe(1)
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200])
})

/** Keeps everybody from creating albums until the end of the test, or `end`. */
async function lockAlbums() {
  const holder = new Client({ connectionString: databaseUrl })
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('BEGIN; LOCK TABLE album IN SHARE MODE')
  return { end: () => holder.query('COMMIT') }
}

test.each([
  // A caller has half of the ten connections.
  ['small', 5, ''],
  ['large', 1, ' '.repeat(1024 * 1024)],
])('%s requests whose clients left before their turn never begin (X6)', async (_size, atOnce, space) => {
  const hog = await createUser(database)
  const body = `{"albumName":"left"${space}}`
  const head = `POST /api/album HTTP/1.1\r\nhost: x\r\nx-api-key: ${hog.apiKey}\r\ncontent-type: application/json\r\n`
  const albums = await lockAlbums()
  const sockets = await Promise.all(Array.from({ length: 12 }, () => openSocket(server)))
  for (const socket of sockets) socket.write(`${head}content-length: ${body.length}\r\n\r\n${body}`)
  await until(
    async () => (await sessionsThatWait()) === atOnce && sockets.every((socket) => socket.writableLength === 0),
  )

  for (const socket of sockets) {
    socket.resetAndDestroy()
    await once(socket, 'close')
    await send(server, '/api/tag', { apiKey: ben.apiKey })
  }
  await albums.end()
  const last = await send(server, '/api/album', {
    method: 'POST',
    apiKey: hog.apiKey,
    body: `{"albumName":"last"${space}}`,
  })

  expect(last.status).toBe(201)
  expect(await database.album.count({ where: { ownerId: hog.id, albumName: 'left' } })).toBeLessThanOrEqual(atOnce)
})
