import type { Socket } from 'node:net'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTaggedAssets, createUser } from '../support/database/factories.js'
import { query } from '../support/database/query.js'
import { send } from '../support/http/client.js'
import { readPages } from '../support/http/pages.js'
import { openSocket } from '../support/http/raw-http.js'
import { startTestServer } from '../support/http/server.js'
import { until } from '../support/until.js'

/** Few enough that their list needs no place, were their texts of the usual length. */
const ASSETS = 600
/** The longest caption, in characters of two bytes. */
const CAPTION = 'é'.repeat(10_000)
/** As many as the server has for requests. */
const CONNECTIONS = 10

const server = await startTestServer()
const { database } = server
const [hog, ben] = [await createUser(database), await createUser(database)]
const { tag, assetIds } = await createTaggedAssets(database, hog, ASSETS)

beforeAll(async () => {
  await database.$executeRaw`
    INSERT INTO exif (asset_id, description) SELECT id, ${CAPTION} FROM asset WHERE owner_id = ${hog.id}::uuid
    ON CONFLICT (asset_id) DO UPDATE SET description = excluded.description`
})

/** Asks as the hog, and never reads the answer. */
async function stall(path: string): Promise<Socket> {
  const socket = await openSocket(server)
  onTestFinished(() => void socket.destroy())
  socket.pause()
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${hog.apiKey}\r\n\r\n`)
  return socket
}

async function statusFor({ apiKey }: { apiKey: string }) {
  return (await send(server, '/api/user/me', { apiKey })).status
}

async function sessionsThatCopy() {
  const [row] = await query<{ count: string }>(
    server.databaseUrl,
    `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'COPY%' AND state = 'active'`,
  )
  return Number(row?.count)
}

test('readers who never read lists of long texts have places to lose, as those of long lists (X6)', async () => {
  for (let reader = 0; reader < 14; reader++) await stall(`/api/tag/${tag.id}/assets`)

  let most = 0
  await until(async () => {
    const copying = await sessionsThatCopy()
    most = Math.max(most, copying)
    return most === CONNECTIONS || copying < most
  })

  expect(most).toBeLessThan(CONNECTIONS)
  expect(await statusFor(ben)).toBe(200)
})

test('a user who leaves many answers unread is refused until they are read, and no other is (X6)', async () => {
  const sockets = await Promise.all(Array.from({ length: 20 }, () => stall('/api/asset?limit=600')))

  await until(async () => (await statusFor(hog)) === 429)

  expect(await statusFor(ben)).toBe(200)
  for (const socket of sockets) socket.resume()
  await until(async () => (await statusFor(hog)) === 200)
})

/** A page has at most so many bytes of texts. */
const PAGE_BYTES = 8_000_000

test('a page of long texts ends early, and its link leads to the others (X6, T2)', async () => {
  const pages = await readPages<{ id: string }>(server, '/api/asset?limit=600', hog)

  expect(pages.length).toBe(2)
  expect(pages.flat().map(({ id }) => id)).toHaveLength(ASSETS)
  expect(new Set(pages.flat().map(({ id }) => id))).toEqual(new Set(assetIds))
  expect(Buffer.byteLength(JSON.stringify(pages[0]))).toBeLessThan(PAGE_BYTES + ASSETS)
})
