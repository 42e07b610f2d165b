import { once } from 'node:events'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createUser } from '../support/database/factories.js'
import { query } from '../support/database/query.js'
import { send } from '../support/http/client.js'
import { openSocket } from '../support/http/raw-http.js'
import { startTestServer } from '../support/http/server.js'
import { until } from '../support/until.js'

const server = await startTestServer({ DATABASE_CONNECTIONS: '10' })
const { database, databaseUrl } = server
const ben = await createUser(database)

/** Keeps everybody from creating albums until the end of the test, or `end`. */
async function lockAlbums() {
  const holder = new Client({ connectionString: databaseUrl })
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('BEGIN; LOCK TABLE album IN SHARE MODE')
  return { end: () => holder.query('COMMIT') }
}

async function countWaiting() {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return (await query(databaseUrl, waiting)).length
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
  await until(async () => (await countWaiting()) === atOnce && sockets.every((socket) => socket.writableLength === 0))

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
