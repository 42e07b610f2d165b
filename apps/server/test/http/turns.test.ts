import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createUser } from '../support/database/factories.js'
import { query } from '../support/database/query.js'
import { createClientFor, send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'
import { until } from '../support/until.js'

const server = await startTestServer({ DATABASE_CONNECTIONS: '10' })
const { database, databaseUrl } = server
const [hog, ben] = [await createUser(database), await createUser(database)]

async function sessionsThatWait() {
  const [row] = await query<{ count: string }>(
    databaseUrl,
    `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return Number(row?.count)
}

test('the changes of one user hold half of the connections at most (X6)', async () => {
  const { body: album } = await createClientFor(server, hog).createAlbum({ body: { albumName: 'Held' } })
  const { id } = album as { id: string }
  const holder = new Client({ connectionString: databaseUrl })
  await holder.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT FROM album WHERE id = $1 FOR UPDATE', [id])

  const changes = Array.from({ length: 12 }, () =>
    send(server, `/api/album/${id}`, { method: 'PATCH', apiKey: hog.apiKey, body: { albumName: 'New' } }),
  )
  await until(async () => (await sessionsThatWait()) >= 5)
  for (let request = 0; request < 10; request++)
    expect((await createClientFor(server, ben).getMyUserInfo()).status).toBe(200)

  expect(await sessionsThatWait()).toBe(5)
  await holder.end()
  await Promise.all(changes)
})
