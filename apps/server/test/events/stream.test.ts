import { createClient } from '@media-library/client'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { pruneEvents } from '../../src/events/event.js'
import { makeSessionToken } from '../../src/users/credential.js'
import { createAsset, createAssets, createUser, type TestUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { listenTo } from '../support/http/event-reader.js'
import { openSocket } from '../support/http/raw-http.js'
import { startTestServer } from '../support/http/server.js'
import { until, within } from '../support/until.js'

const server = await startTestServer({ ADMIN_PORT: '0' })
const { database } = server

function listen({ apiKey }: TestUser, lastEventId?: string) {
  return listenTo(server, { apiKey, ...(lastEventId !== undefined && { lastEventId }) })
}

async function metric(name: string) {
  const text = await (await fetch(`${server.adminUrl}/metrics`)).text()
  return Number(new RegExp(`^media_library_${name} (\\S+)$`, 'm').exec(text)?.[1])
}

/** Makes all events older than an hour. */
async function makeOld(minutes = 66) {
  await database.$executeRaw`UPDATE event SET at = at - ${minutes} * interval '1 minute'`
}

function hasListeners(howMany: number) {
  return until(async () => (await metric('event_listeners')) === howMany)
}

describe('listenToEvents', () => {
  test('a client that does not read is cut off, and delays no other (E7)', async () => {
    const user = await createUser(database)
    const assetIds = await createAssets(database, user, 5_000)
    const reading = await listen(user)
    const deaf = await openSocket(server)
    deaf.write(`GET /api/events HTTP/1.1\r\nhost: x\r\nx-api-key: ${user.apiKey}\r\n\r\n`)
    deaf.pause()
    await hasListeners(2)

    let told = 0
    await until(async () => {
      await database.$executeRaw`
        INSERT INTO event (type, asset_id, subject) SELECT 'asset.updated', unnest(${assetIds}::uuid[]), 'tags'`
      told += assetIds.length
      await reading.wait(told)
      return (await metric('event_listeners')) === 1
    })

    await within('the end of the connection', new Promise((resolve) => deaf.once('close', resolve).resume()))
  })

  test('HEAD gets the headers, and does not listen', async () => {
    const { apiKey } = await createUser(database)

    const { status, headers, text } = await send(server, '/api/events', { method: 'HEAD', apiKey })

    expect([status, headers.get('content-type'), text]).toEqual([200, 'text/event-stream', ''])
    await hasListeners(0)
  })

  test('a comment moves the position of a client for which nothing happens (E5)', async () => {
    const { setInterval } = globalThis
    const faster = vi.spyOn(globalThis, 'setInterval')
    faster.mockImplementation((callback, ms) => setInterval(callback, ms === 1_000 ? 10 : ms))
    onTestFinished(() => faster.mockRestore())
    const own = await startTestServer()
    const reader = await listenTo(own, await createUser(own.database))
    const before = reader.lastId()

    await createAsset(own.database, await createUser(own.database))

    // A client gets a comment every fifteen seconds, which the server counts one by one.
    await until(() => reader.lastId() !== before)
    expect(reader.events).toEqual([])
  })

  test('ends when the user signs out, or the key is revoked (E7)', async () => {
    const { id: userId, apiKey } = await createUser(database)
    const { id, token, secretHash } = makeSessionToken()
    const expiresAt = new Date(Date.now() + 3_600_000)
    await database.session.create({ data: { id, userId, secretHash, userAgent: 'test', expiresAt } })
    const headers = { authorization: `Bearer ${token}` }
    const readers = [await listenTo(server, { headers }), await listenTo(server, { apiKey })]

    await createClient({ baseUrl: server.url, token }).logout()
    await database.apiKey.delete({ where: { id: apiKey.slice(4, 36) } })

    await within('the end', Promise.all(readers.map((reader) => reader.ended())))
    expect((await send(server, '/api/events?wait=0', { headers })).status).toBe(401)
    expect((await send(server, '/api/events?wait=0', { apiKey })).status).toBe(401)
  })

  test('counts the clients and what they are sent', async () => {
    await hasListeners(0)
    const before = await metric('events_sent_total')
    const user = await createUser(database)
    const [one, two] = [await listen(user), await listen(user)]
    await hasListeners(2)

    await createAssets(database, user, 3)
    await Promise.all([one.wait(3), two.wait(3)])

    expect((await metric('events_sent_total')) - before).toBe(6)
    one.leave()
    await hasListeners(1)
  })

  test.each([
    ['after more than an hour', 66],
    ['after the clock was set back by more than an hour', -66],
  ])('sends a reset %s (E4)', async (_when, minutes) => {
    const user = await createUser(database)
    const first = await listen(user)
    await createAssets(database, user, 1)
    await first.wait(1)
    first.leave()
    await createAssets(database, user, 1)
    await makeOld(minutes)

    // A transaction of another test may keep some for a moment.
    await until(async () => !(await pruneEvents(database)) && (await database.event.count()) === 0)
    const second = await listen(user, first.lastId())

    await second.wait(1)
    expect(second.events.map(({ type }) => type)).toEqual(['reset'])
  })

  test('a transaction that runs for longer than an hour causes no reset (E4)', async () => {
    const user = await createUser(database)
    const slow = new Client({ connectionString: server.databaseUrl })
    await slow.connect()
    await slow.query('BEGIN; SELECT pg_current_xact_id()')
    const reader = await listen(user)
    await createAssets(database, user, 1)
    await reader.wait(1)
    await makeOld()

    while (await pruneEvents(database));
    await createAssets(database, user, 1)

    await reader.wait(2)
    await slow.end()
    expect(reader.events.map(({ type }) => type)).toEqual(['asset.added', 'asset.added'])
  })

  test('sends a reset to a client that was away while more than 50 transactions ran (E4)', async () => {
    const user = await createUser(database)
    const running = Array.from({ length: 51 }, () => new Client({ connectionString: server.databaseUrl }))
    await Promise.all(running.map((client) => client.connect()))
    await Promise.all(running.map((client) => client.query('BEGIN; SELECT pg_current_xact_id()')))
    const first = await listen(user)
    await createAssets(database, user, 1)
    await first.wait(1)
    first.leave()

    const second = await listen(user, first.lastId())

    await second.wait(1)
    await Promise.all(running.map((client) => client.end()))
    expect(first.lastId().length).toBeLessThan(100)
    expect(second.events.map(({ type }) => type)).toEqual(['reset'])
  })

  test('sends a reset for a position that never was (E4)', async () => {
    const user = await createUser(database)
    const first = await listen(user)
    const [history = '', top = ''] = first.lastId().split('.')
    const later = (Number.parseInt(top, 36) + 1_000_000).toString(36)
    const positions = [
      '0',
      'null',
      '-1',
      'ffffffffffffffff.1',
      `${history}`,
      `${history}.`,
      `${history}.${later}`,
      `${history}.zzzzzzzzzzz`,
      `${history}.${top}.${later}-1`,
      `${history}.${top} OR true`,
      `${history}.${top}.`,
      `${'9.'.repeat(4_000)}9`,
    ]

    for (const position of positions) {
      const reader = await listen(user, position)
      await reader.wait(1)
      reader.leave()
      expect([position, ...reader.events.map(({ type }) => type)]).toEqual([position, 'reset'])
    }
  })

  test('refuses a position that is too long', async () => {
    const { apiKey } = await createUser(database)

    const headers = { 'last-event-id': 'x'.repeat(8_193) }
    const { status, body } = await send(server, '/api/events?wait=0', { apiKey, headers })

    expect([status, body.code, body.errors[0].pointer]).toEqual([400, 'invalid_request', '/header/last-event-id'])
  })
})
