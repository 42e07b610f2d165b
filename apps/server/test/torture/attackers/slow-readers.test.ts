import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { expect, onTestFinished, test } from 'vitest'
import { createTaggedAssets, createUser, type TestUser } from '../../support/database/factories.js'
import { createClientFor } from '../../support/http/client.js'
import { openSocket } from '../../support/http/raw-http.js'
import { startTestServer } from '../../support/http/server.js'
import { byLevel, report } from '../../support/long.js'

/** More than the sockets of an answer hold, and what is read ahead of a reader. */
const ENDLESS = 20_000
const LONG = 1_001
const ROUNDS = byLevel(3, 100, 1_000)

const server = await startTestServer()
const { database } = server

async function makeReader() {
  const user = await createUser(database)
  return { user, ...(await createTaggedAssets(database, user, ENDLESS)) }
}

/** Asks for a list and never reads it. */
async function stall(user: TestUser, tag: { id: string }): Promise<Socket> {
  const socket = await openSocket(server)
  onTestFinished(() => void socket.destroy())
  socket.pause()
  socket.write(`GET /api/tag/${tag.id}/assets HTTP/1.1\r\nhost: x\r\nx-api-key: ${user.apiKey}\r\n\r\n`)
  return socket
}

async function placesTaken() {
  const [row] = await database.$queryRaw<[{ count: bigint }]>`
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE 'COPY%' AND state = 'active'`
  return Number(row.count)
}

const ben = await createUser(database)
const { tag: bens, assetIds } = await createTaggedAssets(database, ben, LONG)
const client = createClientFor(server, ben)

async function ask() {
  const asked = performance.now()
  const list = await client.getTagAssets({ params: { id: bens.id } })
  const album = await client.createAlbum({ body: { albumName: '', assetIds } })
  expect([list.status, album.status]).toEqual([200, 201])
  return performance.now() - asked
}

async function askOften() {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push(await ask())
  return times.sort((a, b) => a - b)
}

function toP99(times: number[]) {
  return times[Math.floor(times.length * 0.99)] as number
}

test('readers who never read do not delay the long lists of others (X6)', async () => {
  const { user, tag } = await makeReader()
  await ask()
  const quiet = toP99(await askOften())

  for (let reader = 0; reader < 8; reader++) await stall(user, tag)
  await expect.poll(placesTaken).toBe(2)
  const beside = toP99(await askOften())

  report(`${ROUNDS} long lists beside 8 readers who never read`, {
    'p99 in ms': Math.round(beside),
    'quiet p99': Math.round(quiet),
  })
  expect(beside).toBeLessThanOrEqual(2 * quiet)
})

test('when readers who never read have all the places, they lose them to waiting readers (X6)', async () => {
  const readers = [await makeReader(), await makeReader()]
  const stalled = await Promise.all(readers.flatMap(({ user, tag }) => [stall(user, tag), stall(user, tag)]))
  const closed = Promise.race(stalled.map((socket) => new Promise((resolve) => socket.once('close', resolve))))
  await expect.poll(placesTaken).toBe(4)

  await ask()

  for (const socket of stalled) socket.resume()
  await closed
})
