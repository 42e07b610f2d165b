import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createTaggedAssets, createUser } from '../../support/database/factories.js'
import { query } from '../../support/database/query.js'
import { countAssets } from '../../support/http/asset-counter.js'
import { startTestServer } from '../../support/http/server.js'
import { serve } from '../../support/processes/serve-process.js'

const { database, databaseUrl } = await startTestServer()
const ada = await createUser(database)
const { tag: long } = await createTaggedAssets(database, ada, 20_000)

/** As users have it, in a process of its own. */
function startService() {
  return serve(
    { DATABASE_URL: databaseUrl, DATABASE_WAIT_SECONDS: '20', DATABASE_STATEMENT_SECONDS: '20', RATE_LIMIT: '0' },
    ['--no-worker'],
  )
}

async function open(url: string, tag: { id: string }): Promise<IncomingMessage> {
  const request = get(`${url}/api/tag/${tag.id}/assets`, { headers: { 'x-api-key': ada.apiKey }, agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.on('error', () => {})
  return response
}

async function openTransactions() {
  const [row] = await query<{ count: number }>(
    databaseUrl,
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
       AND backend_type = 'client backend'`,
  )
  return row?.count
}

test('a client that disconnects releases the resources of its list (T2)', async () => {
  const { url } = await startService()

  for (let round = 0; round < 3; round++) {
    const responses = await Promise.all(Array.from({ length: 4 }, () => open(url, long)))
    await expect.poll(openTransactions).toBeGreaterThan(0)
    for (const response of responses) response.destroy()
    await expect.poll(openTransactions).toBe(0)
  }

  expect(await countAssets(await open(url, long))).toBe(20_000)
})

test('a list of 1,000 assets occupies no connection, although its reader never reads (T2)', async () => {
  const { tag } = await createTaggedAssets(database, ada, 1_000)
  const { url } = await startService()

  const responses = await Promise.all(Array.from({ length: 12 }, () => open(url, tag)))

  await expect.poll(openTransactions).toBe(0)
  expect(await Promise.all(responses.map(countAssets))).toEqual(responses.map(() => 1_000))
})

test('a list whose database connection is lost is aborted, and the next one is complete (T2)', async () => {
  const { url } = await startService()
  const response = await open(url, long)
  const ended = new Promise((resolve) => response.once('close', () => resolve(response.complete)))
  await expect.poll(openTransactions).toBe(1)

  await query(
    databaseUrl,
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE xact_start IS NOT NULL AND pid <> pg_backend_pid() AND datname = current_database()',
  )
  response.resume()

  expect(await ended).toBe(false)
  expect(await countAssets(await open(url, long))).toBe(20_000)
})
