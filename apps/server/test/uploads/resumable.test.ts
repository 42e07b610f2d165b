import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { makeJpeg } from '../fixtures/photo.js'
import { createAsset, createKey, createUser, type TestUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { openFileLibrary } from '../support/http/file-library.js'
import { until } from '../support/until.js'
import { beginPatch, create, head, patch, tus } from '../support/uploads/resumable.js'
import { filesIn, makeFile, toSha1, upload } from '../support/uploads/upload.js'
import { SLOWNESS } from '../support/yardstick.js'

const { server, dataDir } = await openFileLibrary({
  UPLOAD_RESERVE: '0',
  UPLOAD_LIMIT: '64MiB',
  // Within them, a busy machine lets some bytes through. Another request takes over after a second of silence, before they are over.
  REQUEST_TIMEOUT_SECONDS: String(3 * Math.ceil(SLOWNESS)),
})
const { database } = server

/** A photo of about two megabytes. */
async function makeLargeJpeg(): Promise<Buffer> {
  return Buffer.concat([await makeJpeg(), Buffer.alloc(2_000_000, 'abc')])
}

/** Where the bytes of an upload lie. */
function toPartialPath({ id }: TestUser, address: string) {
  return join(dataDir, 'upload', '.resumable', id, basename(address))
}

/** 0 before the first byte. */
function readSize(path: string) {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

/** Puts the bytes of an upload where a server that died left them. */
async function putPartial(user: TestUser, address: string, content: Uint8Array) {
  const path = toPartialPath(user, address)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}

function listPartials({ id }: TestUser) {
  return filesIn(join(dataDir, 'upload', '.resumable', id))
}

/** The contents of a user's library. */
async function readContents({ id }: TestUser) {
  const assets = await database.asset.findMany({ where: { ownerId: id } })
  return Promise.all(
    assets.map(async ({ originalPath, checksum }) => {
      const content = await readFile(originalPath)
      expect(createHash('sha1').update(content).digest()).toEqual(Buffer.from(checksum))
      return content
    }),
  )
}

test('needs the permission asset.upload, and is nobody else’s (UP17, X9)', async () => {
  const photo = await makeJpeg()
  const ada = await createUser(database)
  const ben = await createUser(database, { quotaBytes: photo.length })
  await createAsset(database, ada, { uploadedBytes: 5n, isVisible: false })
  await database.formUpload.create({ data: { id: randomUUID(), ownerId: ada.id, bytes: 5n } })
  const reader = { ...ada, apiKey: await createKey(database, ada.id, { scopes: ['asset.read'] }) }
  const metadata = { checksum: toSha1(photo) }

  const { address } = await create(server, ada, photo.length, { metadata })
  const ofBen = await create(server, ben, photo.length, { metadata })
  const answers = [
    await create(server, reader, photo.length, { metadata }),
    await head(reader, address),
    await head(ben, address),
    await patch(ben, address, 0, photo),
  ]

  expect(basename(ofBen.address)).not.toBe(basename(address))
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 404, 404])
  expect((await patch(ben, ofBen.address, 0, photo)).result).toMatchObject({ duplicate: false })
  expect(await head(ada, address)).toMatchObject({ status: 200, offset: 0, result: null })
  expect(await readContents(ben)).toEqual([photo])
})

test('a file that arrives in parts is in the library once, as its client told (UP17)', async () => {
  const ada = await createUser(database)
  const photo = await makeJpeg()

  const { status, address, headers } = await create(server, ada, photo.length, { metadata: { isFavorite: 'true' } })
  const first = await patch(ada, address, 0, photo.subarray(0, 100))
  const asked = await head(ada, address)
  const last = await patch(ada, address, 100, photo.subarray(100))
  const again = await head(ada, address)

  expect([status, first.status, first.offset, asked.offset]).toEqual([201, 204, 100, 100])
  expect(Date.parse(headers.get('upload-expires') ?? '')).toBeGreaterThan(Date.now() + 80_000_000)
  expect([last.status, last.offset, last.result]).toEqual([
    204,
    photo.length,
    { id: expect.any(String), duplicate: false },
  ])
  expect([again.status, again.offset, again.result]).toEqual([200, photo.length, last.result])
  expect(await readContents(ada)).toEqual([photo])
  const told = { isFavorite: true, deviceId: 'test', originalFileName: 'IMG_0001.jpg' }
  expect(await database.asset.findMany({ where: { ownerId: ada.id } })).toMatchObject([
    { id: last.result?.id, ...told },
  ])
})

test('goes on after a connection that was cut in the middle of a request (UP17)', async () => {
  const ada = await createUser(database)
  const photo = await makeLargeJpeg()
  const { address } = await create(server, ada, photo.length)
  const socket = await beginPatch(ada, address, { length: photo.length })
  socket.write(photo.subarray(0, 1_500_000))
  await until(async () => (await readSize(toPartialPath(ada, address))) > 1_000_000)

  socket.destroy()
  const { offset } = await head(ada, address)
  const { result } = await patch(ada, address, offset ?? 0, photo.subarray(offset ?? 0))

  expect(offset).toBeGreaterThan(1_000_000)
  expect(result).toMatchObject({ duplicate: false })
  expect(await readContents(ada)).toEqual([photo])
})

test('of two requests that send the same bytes, the second goes on, and the bytes are written once (UP17)', async () => {
  const ada = await createUser(database)
  const photo = await makeLargeJpeg()
  const { address } = await create(server, ada, photo.length)
  const stale = await beginPatch(ada, address, { length: photo.length })
  const answer = text(stale)
  stale.write(photo.subarray(0, 1_500_000))
  await until(async () => (await readSize(toPartialPath(ada, address))) > 1_000_000)

  const second = await patch(ada, address, 0, photo)
  const { offset } = await head(ada, address)
  const last = await patch(ada, address, offset ?? 0, photo.subarray(offset ?? 0))

  expect([second.status, second.problem.code]).toEqual([409, 'wrong_offset'])
  expect(await answer).toMatch(/^HTTP\/1\.1 409 .*"code":"still_running"/s)
  expect(last.result).toMatchObject({ duplicate: false })
  expect(await readContents(ada)).toEqual([photo])
})

test('an upload goes on after its client has forgotten it, if the client tells the checksum (UP17)', async () => {
  const ada = await createUser(database)
  const photo = await makeJpeg()
  const [metadata, other] = [{ checksum: toSha1(photo) }, { checksum: toSha1(Buffer.from('another')) }]
  const first = await create(server, ada, photo.length, { metadata })
  await patch(ada, first.address, 0, photo.subarray(0, 100))

  const again = await create(server, ada, photo.length, { metadata })
  const differing = await create(server, ada, photo.length, { metadata: other })
  const untold = await create(server, ada, photo.length)
  const { result } = await patch(ada, again.address, 100, photo.subarray(100))

  expect([again.status, again.address, again.offset]).toEqual([201, first.address, 100])
  expect([differing.offset, untold.offset]).toEqual([0, 0])
  expect(result).toMatchObject({ duplicate: false })
  expect(await readContents(ada)).toEqual([photo])
})

test('records an upload that was complete when its server died, at the next question (UP17)', async () => {
  const ada = await createUser(database)
  const photo = await makeJpeg()
  const { address } = await create(server, ada, photo.length)
  await putPartial(ada, address, photo)

  const { offset, result } = await head(ada, address)

  expect([offset, result?.duplicate]).toEqual([photo.length, false])
  expect(await readContents(ada)).toEqual([photo])
})

test('finds the asset of an upload that was recorded when its server died (UP17)', async () => {
  const ada = await createUser(database)
  const photo = await makeJpeg()
  const { address } = await create(server, ada, photo.length)
  await putPartial(ada, address, photo)
  const { body } = await upload(server, ada, { assetData: makeFile(photo) })

  const { result } = await head(ada, address)

  expect(result).toEqual({ id: body.id, duplicate: true })
  expect(await readContents(ada)).toEqual([photo])
  expect(await listPartials(ada)).toEqual([])
})

test('takes the bytes with the request that creates the upload (UP17)', async () => {
  const ada = await createUser(database)
  const photo = await makeJpeg()

  const { status, offset, result } = await create(server, ada, photo.length, { body: photo })

  expect([status, offset, result?.duplicate]).toEqual([201, photo.length, false])
  expect(await readContents(ada)).toEqual([photo])
})

test('tells a content that the caller has before the first byte, and one in the trash returns (UP18)', async () => {
  const ada = await createUser(database)
  const photo = await makeJpeg()
  const { body } = await upload(server, ada, { assetData: makeFile(photo) })
  const metadata = { checksum: toSha1(photo, 'base64') }

  const known = await create(server, ada, photo.length, { metadata })
  const asked = await head(ada, known.address)
  await send(server, '/api/asset', { method: 'DELETE', apiKey: ada.apiKey, body: { ids: [body.id] } })
  const trashed = await create(server, ada, photo.length, { metadata })

  const result = { id: body.id, duplicate: true }
  expect([known.status, known.offset, known.result]).toEqual([201, photo.length, result])
  expect([asked.offset, asked.result]).toEqual([photo.length, result])
  expect(trashed.result).toEqual({ ...result, isRestored: true })
  expect(await readContents(ada)).toEqual([photo])
})

test('refuses before the first byte what uploadFile would refuse for its fields or its size (UP18)', async () => {
  const ada = await createUser(database, { quotaBytes: 1_000_000 })
  await create(server, ada, 600_000)

  const unnamed = await create(server, ada, 10, { metadata: { filename: '/', fileCreatedAt: 'never' } })
  const large = await create(server, ada, 65 * 1024 * 1024)
  const overQuota = await create(server, ada, 500_000)
  const empty = await create(server, ada, 0)

  expect([empty.status, empty.problem.code]).toEqual([415, 'not_media'])
  expect([unnamed.status, unnamed.problem.code]).toEqual([400, 'invalid_request'])
  expect(unnamed.problem.errors?.map(({ pointer }) => pointer).sort()).toEqual([
    '/header/upload-metadata/fileCreatedAt',
    '/header/upload-metadata/filename',
  ])
  expect([large.status, large.problem.code]).toEqual([413, 'payload_too_large'])
  expect([overQuota.status, overQuota.problem.code]).toEqual([413, 'quota_exceeded'])
})

test('a client that knows only tus names the file, and nothing else (UP18)', async () => {
  const ada = await createUser(database)
  const photo = await makeJpeg()
  const encoded = ['name lake.jpg', 'filetype image/jpeg', 'relativePath null'].map((entry) => {
    const [name, value = ''] = entry.split(' ')
    return `${name} ${Buffer.from(value).toString('base64')}`
  })
  const headers = { 'upload-length': String(photo.length), 'upload-metadata': encoded.join(',') }
  const created = await tus(ada, 'POST', `${server.url}/api/upload`, { headers })
  const address = new URL(created.headers.get('location') ?? '', `${server.url}/api/upload`)

  const { result } = await patch(ada, address, 0, photo)

  const asset = await database.asset.findUniqueOrThrow({ where: { id: result?.id ?? '' } })
  expect(asset).toMatchObject({
    originalFileName: 'lake.jpg',
    deviceAssetId: `lake.jpg-${photo.length}`,
    deviceId: 'tus',
  })
})

test('POST with X-HTTP-Method-Override is the method that it names (UP17)', async () => {
  const ada = await createUser(database)
  const photo = await makeJpeg()
  const { address } = await create(server, ada, photo.length)
  const override = (method: string) => ({ 'x-http-method-override': method })
  const part = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }

  const sent = await tus(ada, 'POST', address, { headers: { ...override('PATCH'), ...part }, body: photo })
  const deleted = await tus(ada, 'POST', address, { headers: override('delete') })

  expect([sent.status, sent.result?.duplicate, deleted.status]).toEqual([204, false, 204])
  expect((await head(ada, address)).status).toBe(404)
})

test('keeps an upload for which the quota is used up meanwhile, until there is room (UP18)', async () => {
  const photo = await makeJpeg()
  const ada = await createUser(database, { quotaBytes: photo.length })
  const { address } = await create(server, ada, photo.length)
  await database.user.update({ where: { id: ada.id }, data: { quotaBytes: 1 } })

  const refused = await patch(ada, address, 0, photo)
  const asked = await head(ada, address)
  await database.user.update({ where: { id: ada.id }, data: { quotaBytes: null } })
  const { result } = await head(ada, address)

  expect([refused.status, refused.problem.code]).toEqual([413, 'quota_exceeded'])
  expect([asked.status, asked.offset, asked.result]).toEqual([200, photo.length, null])
  expect(result?.duplicate).toBe(false)
})

test.for([
  ['is no photo, video or sound', Buffer.alloc(1_000), undefined, 415, 'not_media'],
  ['differs from its checksum', await makeJpeg(), toSha1(Buffer.from('another')), 400, 'invalid_request'],
] as const)('removes an upload whose content %s (UP18)', async ([, content, checksum, status, code]) => {
  const ada = await createUser(database)
  const { address } = await create(server, ada, content.length, { metadata: checksum ? { checksum } : {} })

  const refused = await patch(ada, address, 0, content)

  expect([refused.status, refused.problem.code]).toEqual([status, code])
  expect((await head(ada, address)).status).toBe(404)
  expect(await listPartials(ada)).toEqual([])
  expect(await readContents(ada)).toEqual([])
})

test('ends a large upload as soon as its start is not that of a photo, video or sound (UP18)', async () => {
  const ada = await createUser(database)
  const { address } = await create(server, ada, 20_000_000)

  const refused = await patch(ada, address, 0, Buffer.alloc(10_000_000))

  expect([refused.status, refused.problem.code]).toEqual([415, 'not_media'])
  expect((await head(ada, address)).status).toBe(404)
  expect(await listPartials(ada)).toEqual([])
})

test('keeps nothing of an upload that failed before its client heard where it is (UP18)', async () => {
  const ada = await createUser(database)

  const refused = await create(server, ada, 1_000, { body: Buffer.alloc(1_001) })

  expect([refused.status, refused.problem.code]).toEqual([413, 'payload_too_large'])
  expect(await database.resumableUpload.count({ where: { ownerId: ada.id } })).toBe(0)
  expect(await listPartials(ada)).toEqual([])
})

test('keeps what arrived of a resumable upload that is too slow (UP13)', async () => {
  const ada = await createUser(database)
  const photo = await makeLargeJpeg()
  const { address } = await create(server, ada, photo.length)
  const socket = await beginPatch(ada, address, { length: photo.length })
  socket.write(photo.subarray(0, 1_000_000))

  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 .*What arrived is kept\./s)

  expect((await head(ada, address)).offset).toBe(1_000_000)
})

test('an upload is that of its owner, who deletes it, and needs the scope of uploads (UP19)', async () => {
  const [ada, ben] = [await createUser(database), await createUser(database)]
  const reader = { apiKey: await createKey(database, ada.id, { scopes: ['asset.read'] }) }
  const { address } = await create(server, ada, 1_000)

  const ofBen = [
    await head(ben, address),
    await patch(ben, address, 0, Buffer.alloc(10)),
    await tus(ben, 'DELETE', address),
  ]
  const nowhere = await Promise.all(
    ['..%2F..', '%', basename(address).toUpperCase(), `${basename(address)}.json`].map((id) =>
      head(ada, `${server.url}/api/upload/${id}`),
    ),
  )
  const unknown = await create(server, { apiKey: undefined }, 1_000)
  const unscoped = await create(server, reader, 1_000)
  const { offset } = await head(ada, address)
  const deleted = await tus(ada, 'DELETE', address)

  expect(ofBen.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(nowhere.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect([unknown.status, unscoped.status]).toEqual([401, 403])
  expect([offset, deleted.status, (await head(ada, address)).status]).toEqual([0, 204, 404])
  expect(await listPartials(ada)).toEqual([])
})

test('says what it speaks, and refuses what the protocol does (UP19)', async () => {
  const ada = await createUser(database)
  const { address } = await create(server, ada, 1_000)

  const options = await tus(ada, 'OPTIONS', `${server.url}/api/upload`)
  const other = await tus(ada, 'HEAD', address, { headers: { 'tus-resumable': '2.0.0' } })
  const untold = await tus(ada, 'POST', `${server.url}/api/upload`)
  const json = await tus(ada, 'PATCH', address, {
    headers: { 'content-type': 'application/json' },
    body: Buffer.alloc(1),
  })
  const tooMuch = await patch(ada, address, 0, Buffer.alloc(1_001))
  const read = await tus(ada, 'GET', address)

  const extensions = 'creation,creation-with-upload,expiration,termination'
  expect(Object.fromEntries(options.headers)).toMatchObject({
    'tus-version': '1.0.0',
    'tus-extension': extensions,
    'tus-max-size': String(64 * 1024 * 1024),
  })
  expect(options.headers.get('access-control-allow-origin')).toBe(null)
  expect(other.status).toBe(412)
  expect([untold.status, untold.problem.errors?.[0]?.pointer]).toEqual([400, '/header/upload-length'])
  expect([json.status, tooMuch.status, read.status]).toEqual([415, 413, 405])
  expect(read.headers.get('allow')).toBe('HEAD, PATCH, DELETE, OPTIONS')
})
