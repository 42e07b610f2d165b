import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { checkPooler } from '../../src/cli/doctor/database.js'
import { readConfig } from '../../src/config/config.js'
import { startServer } from '../../src/http/server.js'
import { openContext } from '../../src/services.js'
import { createTestDatabase } from '../support/database/database.js'
import { createUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { readUserEvents } from '../support/http/event-reader.js'
import { hasPooler } from '../support/pooler/has-pooler.js'
import { type PoolerOptions, startPooler } from '../support/pooler/pooler.js'

if (!hasPooler)
  process.stderr.write('The pooler is not tested: there is no PgBouncer. Install it (apt install pgbouncer).\n')

/** A database behind a pooler, and the configuration of a service that uses both. */
async function openPooled(options: PoolerOptions = {}) {
  const database = await createTestDatabase()
  const pooler = await startPooler(inject('testDatabase').serverUrl, options)
  onTestFinished(async () => {
    await pooler.close()
    await database.drop()
  })
  const poolerUrl = new URL(pooler.url)
  poolerUrl.pathname = new URL(database.url).pathname
  const environment = {
    DATABASE_URL: database.url,
    DATABASE_POOLER_URL: poolerUrl.href,
    DATA_DIR: join(tmpdir(), `media-library-test-${randomUUID()}`),
    PORT: '0',
    LOG_LEVEL: 'silent',
  }
  return { pooler, environment, configure: (changes = {}) => readConfig({ ...environment, ...changes }) }
}

async function start(config: ReturnType<typeof readConfig>) {
  const context = await openContext(config)
  onTestFinished(() => context.close())
  const server = await startServer(context)
  onTestFinished(() => server.close())
  return { server, database: context.database }
}

describe.skipIf(!hasPooler)('a pooler in transaction mode', () => {
  test('takes the statements of requests, while events reach listeners past it', async () => {
    const { pooler, configure } = await openPooled()
    const { server, database } = await start(configure())
    const user = await createUser(database)
    const reader = await readUserEvents(server, user)
    const create = () =>
      send(server, '/api/album', { method: 'POST', apiKey: user.apiKey, body: { albumName: 'Sea', assetIds: [] } })

    const created = await create()
    await reader.wait(1)
    await pooler.close()
    const refused = await create()
    reader.leave()

    expect(created.status).toBe(201)
    expect(reader.events).toMatchObject([{ type: 'album.created', albumId: created.body.id }])
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  })

  test('is refused at the start when it leads to another database', async () => {
    const { configure, environment } = await openPooled()
    const other = await openPooled()
    const config = configure({ DATABASE_POOLER_URL: other.environment.DATABASE_POOLER_URL })

    await expect(start(config)).rejects.toThrow(
      `leads to another database than DATABASE_URL at ${new URL(environment.DATABASE_URL).host}`,
    )
  })

  test('is named at the start when it cannot be reached', async () => {
    const { configure, pooler, environment } = await openPooled()
    await pooler.close()

    await expect(start(configure())).rejects.toThrow(
      `the database of DATABASE_POOLER_URL at ${new URL(environment.DATABASE_POOLER_URL).host}`,
    )
  })

  test('whose sessions have limits is sound', async () => {
    const { configure } = await openPooled()

    expect(await checkPooler(configure())).toMatchObject({ verdict: 'ok' })
  })

  test('whose sessions lack a limit is reported, with the setting that gives it', async () => {
    const { configure } = await openPooled({ limits: { statement_timeout: '5s', lock_timeout: '2s' } })

    expect(await checkPooler(configure())).toMatchObject({
      verdict: 'warning',
      remedy: expect.stringContaining("connect_query='SET idle_in_transaction_session_timeout TO ''10s'''"),
    })
  })
})

test('a pooler without DATABASE_URL is refused', () => {
  const environment = { DATABASE_POOLER_URL: 'postgresql://127.0.0.1:6432/media' }

  expect(() => readConfig(environment)).toThrow('DATABASE_POOLER_URL: needs DATABASE_URL')
})
