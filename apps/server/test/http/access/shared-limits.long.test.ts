import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../src/config/config.js'
import { startServer } from '../../../src/http/server.js'
import { openContext } from '../../../src/services.js'
import { createTestDatabase } from '../../support/database/database.js'
import { createUser } from '../../support/database/factories.js'
import { query } from '../../support/database/query.js'
import { send } from '../../support/http/client.js'
import { databaseWaits } from '../../support/long.js'
import { until } from '../../support/until.js'

const LIMIT = 300

/** Servers of one database, each with the same limit. */
async function startServers(count: number) {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const environment = { DATABASE_URL: url, PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT: String(LIMIT) }
  const context = await openContext(readConfig({ ...databaseWaits, ...environment }))
  onTestFinished(() => context.close())
  const { apiKey } = await createUser(context.database)
  const servers = await Promise.all(Array.from({ length: count }, () => startServer(context)))
  for (const server of servers) onTestFinished(() => server.close())
  const call = async (index: number) =>
    (await send(servers[index] as { url: string }, '/api/user/me', { apiKey })).status
  const listeners = () =>
    query(
      url,
      `SELECT FROM pg_stat_activity
       WHERE application_name = 'media-library rate_counts' AND datname = current_database()`,
    )
  return { call, listeners }
}

test('X6 a key that comes near its limit is counted at all servers together', async () => {
  const { call } = await startServers(2)
  for (let count = 0; count < 200; count += 1) expect(await call(0)).toBe(200)

  let accepted = 0
  await until(async () => {
    const status = await call(1)
    if (status === 200) accepted += 1
    return status === 429
  })

  expect(accepted).toBeLessThan(200)
})

test('servers tell each other nothing of a key that is far from its limit', async () => {
  const { call, listeners } = await startServers(1)
  for (let count = 1; count < LIMIT / 10; count += 1) await call(0)
  const before = await listeners()

  await call(0)

  expect(before).toHaveLength(0)
  await until(async () => (await listeners()).length === 1)
})
