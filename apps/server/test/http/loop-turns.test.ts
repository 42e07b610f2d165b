import { IncomingMessage, ServerResponse } from 'node:http'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createAssets, createTaggedAssets, createUser, type TestUser } from '../support/database/factories.js'
import { query } from '../support/database/query.js'
import { recordStatements } from '../support/database/ran-statements.js'
import { send } from '../support/http/client.js'
import { openSocket } from '../support/http/raw-http.js'
import { startTestServer } from '../support/http/server.js'
import { until } from '../support/until.js'

const server = await startTestServer()
const { database } = server
const hog = await createUser(database)
const { tag } = await createTaggedAssets(database, hog, 600)

beforeAll(async () => {
  await database.$executeRaw`INSERT INTO exif (asset_id, description) SELECT id, ${'x'.repeat(50_000)} FROM asset`
})

/** Counts the calls of a method, in all and at most in one turn of the event loop, after which other requests have theirs. */
function countInTurns(prototype: object, name: string) {
  const counted = { all: 0, most: 0 }
  let now = 0
  const own = Object.getOwnPropertyDescriptor(prototype, name)
  const method = Reflect.get(prototype, name) as (...args: unknown[]) => unknown
  function count(this: unknown, ...args: unknown[]) {
    counted.all += 1
    if (now === 0) {
      setImmediate(() => {
        now = 0
      })
    }
    now += 1
    counted.most = Math.max(counted.most, now)
    return method.apply(this, args)
  }
  Object.defineProperty(prototype, name, { value: count, configurable: true, writable: true })
  onTestFinished(() => {
    if (own) Object.defineProperty(prototype, name, own)
    else Reflect.deleteProperty(prototype, name)
  })
  return counted
}

test('a long list that waits in memory for its reader is sent a piece at a time, between other requests (X6)', async () => {
  const writes = countInTurns(ServerResponse.prototype, 'write')
  const socket = await openSocket(server)
  onTestFinished(() => void socket.destroy())
  socket.pause()
  socket.write(
    `GET /api/tag/${tag.id}/assets HTTP/1.1\r\nhost: x\r\nx-api-key: ${hog.apiKey}\r\nconnection: close\r\n\r\n`,
  )
  await until(async () => {
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'COPY%' AND wait_event = 'ClientWrite'`
    return (await query(server.databaseUrl, waiting)).length > 0
  })

  const end = new Promise((resolve) => socket.once('end', resolve))
  socket.resume()
  await end

  expect(writes.all).toBeGreaterThan(20)
  expect(writes.most).toBeLessThanOrEqual(2)
})

test('a large body is received a piece at a time, between other requests (X6)', async () => {
  const chunks = countInTurns(IncomingMessage.prototype, 'push')

  const body = `{"name":"Large","type":"CUSTOM"}${' '.repeat(2 * 1024 * 1024)}`
  await send(server, '/api/album', { method: 'POST', apiKey: hog.apiKey, body })

  expect(chunks.all).toBeGreaterThan(20)
  expect(chunks.most).toBeLessThanOrEqual(3)
})

const makeMany = {
  albums: ({ id }, howMany) => database.$executeRaw`
    INSERT INTO album (id, owner_id, album_name) SELECT gen_random_uuid(), ${id}::uuid, '' FROM generate_series(1, ${howMany}::int)`,
  tags: ({ id }, howMany) => database.$executeRaw`
    INSERT INTO tag (id, user_id, name) SELECT gen_random_uuid(), ${id}::uuid, 'tag ' || n FROM generate_series(1, ${howMany}::int) AS n`,
  /** Beside the one with which the user asks. */
  keys: ({ id }, howMany) => database.$executeRaw`
    INSERT INTO api_key (id, user_id, name, secret_hash, scopes)
    SELECT gen_random_uuid(), ${id}::uuid, 'Key', sha256(n::text::bytea), '{album.read,asset.read}'
    FROM generate_series(2, ${howMany}::int) AS n`,
} satisfies Record<string, (user: TestUser, howMany: number) => Promise<unknown>>

test.each([
  [1_000, 'albums', '/api/album?limit=1000'],
  [5_000, 'albums', '/api/album'],
  [1_000, 'tags', '/api/tag'],
  [5_000, 'tags', '/api/tag'],
  [1_000, 'keys', '/api/api-key'],
] as const)(
  '%i %s of %s are written by the database, not by the thread that answers all requests (X6)',
  async (howMany, what, path) => {
    const ada = await createUser(database)
    await makeMany[what](ada, howMany)
    const converted = countInTurns(Date.prototype, 'toISOString')
    const { ran, stop } = recordStatements()
    onTestFinished(stop)

    const { body } = await send(server, path, { apiKey: ada.apiKey })

    expect(body).toHaveLength(howMany)
    expect(converted.all).toBeLessThan(100)
    expect(ran.filter(({ rows }) => rows.length > 100)).toEqual([])
  },
)

test.each(['/api/search/places', '/api/search/person'])(
  'what %s finds is folded and converted once, not for each search (X6)',
  async (path) => {
    const ada = await createUser(database)
    const assetIds = await createAssets(database, ada, 300)
    await database.$executeRaw`
      INSERT INTO exif (asset_id, city, latitude, longitude)
      SELECT id, 'Ort ' || number, 1, 2 FROM unnest(${assetIds}::uuid[]) WITH ORDINALITY AS photo (id, number)`
    await database.$executeRaw`
      WITH shown AS (
        INSERT INTO person (id, owner_id, name)
        SELECT id, ${ada.id}::uuid, 'Ort ' || id FROM unnest(${assetIds}::uuid[]) AS id RETURNING id
      )
      INSERT INTO asset_face (id, asset_id, person_id, bounding_box_x1, bounding_box_x2, bounding_box_y1, bounding_box_y2, image_height, image_width)
      SELECT gen_random_uuid(), id, id, 1, 2, 1, 2, 9, 9 FROM shown`
    const search = (name: string) => send(server, `${path}?name=${name}`, { apiKey: ada.apiKey })
    expect((await search('ORT')).body).toHaveLength(300)
    const folded = countInTurns(String.prototype, 'normalize')

    const { body } = await search('ort')

    expect(body).toHaveLength(300)
    expect(folded.all).toBeLessThan(100)
  },
)

test.each(['/api/search/explore', '/api/search/suggestions?type=city'])(
  'what %s shows is found once, not for each request (X6)',
  async (path) => {
    const ada = await createUser(database)
    const assetIds = await createAssets(database, ada, 300)
    await database.$executeRaw`
      INSERT INTO exif (asset_id, city) SELECT id, 'Ort ' || number FROM unnest(${assetIds}::uuid[]) WITH ORDINALITY AS photo (id, number)`
    const first = await send(server, path, { apiKey: ada.apiKey })
    expect(first.text).toContain('Ort 1')
    const sorted = countInTurns(Array.prototype, 'sort')

    const { text } = await send(server, path, { apiKey: ada.apiKey })

    expect(text).toBe(first.text)
    expect(sorted.all).toBe(0)
  },
)
