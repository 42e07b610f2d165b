import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createAssets, createKey, createUser } from '../support/database/factories.js'
import { untilBlocked } from '../support/database/statements.js'
import { send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'
import { LONG_TRANSACTION } from '../support/until.js'

const server = await startTestServer()
const { database } = server
const ada = await createUser(database)
const ben = await createUser(database)
const assetIds = await createAssets(database, ada, 3)

const paths = { createAlbum: '/api/album', runAssetJobs: '/api/asset/jobs' }

interface Sent {
  key?: string
  as?: { apiKey: string }
  prefer?: string
}

function post(operation: keyof typeof paths, body: object, { key, as = ada, prefer }: Sent = {}) {
  return send(server, paths[operation], {
    method: 'POST',
    apiKey: as.apiKey,
    body,
    headers: { ...(key && { 'idempotency-key': key }), ...(prefer && { prefer }) },
  })
}

function createAlbum(body: object, sent: Sent = {}) {
  return post('createAlbum', body, { key: randomUUID(), ...sent })
}

function albumsNamed(albumName: string) {
  return database.album.count({ where: { albumName } })
}

function isReplay({ headers }: { headers: Headers }) {
  return headers.get('idempotency-replayed') === 'true'
}

describe('Idempotency-Key (X1)', () => {
  test('the same request gets the first answer again, byte for byte, marked as replayed, although the album has changed', async () => {
    const body = { albumName: 'Once', description: 'é', assetIds }
    const key = 'visible~ASCII!'

    const first = await createAlbum(body, { key })
    const sharing = { method: 'PUT', apiKey: ada.apiKey, body: { sharedUserIds: [ben.id] } }
    await send(server, `/api/album/${first.body.id}/users`, sharing)
    const second = await createAlbum(body, { key })

    expect([first.status, isReplay(first)]).toEqual([201, false])
    expect([second.status, isReplay(second)]).toEqual([201, true])
    expect(second.text).toBe(first.text)
    expect(first.body.assets).toHaveLength(3)
    expect(await albumsNamed('Once')).toBe(1)
  })

  test('a minimal answer is replayed as a minimal one', async () => {
    const sent = { key: randomUUID(), prefer: 'return=minimal' }

    const first = await createAlbum({ albumName: 'Minimal', assetIds }, sent)
    const second = await createAlbum({ albumName: 'Minimal', assetIds }, sent)

    expect(second.text).toBe(first.text)
    expect(second.body).toMatchObject({ assets: [], assetCount: 3 })
    expect(second.headers.get('preference-applied')).toBe('return=minimal')
  })

  test('runAssetJobs answers 204 again, and queues nothing more', async () => {
    const body = { assetIds: await createAssets(database, ada, 2), name: 'refresh-metadata' }
    const key = randomUUID()
    const jobs = { where: { assetId: { in: body.assetIds } } }
    const first = await post('runAssetJobs', body, { key })
    await database.assetJob.updateMany({ ...jobs, data: { state: 'succeeded' } })

    const second = await post('runAssetJobs', body, { key })

    expect([first.status, isReplay(first)]).toEqual([204, false])
    expect([second.status, isReplay(second), second.text]).toEqual([204, true, ''])
    expect(await database.assetJob.count({ where: { ...jobs.where, state: 'queued' } })).toBe(0)
  })

  test('ids in another case, repeated ids, and properties in another order make the same request', async () => {
    const [id] = assetIds as [string]
    const key = randomUUID()
    const first = await createAlbum({ albumName: 'Same', assetIds: [id] }, { key })

    const second = await createAlbum({ assetIds: [id.toUpperCase(), id], albumName: 'Same' }, { key })

    expect(isReplay(second)).toBe(true)
    expect(second.text).toBe(first.text)
  })

  test.each([
    ['another name', { albumName: 'Other', assetIds }, {}],
    ['one asset fewer', { albumName: 'Reused', assetIds: assetIds.slice(1) }, {}],
    ['assets in another order', { albumName: 'Reused', assetIds: [...assetIds].reverse() }, {}],
    ['one property more', { albumName: 'Reused', assetIds, description: '' }, {}],
    ['another preference', { albumName: 'Reused', assetIds }, { prefer: 'return=minimal' }],
    ['the same ids in another list', { albumName: 'Reused', sharedWithUserIds: assetIds }, {}],
    ['the same name and description, exchanged', { albumName: '', description: 'Reused', assetIds }, {}],
  ])('%s with the same key is refused', async (_name, body, sent) => {
    const key = randomUUID()
    await createAlbum({ albumName: 'Reused', assetIds }, { key })
    const before = await database.album.count()

    const answer = await createAlbum(body, { key, ...sent })

    const detail = 'You sent a different request with this Idempotency-Key within the last 24 hours.'
    expect(answer).toMatchObject({ status: 422, body: { code: 'key_reused', detail } })
    expect(await database.album.count()).toBe(before)
  })

  test('a key belongs to a user and an operation, whichever API key they use', async () => {
    const key = randomUUID()
    const otherKey = { apiKey: await createKey(database, ada.id) }
    const body = { albumName: 'Apart' }

    const first = await createAlbum(body, { key })
    const bens = await createAlbum(body, { key, as: ben })
    const jobs = await post('runAssetJobs', { assetIds: [], name: 'refresh-metadata' }, { key })
    const again = await createAlbum(body, { key, as: otherKey })

    expect([first, bens, jobs, again].map(isReplay)).toEqual([false, false, false, true])
    expect([first.status, bens.status, jobs.status]).toEqual([201, 201, 204])
    expect(again.text).toBe(first.text)
    expect(await albumsNamed('Apart')).toBe(2)
  })

  test('without a key every request takes effect (A4)', async () => {
    await post('createAlbum', { albumName: 'No key' })
    await post('createAlbum', { albumName: 'No key' })

    expect(await albumsNamed('No key')).toBe(2)
  })

  test('a refused request leaves its key free, so that it can be corrected', async () => {
    const key = randomUUID()

    const refused = await createAlbum({ albumName: 'Mended', assetIds: [randomUUID()] }, { key })
    const mended = await createAlbum({ albumName: 'Mended', assetIds }, { key })

    expect([refused.status, mended.status, isReplay(mended)]).toEqual([400, 201, false])
  })

  test.each([
    ['white space', 'a b'],
    ['256 characters', 'a'.repeat(256)],
  ])('a key with %s is refused by name', async (_name, key) => {
    const answer = await createAlbum({ albumName: 'Bad key' }, { key })

    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/header/idempotency-key' }] } })
  })

  test('after 24 hours the key can be used again, and old answers are removed', async () => {
    const key = randomUUID()
    const age = (hours: number) =>
      database.keptAnswer.updateMany({ data: { createdAt: new Date(Date.now() - hours * 3_600_000) } })
    const first = await createAlbum({ albumName: 'Day' }, { key })
    await age(23.9)
    const sameDay = await createAlbum({ albumName: 'Day' }, { key })
    await age(24.1)

    const nextDay = await createAlbum({ albumName: 'Next day' }, { key })
    for (let count = 0; count < 3; count += 1) await createAlbum({ albumName: 'Later' })

    expect(sameDay.text).toBe(first.text)
    expect([nextDay.status, isReplay(nextDay)]).toEqual([201, false])
    expect(isReplay(await createAlbum({ albumName: 'Next day' }, { key }))).toBe(true)
    expect(await database.keptAnswer.count()).toBe(4)
  })

  test('the age of an answer is that of the database, whatever the clock of the server says', async () => {
    const key = randomUUID()
    const first = await createAlbum({ albumName: 'Once' }, { key })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 })
    onTestFinished(() => void vi.useRealTimers())

    const again = await createAlbum({ albumName: 'Once' }, { key })

    expect(isReplay(again)).toBe(true)
    expect(again.text).toBe(first.text)
  })

  test('a user has the newest 10,000 answers, and takes none of others', async () => {
    const [eve, fay] = [await createUser(database), await createUser(database)]
    await createAlbum({ albumName: 'Long ago' }, { as: fay, key: 'oldest' })
    await database.keptAnswer.updateMany({
      where: { userId: fay.id },
      data: { createdAt: new Date(Date.now() - 23 * 3_600_000) },
    })
    await database.$executeRaw`
      INSERT INTO kept_answer (user_id, operation, key, digest, created_at)
      SELECT ${eve.id}::uuid, 'createAlbum', number::text, '', now() - number * interval '1 s'
      FROM generate_series(1, 10000) AS number`

    await createAlbum({ albumName: 'The newest' }, { as: eve, key: 'newest' })

    const stored = await database.keptAnswer.findMany({ where: { userId: eve.id }, select: { key: true } })
    expect(stored).toHaveLength(10_000)
    expect(stored).toContainEqual({ key: 'newest' })
    expect(stored).not.toContainEqual({ key: '10000' })
    expect(isReplay(await createAlbum({ albumName: 'Long ago' }, { as: fay, key: 'oldest' }))).toBe(true)
  })

  test('while the first request runs, a repetition is refused at once, and one with another key or of another user is not', async () => {
    const key = randomUUID()
    const body = { albumName: 'Slow' }
    const running = await database.$transaction(async (transaction) => {
      await transaction.$executeRaw`LOCK TABLE album IN EXCLUSIVE MODE`
      const first = createAlbum(body, { key })
      await untilBlocked(database)

      const second = await createAlbum(body, { key })
      const other = await post('runAssetJobs', { assetIds: [], name: 'refresh-metadata' }, { key: randomUUID() })
      const ofBen = createAlbum({ albumName: 'Ben' }, { key, as: ben })
      await Promise.race([ofBen, untilBlocked(database, 2)])

      const detail = 'A request with this Idempotency-Key is still running.'
      expect(second).toMatchObject({ status: 409, body: { code: 'still_running', detail } })
      expect(second.headers.get('retry-after')).toBe('1')
      expect(other.status).toBe(204)
      return { first, ofBen }
    }, LONG_TRANSACTION)

    expect((await running.first).status).toBe(201)
    expect((await running.ofBen).status).toBe(201)
    expect(isReplay(await createAlbum(body, { key }))).toBe(true)
    expect(await albumsNamed('Slow')).toBe(1)
  })

  test('a failed transaction stores neither its effect nor its key', async () => {
    const key = randomUUID()
    const body = { albumName: 'Failed', assetIds }
    const failed = await database.$transaction(async (transaction) => {
      await transaction.$executeRaw`LOCK TABLE kept_answer IN EXCLUSIVE MODE`
      const asked = createAlbum(body, { key })
      await untilBlocked(database)
      await database.$executeRaw`
        SELECT pg_cancel_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`
      return asked
    }, LONG_TRANSACTION)

    const retried = await createAlbum(body, { key })

    expect(failed).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect([retried.status, isReplay(retried)]).toEqual([201, false])
    expect(await albumsNamed('Failed')).toBe(1)
  })
})
