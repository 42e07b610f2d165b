import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readlink, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { createClient } from '@media-library/client'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../src/config/config.js'
import { openDerivedFiles, toDerivedKey } from '../../../src/storage/derived-files.js'
import { makeFolder } from '../../fixtures/folder.js'
import { makeJpeg } from '../../fixtures/photo.js'
import { createAsset, createUser } from '../../support/database/factories.js'
import { load, openFileLibrary } from '../../support/http/file-library.js'
import { startGatedServer } from '../../support/http/gated-server.js'
import { byLevel, isAlone } from '../../support/long.js'
import { openObjectStore } from '../../support/storage/object-store.js'
import { TIME_LIMIT_MS, until } from '../../support/until.js'

const { server, addFile } = await openFileLibrary({ DATABASE_CONNECTIONS: '1' })
const ada = await createUser(server.database)

/** A service whose derived files are in a bucket, and an asset with a thumbnail there. */
async function openBucket(environment: Record<string, string> = {}) {
  const store = await openObjectStore()
  const given = { ...store.environment, DATA_DIR: await makeFolder(), ...environment }
  const running = await startGatedServer(given)
  const owner = await createUser(running.database)
  const asset = await createAsset(running.database, owner, { resized: true })
  const content = randomBytes(200_000)
  const derived = await openDerivedFiles(readConfig(given))
  await derived.replace([`${toDerivedKey('thumbs', asset)}.webp`], ([path]) => writeFile(path, content))
  derived.close()
  return { store, running, owner, content, path: `/asset/thumbnail/${asset.id}`, asset }
}

test('with SEND_FILES=x-sendfile a proxy sends the file, with the headers of the service (F7)', async () => {
  const folder = await makeFolder({ 'Grüße %20.jpg': await makeJpeg() })
  const running = await startGatedServer({ SEND_FILES: 'x-sendfile', DATA_DIR: folder })
  const owner = await createUser(running.database)
  const named = { originalPath: `${folder}/Grüße %20.jpg`, originalFileName: 'Grüße %20.jpg' }
  const asset = await createAsset(running.database, owner, named)

  const answer = await load(running, `/download/asset/${asset.id}`, owner, { headers: { range: 'bytes=0-9' } })

  expect([answer.status, answer.bytes.length]).toEqual([200, 0])
  expect(answer.headers.get('x-sendfile')).toBe(`${folder}/Gr%C3%BC%C3%9Fe%20%2520.jpg`)
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%2520.jpg")
  expect(answer.headers.get('etag')).toBeNull()
})

test('a file of a bucket is streamed in whole and in ranges, and not sent again to a current copy (F7)', async () => {
  const { running, owner, content, path } = await openBucket()
  const get = (headers: Record<string, string> = {}) => load(running, path, owner, { headers })

  const whole = await get()
  expect([whole.status, whole.bytes.equals(content)]).toEqual([200, true])
  expect(whole.headers.get('content-type')).toBe('image/webp')
  const part = await get({ range: 'bytes=1000-1999' })
  expect([part.status, part.bytes.equals(content.subarray(1_000, 2_000))]).toEqual([206, true])
  expect(part.headers.get('content-range')).toBe('bytes 1000-1999/200000')
  expect((await get({ range: 'bytes=0-1,5-6' })).headers.get('content-type')).toMatch(/^multipart\/byteranges/)
  expect((await get({ 'if-none-match': whole.headers.get('etag') as string })).status).toBe(304)
})

test('with BUCKET_FILES=redirect the store sends the file, from a signed URL that expires (F7)', async () => {
  const { running, owner, content, path, asset } = await openBucket({ BUCKET_FILES: 'redirect' })

  const { status, headers } = await load(running, path, owner)
  const location = headers.get('location') as string
  const answer = await fetch(location)

  expect(status).toBe(302)
  expect(headers.get('cache-control')).toBe('private, max-age=600')
  expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
  expect(Number(new URL(location).searchParams.get('X-Amz-Expires'))).toSatisfy(
    (seconds) => seconds > 600 && seconds <= 900,
  )
  expect(new URL(location).searchParams.get('response-content-type')).toBe('image/webp')
  expect((await load(running, `/asset/thumbnail/${asset.id}?format=JPEG`, owner)).code).toBe('not_generated')
  const client = createClient({ baseUrl: running.url, apiKey: owner.apiKey })
  const followed = await client.getAssetThumbnail(asset.id, {}, { range: 'bytes=10-19' })
  expect(Buffer.from(await followed.arrayBuffer()).equals(content.subarray(10, 20))).toBe(true)
})

test(
  'a store that does not respond is 503 with Retry-After, and delays nobody else (F3)',
  async () => {
    const { store, running, owner, path } = await openBucket({ DATABASE_CONNECTIONS: '1', DATABASE_WAIT_SECONDS: '5' })
    await store.stop()

    const answers = Promise.all(Array.from({ length: 20 }, () => load(running, path, owner)))
    const other = await load(running, '/user/me', owner)

    expect(other.status).toBe(200)
    for (const { status, code, headers } of await answers) {
      expect([status, code, headers.get('retry-after')]).toEqual([503, 'unavailable', '5'])
    }
  },
  TIME_LIMIT_MS,
)

/** All have to stand still within the minute after which the first is disconnected. */
const READERS = byLevel(20, 100, 100)

/** Asks for a file, and then reads nothing of the answer. */
async function askAndWait(path: string): Promise<Socket> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  socket.pause()
  await once(socket, 'connect')
  socket.write(`GET /api${path} HTTP/1.1\r\nHost: x\r\nx-api-key: ${ada.apiKey}\r\n\r\n`)
  return socket
}

/** How many files beneath a folder this process, in which the service runs, has open. */
async function countOpen(folder: string) {
  const names = await readdir('/proc/self/fd')
  const targets = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')))
  return targets.filter((target) => target.startsWith(folder)).length
}

test('readers that stop reading hold no database connection, and their files are closed when they leave (F8)', async () => {
  const asset = await addFile(ada, randomBytes(20_000_000))
  const path = `/download/asset/${asset.id}`
  const folder = dirname(asset.originalPath)

  const sockets = await Promise.all(Array.from({ length: READERS }, () => askAndWait(path)))
  await until(async () => (await countOpen(folder)) === READERS)

  expect((await load(server, '/user/me', ada)).status).toBe(200)
  expect((await load(server, path, ada, { headers: { range: 'bytes=-5' } })).bytes.length).toBe(5)
  for (const socket of sockets) socket.destroy()
  await until(async () => (await countOpen(folder)) === 0)
})

test.runIf(isAlone)(
  'a reader that accepts nothing for a minute is disconnected (F8)',
  { timeout: 90_000 },
  async () => {
    const asset = await addFile(ada, randomBytes(20_000_000))
    const folder = dirname(asset.originalPath)

    await askAndWait(`/download/asset/${asset.id}`)
    await until(async () => (await countOpen(folder)) === 1)

    await until(async () => (await countOpen(folder)) === 0, 80_000)
  },
)
