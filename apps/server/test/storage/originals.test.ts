import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { afterAll, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { openSharedLocks } from '../../src/database/shared-locks.js'
import { createLogger } from '../../src/logger.js'
import { keepSidecars } from '../../src/tags/sidecars/keep-sidecars.js'
import { openIncoming } from '../../src/uploads/incoming/incoming.js'
import { sweepPartialUploads } from '../../src/uploads/incoming/sweep.js'
import { openBucketBytes } from '../../src/uploads/resumable/bucket-bytes.js'
import { openPartialUploads } from '../../src/uploads/resumable/partial-uploads.js'
import { makeFolder } from '../fixtures/folder.js'
import { makeMotionPhoto, makeMp4 } from '../fixtures/motion-photo.js'
import { makeJpeg } from '../fixtures/photo.js'
import { makeVideo } from '../fixtures/video.js'
import { createUser, type TestUser } from '../support/database/factories.js'
import { asProgram } from '../support/http/as-program.js'
import { load } from '../support/http/file-library.js'
import { startGatedServer } from '../support/http/gated-server.js'
import { databaseWaits } from '../support/long.js'
import { runHere } from '../support/processes/cli.js'
import { openObjectStore } from '../support/storage/object-store.js'
import { openOriginalsLibrary } from '../support/storage/originals-library.js'
import { until } from '../support/until.js'
import { beginPatch, create, head, patch, tus } from '../support/uploads/resumable.js'
import { filesIn, makeFile, toSha1, upload } from '../support/uploads/upload.js'

const store = await openObjectStore({ atEnd: afterAll })
const { server, worker, originals, folders, purgeNow } = await openOriginalsLibrary(store.originals)
const { database } = server
const environment = { ...store.originals, DATABASE_URL: server.databaseUrl, DATA_DIR: folders[0] as string }
const photo = await makeJpeg()

const sidecar = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:description><rdf:Alt>
  <rdf:li xml:lang="x-default">Harbour</rdf:li></rdf:Alt></dc:description></rdf:Description></rdf:RDF></x:xmpmeta>`

/** Adds a file, and waits for its jobs. */
async function add(owner: TestUser, content: Uint8Array, name = 'IMG_0001.jpg', parts: Record<string, File> = {}) {
  const { status, body } = await upload(server, owner, { assetData: makeFile(content, name), ...parts })
  expect(status).toBe(201)
  await worker.drained()
  return database.asset.findUniqueOrThrow({ where: { id: body.id } })
}

/** Another server of the same library, which shares no folder. */
async function startBeside(environment: Record<string, string> = {}) {
  const given = { ...databaseWaits, ...store.originals, DATABASE_URL: server.databaseUrl, UPLOAD_RESERVE: '0' }
  return startGatedServer({ ...given, DATA_DIR: await makeFolder(), ...environment })
}

/** The originals of a user in the bucket, by what follows their folder. */
async function listObjects({ id }: { id: string }) {
  const keys = (await store.list()).filter((key) => key.startsWith(`originals/${id}/`))
  return keys.map((key) => key.split('/').at(-1))
}

async function received() {
  return (await Promise.all(folders.map((folder) => filesIn(join(folder, 'upload'))))).flat()
}

test('an upload lies in the bucket alone, and its jobs and its reader find it there', async () => {
  const ada = await createUser(database)

  const asset = await add(ada, photo, 'IMG_0001.jpg', { sidecarData: new File([sidecar], 'a.xmp') })
  const whole = await load(server, `/download/asset/${asset.id}`, ada)
  const part = await load(server, `/asset/file/${asset.id}`, ada, { headers: { range: 'bytes=2-9' } })
  const etag = whole.headers.get('etag') as string
  const known = await load(server, `/asset/file/${asset.id}`, ada, { headers: { 'if-none-match': etag } })
  const head = await load(server, `/asset/file/${asset.id}`, ada, { method: 'HEAD' })

  expect(asset.originalPath).toMatch(`s3://library/originals/${ada.id}/`)
  expect(await listObjects(ada)).toEqual(['IMG_0001.jpg', 'IMG_0001.jpg.xmp'])
  expect(await received()).toEqual([])
  expect([whole.status, whole.bytes.equals(photo), etag]).toEqual([200, true, `"${toSha1(photo, 'base64')}"`])
  expect(whole.headers.get('content-type')).toBe('image/jpeg')
  expect([part.status, part.bytes.equals(photo.subarray(2, 10))]).toEqual([206, true])
  expect([known.status, head.status, head.headers.get('content-length')]).toEqual([304, 200, String(photo.length)])
  const { exifInfo, thumbhash } = await asProgram(server, ada).getAssetInfo(asset.id)
  expect([exifInfo?.description, thumbhash]).toEqual(['Harbour', expect.any(String)])
  expect((await load(server, `/asset/thumbnail/${asset.id}`, ada)).status).toBe(200)
})

test('a large video is sent in parts, transcoded, and served in ranges', async () => {
  const ada = await createUser(database)
  const path = join(await makeFolder(), 'film.mp4')
  await makeVideo(path, { codec: 'vp9', seconds: 1 })
  const film = Buffer.concat([await readFile(path), Buffer.alloc(9_000_000)])

  const asset = await add(ada, film, 'film.mp4')
  const end = await load(server, `/asset/file/${asset.id}?isWeb=false`, ada, { headers: { range: 'bytes=-100' } })

  expect((await load(server, `/download/asset/${asset.id}`, ada)).bytes.equals(film)).toBe(true)
  expect([end.status, end.bytes.length]).toEqual([206, 100])
  expect((await load(server, `/asset/file/${asset.id}`, ada)).headers.get('content-type')).toBe('video/mp4')
})

test('the same content is there once, and what was sent for nothing goes', async () => {
  const ada = await createUser(database)
  const asset = await add(ada, photo)

  const again = await upload(server, ada, { assetData: makeFile(photo) })
  await purgeNow()

  expect([again.status, again.body]).toEqual([200, { id: asset.id, duplicate: true }])
  expect(await listObjects(ada)).toEqual(['IMG_0001.jpg'])
})

test('an upload gives an asset back its object that was lost (UP6)', async () => {
  const ada = await createUser(database)
  const asset = await add(ada, photo)
  await originals.remove(asset.originalPath)
  const lost = await load(server, `/download/asset/${asset.id}`, ada)

  const { status, body } = await upload(server, ada, { assetData: makeFile(photo) })
  await purgeNow()

  expect([lost.code, status, body.id]).toEqual(['offline', 201, asset.id])
  expect((await load(server, `/download/asset/${asset.id}`, ada)).bytes.equals(photo)).toBe(true)
})

test('a deleted upload leaves the bucket with its side-car and the video inside it', async () => {
  const ada = await createUser(database)
  const motion = await makeMotionPhoto('google', await makeMp4())
  const asset = await add(ada, motion, 'PXL.jpg', { sidecarData: new File([sidecar], 'a.xmp') })
  const { livePhotoVideoId } = await asProgram(server, ada).getAssetInfo(asset.id)
  const video = await load(server, `/asset/file/${livePhotoVideoId}`, ada)
  const before = (await store.list()).filter((key) => key.includes(ada.id))

  await asProgram(server, ada).deleteAssets({ ids: [asset.id], force: true })
  const left = () => store.list().then((keys) => keys.filter((key) => key.includes(ada.id)))

  expect([video.status, video.headers.get('content-type')]).toEqual([200, 'video/mp4'])
  expect(before).toContainEqual(expect.stringMatching(`^originals/.motion/${ada.id}/.*mp4$`))
  await until(async () => {
    await purgeNow()
    return (await left()).length === 0
  })
})

test('an archive of photos is imported into the bucket, and nothing of it stays on the disk', async () => {
  const ada = await createUser(database)
  const path = join(await makeFolder(), 'takeout.zip')
  const archive = new ZipFile()
  archive.addBuffer(photo, 'Takeout/Google Photos/Photos from 2019/a.jpg')
  const note = JSON.stringify({
    title: 'a.jpg',
    photoTakenTime: { timestamp: '1561975200' },
    url: 'https://photos.google.com/',
  })
  archive.addBuffer(Buffer.from(note), 'Takeout/Google Photos/Photos from 2019/a.jpg.json')
  archive.end()
  await pipeline(archive.outputStream, createWriteStream(path))

  const { stderr, exitCode } = await runHere(['import', path, '--user', ada.email], environment)
  const asset = await database.asset.findFirstOrThrow({ where: { ownerId: ada.id } })
  await worker.drained()

  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('This is an export of Google Photos.')])
  expect(await listObjects(ada)).toEqual(['a.jpg'])
  expect((await load(server, `/download/asset/${asset.id}`, ada)).bytes.equals(photo)).toBe(true)
  expect(await received()).toEqual([])
})

test('a removed user leaves nothing in the bucket, and another one keeps everything', async () => {
  const [ada, ben] = [await createUser(database), await createUser(database)]
  for (const user of [ada, ben]) {
    await add(user, await makeMotionPhoto('google', await makeMp4()), 'PXL.jpg')
    const { address } = await create(server, user, 500)
    await patch(user, address, 0, photo.subarray(0, 300))
  }
  const left = async ({ id }: TestUser) => (await store.list()).filter((key) => key.includes(id))
  const kept = await left(ben)

  const removed = await runHere(['user', 'remove', ada.email, '--yes'], environment)

  expect([removed.exitCode, removed.stdout]).toEqual([0, `Removed ${ada.email}.\n`])
  expect(await left(ada)).toEqual([])
  expect([kept.length > 2, await left(ben)]).toEqual([true, kept])
})

test('a tag is written into the side-car in the bucket', async () => {
  const ada = await createUser(database)
  const asset = await add(ada, photo)
  const client = asProgram(server, ada)
  const tag = await client.createTag({ name: 'Harbour', type: 'CUSTOM' })

  await client.tagAssets(tag.id, { assetIds: [asset.id] })
  const { logger } = worker.context
  const writer = keepSidecars({ database, logger, originals }, { pollMs: 20 })
  await until(async () => (await listObjects(ada)).length === 2)
  await writer.stop()

  expect((await originals.read(`${asset.originalPath}.xmp`))?.toString()).toContain('Harbour')
  expect((await database.asset.findUniqueOrThrow({ where: { id: asset.id } })).sidecarVersion).toMatch(
    /^IMG_0001.jpg.xmp/,
  )
})

test('with BUCKET_FILES=redirect the store sends the original under its name (F7)', async () => {
  const ada = await createUser(database)
  const asset = await add(ada, photo, 'Grüße.jpg')
  const other = await startBeside({ BUCKET_FILES: 'redirect' })

  const { status, headers } = await load(other, `/download/asset/${asset.id}`, ada)
  const answer = await fetch(headers.get('location') as string)

  expect(status).toBe(302)
  expect(Buffer.from(await answer.arrayBuffer()).equals(photo)).toBe(true)
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; .*Gr%C3%BC%C3%9Fe.jpg/)
})

test('an archive has the objects of assets (F9)', async () => {
  const ada = await createUser(database)
  const other = Buffer.concat([photo, Buffer.from('other')])
  const assets = [await add(ada, photo, 'a.jpg'), await add(ada, other, 'b.jpg')]

  const response = await asProgram(server, ada).downloadArchive({ assetIds: assets.map(({ id }) => id) })

  const zip = await fromBufferPromise(Buffer.from(await response.arrayBuffer()))
  const contents: Buffer[] = []
  for await (const entry of zip.eachEntry()) contents.push(await buffer(await zip.openReadStreamPromise(entry)))
  expect(contents).toEqual([photo, other])
})

test('a store that is down refuses uploads and downloads with 503, leaves nothing, and delays nobody', async () => {
  const ada = await createUser(database)
  const asset = await add(ada, photo)
  const other = Buffer.concat([photo, Buffer.from('other')])
  await store.stop()

  const refused = await upload(server, ada, { assetData: makeFile(other) })
  const unread = await load(server, `/download/asset/${asset.id}`, ada)
  await store.start()
  const later = await upload(server, ada, { assetData: makeFile(other) })
  await worker.drained()
  await purgeNow()

  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([503, 'unavailable', '5'])
  expect([unread.status, unread.code]).toEqual([503, 'unavailable'])
  expect(later.status).toBe(201)
  expect(await listObjects(ada)).toHaveLength(2)
  expect(await received()).toEqual([])
})

test('any server goes on with an upload in parts, of which nothing stays (UP17)', async () => {
  const ada = await createUser(database)
  const content = Buffer.concat([photo, Buffer.alloc(9_000_000, 'abc')])
  const other = await startBeside()
  const parts = () =>
    store.list().then((keys) => keys.filter((key) => key.startsWith(`originals/.resumable/${ada.id}`)))
  const { address } = await create(server, ada, content.length)
  const elsewhere = new URL(new URL(address).pathname, other.url)

  // What so few bytes are, nobody can tell.
  await patch(ada, address, 0, content.subarray(0, 1))
  const first = await patch(ada, address, 1, content.subarray(1, 8_500_000))
  const between = [(await parts()).length, (await head(ada, elsewhere)).offset]
  const last = await patch(ada, elsewhere, 8_500_000, content.subarray(8_500_000))
  const again = await head(ada, address)

  expect([first.status, first.offset, ...between]).toEqual([204, 8_500_000, 3, 8_500_000])
  expect([last.status, last.result]).toEqual([204, { id: expect.any(String), duplicate: false }])
  expect(again.result).toEqual(last.result)
  expect((await load(server, `/download/asset/${last.result?.id}`, ada)).bytes.equals(content)).toBe(true)
  expect(await parts()).toEqual([])
  expect(await received()).toEqual([])
})

test('goes on after a connection that was cut, with what the bucket had acknowledged (UP17)', async () => {
  const ada = await createUser(database)
  const content = Buffer.concat([photo, Buffer.alloc(9_000_000, 'abc')])
  const { address } = await create(server, ada, content.length)
  const socket = await beginPatch(ada, address, { length: content.length })
  socket.write(content.subarray(0, 8_500_000))
  await until(
    async () => (await database.resumableUpload.findFirstOrThrow({ where: { ownerId: ada.id } })).partEnds.length > 0,
  )

  socket.destroy()
  const { offset } = await head(ada, address)
  const { result } = await patch(ada, address, offset ?? 0, content.subarray(offset ?? 0))

  expect(offset).toBeGreaterThan(8_000_000)
  expect((await load(server, `/download/asset/${result?.id}`, ada)).bytes.equals(content)).toBe(true)
})

test('what is no media, or was deleted or left alone, leaves nothing (UP18, UP19)', async () => {
  const ada = await createUser(database)
  const text = Buffer.alloc(2_000_000, 'text')
  const [refused, deleted, left] = [
    await create(server, ada, text.length),
    await create(server, ada, 500),
    await create(server, ada, 500),
  ]
  for (const { address } of [deleted, left]) await patch(ada, address, 0, photo.subarray(0, 300))

  const answer = await patch(ada, refused.address, 0, text)
  const removed = await tus(ada, 'DELETE', deleted.address)
  await database.resumableUpload.updateMany({ where: { ownerId: ada.id }, data: { touchedAt: new Date(0) } })
  const locks = openSharedLocks(server.databaseUrl)
  const incoming = openIncoming(join(await makeFolder(), 'upload'), { database, originals })
  const bucket = originals.bucket as string
  const partials = openPartialUploads(database, openBucketBytes({ database, originals, bucket, incoming }))
  await sweepPartialUploads(partials, { database, locks, logger: createLogger({ logLevel: 'silent' }) })
  await locks.close()

  expect([answer.status, answer.problem.code, removed.status]).toEqual([415, 'not_media', 204])
  expect(await database.resumableUpload.count({ where: { ownerId: ada.id } })).toBe(0)
  expect((await store.list()).filter((key) => key.includes(ada.id))).toEqual([])
})
