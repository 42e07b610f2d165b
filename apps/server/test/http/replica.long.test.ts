import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@media-library/client'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { startServer } from '../../src/http/server.js'
import { openContext } from '../../src/services.js'
import { createTestDatabase } from '../support/database/database.js'
import { createUser } from '../support/database/factories.js'
import { query } from '../support/database/query.js'
import { startPrimary, startStandby } from '../support/database/standby.js'
import { until } from '../support/until.js'

const primary = await startPrimary()
afterAll(() => primary.remove())
const standby = await startStandby(primary)
afterAll(() => standby.remove())

/** A client of a service that reads from a replica. */
async function start(replicaUrl = standby.url) {
  const config = readConfig({
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URL: replicaUrl,
    DATA_DIR: join(tmpdir(), `media-library-test-${randomUUID()}`),
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATABASE_WAIT_SECONDS: '20',
    DATABASE_STATEMENT_SECONDS: '20',
  })
  const context = await openContext(config)
  onTestFinished(() => context.close())
  const server = await startServer(context)
  onTestFinished(() => server.close())
  const { apiKey } = await createUser(context.database)
  return createClient({ baseUrl: server.url, apiKey, retries: 0 })
}

type Client = Awaited<ReturnType<typeof start>>

/** Whether the tags were read at an address. A session remembers its last statement. */
async function isReadAt(url: string, client: Client) {
  await client.getAllTags()
  const sessions = await query(
    url,
    `SELECT FROM pg_stat_activity WHERE application_name = 'media-library' AND query ~ 'FROM tag'`,
  )
  return sessions.length > 0
}

test('a replica answers what only reads, with what its caller has just written', async () => {
  const client = await start()

  for (let count = 1; count <= 20; count += 1) {
    await client.createTag({ name: `tag ${count}` })
    expect(await client.getAllTags()).toHaveLength(count)
  }

  expect(await isReadAt(standby.url, client)).toBe(true)
})

test('the database answers while the replica is behind, and the replica again when it has caught up', async () => {
  const client = await start()
  await query(standby.url, 'SELECT pg_wal_replay_pause()')
  onTestFinished(() => query(standby.url, 'SELECT pg_wal_replay_resume()').then(() => {}))

  await client.createTag({ name: 'Sea' })
  const during = await client.getAllTags()
  await query(standby.url, 'SELECT pg_wal_replay_resume()')

  expect(during.map(({ name }) => name)).toEqual(['Sea'])
  await until(() => isReadAt(standby.url, client))
})

test('the database answers while the replica cannot be reached', async () => {
  const gone = new URL(standby.url)
  gone.port = '1'
  const client = await start(gone.href)
  await client.createTag({ name: 'Sea' })

  expect(await client.getAllTags()).toHaveLength(1)
})

test('nothing is read from a primary, or from a replica of another database', async () => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const client = await start(url)
  await client.createTag({ name: 'Sea' })

  expect(await client.getAllTags()).toHaveLength(1)
  expect(await isReadAt(url, client)).toBe(false)
})

test('a revoked key is refused at once, because keys are never looked up at the replica', async () => {
  const client = await start()
  await query(standby.url, 'SELECT pg_wal_replay_pause()')
  onTestFinished(() => query(standby.url, 'SELECT pg_wal_replay_resume()').then(() => {}))

  await query(primary.url, 'DELETE FROM api_key')

  await expect(client.getAllTags()).rejects.toMatchObject({ status: 401 })
})
