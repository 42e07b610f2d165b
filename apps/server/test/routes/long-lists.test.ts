import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { countAssets } from '../support/asset-counter.js'
import { startCli } from '../support/cli.js'
import { createAssets, createTag, createUser } from '../support/factories.js'
import { report } from '../support/long.js'
import { watchMemory } from '../support/memory.js'
import { query } from '../support/query.js'
import { startTestServer } from '../support/server.js'
import { PATIENCE_MS } from '../support/until.js'

const { database, databaseUrl } = await startTestServer()
const ada = await createUser(database)

const servers = new Set<ReturnType<typeof startCli>>()
afterEach(() => {
  for (const child of servers) child.kill('SIGKILL')
})

const patient = { DATABASE_WAIT_SECONDS: '20', DATABASE_STATEMENT_SECONDS: '20' }

/** A server as users have it, in a process of its own. */
const startServer = async () => {
  const child = startCli(['serve', '--no-worker'], {
    PORT: '0',
    LOG_LEVEL: 'error',
    ...patient,
    DATABASE_URL: databaseUrl,
  })
  servers.add(child)
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    if (output.includes('Ctrl-C')) break
  }
  child.stdout.on('error', () => {}).resume()
  return { url: /^Address +(\S+)$/m.exec(output)?.[1] ?? '', pid: child.pid as number }
}

const open = async (url: string, tag: { id: string }): Promise<IncomingMessage> => {
  const request = get(`${url}/api/tag/${tag.id}/assets`, { headers: { 'x-api-key': ada.apiKey }, agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.on('error', () => {})
  return response
}

const openTransactions = async () => {
  const [row] = await query<{ count: number }>(
    databaseUrl,
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
       AND backend_type = 'client backend'`,
  )
  return row?.count
}

test('T2 a client that goes away frees what its list held', async () => {
  const tag = await createTag(database, ada, { assetIds: await createAssets(database, ada, 20_000) })
  const { url } = await startServer()

  for (let round = 0; round < 3; round++) {
    const responses = await Promise.all(Array.from({ length: 4 }, () => open(url, tag)))
    await expect.poll(openTransactions, { timeout: PATIENCE_MS }).toBeGreaterThan(0)
    for (const response of responses) response.destroy()
    await expect.poll(openTransactions, { timeout: PATIENCE_MS }).toBe(0)
  }

  expect(await countAssets(await open(url, tag))).toBe(20_000)
}, 120_000)

test('T2 a list of 1,000 assets holds nothing, though its reader never reads', async () => {
  const tag = await createTag(database, ada, { assetIds: await createAssets(database, ada, 1_000) })
  const { url } = await startServer()

  const responses = await Promise.all(Array.from({ length: 12 }, () => open(url, tag)))

  await expect.poll(openTransactions, { timeout: PATIENCE_MS }).toBe(0)
  expect(await Promise.all(responses.map(countAssets))).toEqual(responses.map(() => 1_000))
}, 120_000)

test('T2 a list whose connection is lost is broken off, and the next one is whole', async () => {
  const tag = await createTag(database, ada, { assetIds: await createAssets(database, ada, 20_000) })
  const { url } = await startServer()
  const response = await open(url, tag)
  const ended = new Promise((resolve) => response.once('close', () => resolve(response.complete)))
  await expect.poll(openTransactions, { timeout: PATIENCE_MS }).toBe(1)

  await query(
    databaseUrl,
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE xact_start IS NOT NULL AND pid <> pg_backend_pid() AND datname = current_database()',
  )
  response.resume()

  expect(await ended).toBe(false)
  expect(await countAssets(await open(url, tag))).toBe(20_000)
}, 120_000)

describe.runIf(process.platform === 'linux')('the memory of the server', () => {
  const count = 100_000
  let assetIds: string[]
  beforeAll(async () => {
    assetIds = await createAssets(database, ada, count)
  }, 120_000)

  test('T2 stays flat under 100,000 assets, however slowly they are read', { timeout: 120_000 }, async () => {
    const tag = await createTag(database, ada, { assetIds })
    const { url, pid } = await startServer()
    await countAssets(await open(url, await createTag(database, ada)))
    const grownBy = await watchMemory(pid)

    const [slow, quick] = await Promise.all([open(url, tag), open(url, tag)])
    const [read] = await Promise.all([countAssets(quick), sleep(2_000).then(() => slow.destroy())])

    const grown = grownBy()
    report('list of 100,000 assets', { 'memory grown by MB': grown.toFixed(0) })
    expect(read).toBe(count)
    expect(grown).toBeLessThan(150)
  })
})
