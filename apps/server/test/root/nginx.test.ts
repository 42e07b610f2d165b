import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createClient } from '@media-library/client'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../fixtures/folder.js'
import { makeJpeg } from '../fixtures/photo.js'
import { createAsset, createUser } from '../support/database/factories.js'
import { load, openFileLibrary } from '../support/http/file-library.js'
import { startGatedServer } from '../support/http/gated-server.js'
import { hasNginx, readBlocks, readSite, siteOfMany, startNginx } from '../support/http/nginx.js'
import { databaseWaits } from '../support/long.js'

const ORIGIN = 'https://app.example.org'

const { server, folder, addFile, addDerived } = await openFileLibrary({
  SEND_FILES: 'x-accel-redirect',
  ALLOWED_ORIGINS: ORIGIN,
  UPLOAD_RESERVE: '0',
})
const ada = await createUser(server.database)
const [, locations = ''] = readBlocks('docs/operate/running.md')

/** The server of the page, with the locations of files. */
const site = readSite(server).replace(/\}\n$/, `${locations}}\n`)

const content = Buffer.concat([await makeJpeg(), randomBytes(300_000)])

/** Opens a photo behind an nginx that is configured as the page about operating says. */
async function openBehindNginx(name = 'photo.jpg') {
  const proxy = await startNginx(site.replaceAll('/srv/photos', folder))
  const asset = await addFile(ada, content, { name })
  const get = (headers: Record<string, string> = {}, method = 'GET') =>
    load(proxy, `/asset/file/${asset.id}`, ada, { headers, method })
  return { proxy, asset, get }
}

test
  .runIf(hasNginx)
  .each(['photo.jpg', 'a name with spaces.jpg', '100%.jpg', '%20%2e.jpg', 'Grüße 写真 🏔.jpg', 'a+b;c?d#e.jpg'])(
  'nginx sends %s, with the headers that the service decides (F7)',
  async (name) => {
    const { get } = await openBehindNginx(name)

    const { status, bytes, headers } = await get()

    expect([status, bytes.equals(content)]).toEqual([200, true])
    expect(headers.get('content-type')).toBe('image/jpeg')
    expect(headers.get('content-length')).toBe(String(content.length))
    expect(headers.get('content-disposition')).toMatch(/^inline; filename/)
    expect(headers.get('cache-control')).toBe('private, max-age=86400, no-transform')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect(headers.get('x-accel-redirect')).toBeNull()
  },
)

test.runIf(hasNginx)('nginx answers ranges, conditions and HEAD (F7)', async () => {
  const { get } = await openBehindNginx()
  const whole = await get()
  const etag = whole.headers.get('etag') as string

  const part = await get({ range: 'bytes=100-199' })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${content.length}`])
  expect(part.bytes.equals(content.subarray(100, 200))).toBe(true)
  const parts = await get({ range: 'bytes=0-1,10-11' })
  expect([parts.status, parts.headers.get('content-type')]).toEqual([206, expect.stringMatching(/^multipart\/byter/)])
  expect((await get({ range: `bytes=${content.length}-` })).status).toBe(416)
  expect((await get({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206)
  expect((await get({ range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200)
  expect((await get({ 'if-none-match': etag })).status).toBe(304)
  expect((await get({ 'if-modified-since': whole.headers.get('last-modified') as string })).status).toBe(304)
  const head = await get({}, 'HEAD')
  expect([head.status, head.bytes.length, head.headers.get('content-length')]).toEqual([200, 0, String(content.length)])
})

test.runIf(hasNginx)('nginx sends thumbnails and downloads, too (F7)', async () => {
  const { proxy, asset } = await openBehindNginx('Grüße.jpg')
  const thumbnail = randomBytes(10_000)
  await addDerived(asset, 'webp', thumbnail)
  await server.database.asset.update({ where: { id: asset.id }, data: { resized: true } })

  const shown = await load(proxy, `/asset/thumbnail/${asset.id}`, ada)
  const saved = await load(proxy, `/download/asset/${asset.id}`, ada, { method: 'POST' })

  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(shown.bytes.equals(thumbnail)).toBe(true)
  expect([saved.status, saved.bytes.equals(content)]).toEqual([200, true])
  expect(saved.headers.get('content-disposition')).toContain("filename*=UTF-8''Gr%C3%BC%C3%9Fe.jpg")
})

test.runIf(hasNginx)(
  'a user who may not see the asset gets the 404 of a missing one, and the folder itself is closed (F7)',
  async () => {
    const { proxy, asset } = await openBehindNginx()
    const eve = await createUser(server.database)
    const readProblem = async (id: string) => {
      const { status, code, bytes } = await load(proxy, `/asset/file/${id}`, eve)
      const { instance: _, ...problem } = JSON.parse(bytes.toString())
      return { status, code, problem }
    }

    const foreign = await readProblem(asset.id)
    const missing = await readProblem(randomUUID())
    const direct = await fetch(`${proxy.url}/media-library-files${encodeURI(asset.originalPath)}`)

    expect(foreign.status).toBe(404)
    expect(foreign).toEqual(missing)
    expect(direct.status).toBe(404)
    expect((await load(proxy, `/asset/file/${asset.id}`, { apiKey: 'none' })).status).toBe(401)
  },
)

test.runIf(hasNginx)('nginx sends no file of a folder that its configuration does not name (F7)', async () => {
  const { proxy } = await openBehindNginx()
  const elsewhere = await makeFolder({ 'photo.jpg': content })
  const asset = await createAsset(server.database, ada, { originalPath: join(elsewhere, 'photo.jpg') })

  const { status, bytes } = await load(proxy, `/asset/file/${asset.id}`, ada)

  expect([status, bytes.equals(content)]).toEqual([404, false])
})

test.runIf(hasNginx)('nginx follows no link that takes the place of a file (F7)', async () => {
  const { asset, get } = await openBehindNginx()
  await rm(asset.originalPath)
  await symlink('/etc/passwd', asset.originalPath)
  onTestFinished(() => rm(asset.originalPath))

  const { status, code } = await get()

  expect([status, code]).toEqual([404, 'offline'])
})

test.runIf(hasNginx)(
  'nginx sends the headers by which a page of an allowed origin reads a file, and no other page (F7)',
  async () => {
    const { get } = await openBehindNginx()

    const allowed = await get({ origin: ORIGIN, range: 'bytes=0-9' })
    const other = await get({ origin: 'https://other.example.org' })
    const missing = await get({ origin: ORIGIN, range: `bytes=${content.length}-` })
    const [none, preflight] = [await get(), await get(preflightHeaders, 'OPTIONS')]

    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([206, ORIGIN])
    expect(allowed.headers.get('access-control-expose-headers')).toMatch(/Content-Range.*ETag/)
    expect(allowed.headers.get('vary')).toContain('Origin')
    expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([200, null])
    expect([missing.status, missing.headers.get('access-control-allow-origin')]).toEqual([416, ORIGIN])
    expect([none.status, none.headers.get('access-control-allow-origin')]).toEqual([200, null])
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, ORIGIN])
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/Range.*X-Api-Key/)
  },
)

const preflightHeaders = {
  origin: ORIGIN,
  'access-control-request-method': 'GET',
  'access-control-request-headers': 'range,x-api-key',
}

test.runIf(hasNginx)('a file that is larger than the bodies of a proxy arrives in parts (UP17)', async () => {
  const { url } = await startNginx(site.replace(/client_max_body_size .*;/, 'client_max_body_size 52m;'))
  const file = new File([Uint8Array.from(content), new Uint8Array(56_000_000)], 'large.jpg')

  const { id } = await createClient({ baseUrl: url, apiKey: ada.apiKey }).uploadFile(file)

  const asset = await server.database.asset.findUniqueOrThrow({ where: { id } })
  expect(await readSha1(asset.originalPath)).toEqual(Buffer.from(asset.checksum))
  expect((await stat(asset.originalPath)).size).toBe(file.size)
})

test.runIf(hasNginx)(
  'downloads that are refused because the store is away keep nobody from several servers',
  async () => {
    const away = { S3_ENDPOINT: 'http://127.0.0.1:1', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }
    const environment = { ...databaseWaits, ...away, ORIGINALS_STORAGE: 's3://library' }
    const { database, databaseUrl, url } = await startGatedServer(environment)
    const other = await startGatedServer({ ...environment, DATABASE_URL: databaseUrl })
    const proxy = await startNginx(siteOfMany([{ url }, other]))
    const ben = await createUser(database)
    const { id } = await createAsset(database, ben, { originalPath: 's3://library/photo.jpg' })

    const refused = await Promise.all([1, 2, 3].map(() => load(proxy, `/download/asset/${id}`, ben)))
    const { status } = await load(proxy, '/server-info/ping', ben)

    expect(refused.map((answer) => answer.status)).toEqual([503, 503, 503])
    expect(status).toBe(200)
  },
)

async function readSha1(path: string): Promise<Buffer> {
  const hash = createHash('sha1')
  await pipeline(createReadStream(path), hash)
  return hash.digest()
}
