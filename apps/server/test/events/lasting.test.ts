import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { startServer } from '../../src/http/server.js'
import { openContext } from '../../src/services.js'
import { createAlbum, createAsset, createAssets, createUser, type TestUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { type EventReader, listenTo } from '../support/http/event-reader.js'
import { startTestServer } from '../support/http/server.js'
import { databaseWaits } from '../support/long.js'
import { until, within } from '../support/until.js'

const server = await startTestServer()
const { database, databaseUrl } = server

function listen(to: { url: string }, { apiKey }: TestUser, lastEventId?: string) {
  return listenTo({ ...to, database }, { apiKey, ...(lastEventId !== undefined && { lastEventId }) })
}

function toIds({ events }: EventReader) {
  return events.map((event) => ('assetId' in event ? event.assetId : event.type))
}

/** Another server of the same database. It is closed when the test ends, if it is not closed before. */
async function startOther() {
  const environment = { ...databaseWaits, DATABASE_URL: databaseUrl, PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT: '0' }
  const context = await openContext(readConfig(environment))
  const other = await startServer(context)
  let closed: Promise<void> | null = null
  const close = () => {
    closed ??= other.close().then(() => context.close())
    return closed
  }
  onTestFinished(close)
  return { url: other.url, close }
}

describe('listenToEvents', () => {
  test('leaves out no event of a transaction that commits later than others (E4)', async () => {
    const user = await createUser(database)
    const slow = new Client({ connectionString: databaseUrl })
    await slow.connect()
    const [late, early] = [await createAsset(database, user), await createAsset(database, user)]
    const first = await listen(server, user)
    await slow.query('BEGIN')
    await slow.query('UPDATE asset SET is_favorite = true WHERE id = $1', [late.id])
    await database.asset.update({ where: { id: early.id }, data: { isFavorite: true } })
    await first.wait(1)
    const position = first.lastId()
    first.leave()

    await slow.query('COMMIT').finally(() => slow.end())
    const second = await listen(server, user, position)

    await second.wait(1)
    expect([toIds(first), toIds(second)]).toEqual([[early.id], [late.id]])
  })

  test('a client resumes at another server (E4)', async () => {
    const user = await createUser(database)
    const first = await listen(server, user)
    const [one = ''] = await createAssets(database, user, 1)
    await first.wait(1)
    first.leave()
    const other = await startOther()

    const [two = ''] = await createAssets(database, user, 1)
    const second = await listen(other, user, first.lastId())
    const [three = ''] = await createAssets(database, user, 1)

    await second.wait(2)
    expect([...toIds(first), ...toIds(second)]).toEqual([one, two, three])
    second.leave()
  })

  test('nobody is told of an asset that they no longer see (E2)', async () => {
    const [owner, friend] = [await createUser(database), await createUser(database)]
    const [assetId = ''] = await createAssets(database, owner, 1)
    const album = await createAlbum(database, owner, { assetIds: [assetId], sharedWith: [friend] })
    const [ofOwner, ofFriend] = [await listen(server, owner), await listen(server, friend)]
    await database.asset.update({ where: { id: assetId }, data: { isFavorite: true } })
    await ofFriend.wait(1)
    await database.albumUser.deleteMany({ where: { albumId: album.id } })

    await database.asset.update({ where: { id: assetId }, data: { isFavorite: false } })
    await ofOwner.wait(2)
    const own = await createAsset(database, friend)

    await ofFriend.wait(2)
    expect(toIds(ofFriend)).toEqual([assetId, own.id])
  })

  test('ends at once when the server stops (E7)', async () => {
    const user = await createUser(database)
    const other = await startOther()
    const reader = await listen(other, user)

    const closing = other.close()

    await within('the end', reader.ended())
    await closing
  })

  test('refuses more than 100 listeners of a user (E8)', async () => {
    const user = await createUser(database)
    const [one] = await Promise.all(Array.from({ length: 100 }, () => listen(server, user)))

    const refused = await send(server, '/api/events?wait=0', { apiKey: user.apiKey })
    one?.leave()

    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'too_many_requests',
      '10',
    ])
    await until(async () => (await send(server, '/api/events?wait=0', { apiKey: user.apiKey })).status === 200)
  })

  test('ends after the first events, or when the time is over (E6)', async () => {
    const user = await createUser(database)
    const { apiKey } = user
    const reader = await listenTo(server, { apiKey, query: '?wait=60' })

    const { id } = await createAsset(database, user)
    await reader.wait(1)

    await within('the end', reader.ended())
    expect(toIds(reader)).toEqual([id])
    // Nothing but comments.
    expect((await send(server, '/api/events?wait=1', { apiKey })).text).toMatch(/^retry: \d+\n\n(:\n(id: \S+\n)?\n)+$/)
  })

  test('is passed on at once and kept by nobody (E5)', async () => {
    const { headers } = await listen(server, await createUser(database))

    expect(headers.get('content-type')).toBe('text/event-stream')
    expect(headers.get('cache-control')).toBe('no-store, no-transform')
    expect(headers.get('x-accel-buffering')).toBe('no')
  })

  test('a lost connection to the database loses no event', async () => {
    const user = await createUser(database)
    const reader = await listen(server, user)
    await database.$executeRaw`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`

    const { id } = await until(() => createAsset(database, user).catch(() => null))

    await reader.wait(1)
    expect(toIds(reader)).toEqual([id])
  })
})
