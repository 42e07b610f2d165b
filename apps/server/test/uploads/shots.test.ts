import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeFolder } from '../fixtures/folder.js'
import { makeHeif, makeJpeg, makeTiff, takenAt, writeTags } from '../fixtures/photo.js'
import { makePlainVideo } from '../fixtures/plain-video.js'
import { createUser, type TestUser } from '../support/database/factories.js'
import { createClientFor } from '../support/http/client.js'
import { openFileLibrary } from '../support/http/file-library.js'
import { succeed } from '../support/jobs/job-library.js'
import { startRealWorker } from '../support/jobs/real-worker.js'
import { makeFile, upload } from '../support/uploads/upload.js'

const { server, dataDir } = await openFileLibrary({ UPLOAD_RESERVE: '0' })
const { database, databaseUrl } = server
const worker = await startRealWorker(
  { DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
  { 'regenerate-thumbnail': succeed, 'transcode-video': succeed },
)

afterAll(worker.stop)

const SHOT = '2024:05:06 07:08:09'

async function makeFilm(seconds: number) {
  const path = join(await makeFolder(), 'film.mov')
  await makePlainVideo(path, seconds)
  return readFile(path)
}

async function makeRaw(dateTimeOriginal: string) {
  const path = join(await makeFolder({ 'shot.dng': await makeTiff() }), 'shot.dng')
  await writeTags(path, { DNGVersion: '1 4 0 0', DateTimeOriginal: dateTimeOriginal })
  return readFile(path)
}

/** Uploads a file by itself, and returns the id of its asset once its metadata have been read. */
async function send(owner: TestUser, content: Uint8Array, name: string, parts: Record<string, string> = {}) {
  const { status, body } = await upload(server, owner, {
    assetData: makeFile(content, name),
    deviceAssetId: name,
    ...parts,
  })
  expect(status).toBe(201)
  await worker.drained()
  return body.id
}

function readAsset(id: string) {
  return database.asset.findUniqueOrThrow({ where: { id }, include: { stack: true } })
}

test.each(['photo', 'video'])(
  'joins the halves of a live photo that come one by one, the %s first (UP7)',
  async (first) => {
    const ada = await createUser(database)
    const photo = async () => send(ada, await makeHeif(), 'IMG_1.HEIC')
    const video = async () => send(ada, await makeFilm(3), 'img_1.mov', { fileCreatedAt: '2024-05-06T07:08:11.000Z' })

    const ids = first === 'photo' ? [await photo(), await video()] : [await video(), await photo()].reverse()

    const [photoId = '', videoId = ''] = ids
    expect(await readAsset(photoId)).toMatchObject({ livePhotoVideoId: videoId, isVisible: true })
    expect(await readAsset(videoId)).toMatchObject({ isVisible: false })
  },
)

test('halves that come by different clocks are joined, and the photo takes the place of the video in its albums (UP15)', async () => {
  const ada = await createUser(database)
  const client = createClientFor(server, ada)
  const videoId = await send(ada, await makeFilm(2), 'IMG_1.mp4', { fileCreatedAt: '2024-05-06T04:38:10.000Z' })
  const otherId = await send(ada, await makeJpeg(), 'IMG_2.jpg')
  const { body: album } = await client.createAlbum({ body: { albumName: 'Trip', assetIds: [videoId, otherId] } })
  const { id } = album as { id: string }
  const readAlbum = async () => (await client.getAlbumInfo({ params: { id }, query: {} })).body

  const before = await readAlbum()
  const photoId = await send(ada, await makeJpeg(takenAt(SHOT)), 'IMG_1.jpg')

  expect(before).toMatchObject({ albumThumbnailAssetId: videoId, assetCount: 2 })
  expect(await readAlbum()).toMatchObject({ albumThumbnailAssetId: photoId, assetCount: 2 })
  const held = await database.albumAsset.findMany({ where: { albumId: id } })
  expect(held.map(({ assetId }) => assetId).sort()).toEqual([photoId, otherId].sort())
  expect(await readAsset(photoId)).toMatchObject({ livePhotoVideoId: videoId })
})

test.each([
  ['of another device', { deviceId: 'other' }],
  ['of another time', { fileCreatedAt: '2024-05-06T07:08:15.000Z' }],
])('does not join a photo and a video %s (UP15)', async (_, parts) => {
  const ada = await createUser(database)
  const photoId = await send(ada, await makeJpeg(), 'IMG_1.jpg')

  const videoId = await send(ada, await makeFilm(3), 'IMG_1.mov', parts)

  expect((await readAsset(photoId)).livePhotoVideoId).toBeNull()
  expect((await readAsset(videoId)).isVisible).toBe(true)
})

test('does not join what two users upload (UP7)', async () => {
  const [ada, ben] = [await createUser(database), await createUser(database)]
  const photoId = await send(ada, await makeJpeg(), 'IMG_1.jpg')

  await send(ben, await makeFilm(3), 'IMG_1.mov')

  expect((await readAsset(photoId)).livePhotoVideoId).toBeNull()
})

test('the video of a form belongs to its photo, whatever was uploaded before (UP7)', async () => {
  const ada = await createUser(database)
  const former = await send(ada, await makeFilm(3), 'IMG_1.mov')

  const { body } = await upload(server, ada, {
    assetData: makeFile(await makeJpeg(), 'IMG_1.jpg'),
    livePhotoData: makeFile(await makeFilm(2), 'IMG_1.mov'),
  })
  await worker.drained()

  const { livePhotoVideoId } = await readAsset(body.id)
  expect([null, former]).not.toContain(livePhotoVideoId)
  expect((await readAsset(former)).isVisible).toBe(true)
})

test.each(['raw', 'jpeg'])('stacks a RAW file and its JPEG that come one by one, the %s first (UP7)', async (first) => {
  const ada = await createUser(database)
  const raw = async () => send(ada, await makeRaw(SHOT), 'shot.DNG')
  const jpeg = async () => send(ada, await makeJpeg(takenAt(SHOT)), 'SHOT.jpg')

  const ids = first === 'raw' ? [await raw(), await jpeg()] : [await jpeg(), await raw()].reverse()

  const [rawId = '', jpegId = ''] = ids
  const { stack } = await readAsset(rawId)
  expect(stack?.primaryAssetId).toBe(jpegId)
  expect((await readAsset(jpegId)).stackId).toBe(stack?.id)
})

test('does not stack a RAW file and a JPEG of another device (UP15)', async () => {
  const ada = await createUser(database)
  const rawId = await send(ada, await makeRaw(SHOT), 'shot.dng')

  const jpegId = await send(ada, await makeJpeg(takenAt(SHOT)), 'shot.jpg', { deviceId: 'other' })

  expect([(await readAsset(rawId)).stackId, (await readAsset(jpegId)).stackId]).toEqual([null, null])
})

test.each([
  ['keep the time that its device told of a photo without one (UP2)', undefined, '2024-05-06T07:08:09.000Z'],
  ['keep the time that a photo tells itself (UP2)', takenAt('2023:01:02 03:04:05'), '2023-01-02T03:04:05.000Z'],
])('the jobs of an upload %s', async (_, exif, taken) => {
  const ada = await createUser(database)
  const { body } = await upload(server, ada, {
    assetData: makeFile(await makeJpeg(exif)),
    fileCreatedAt: '2024-05-06T07:08:09.000Z',
    fileModifiedAt: '2024-05-07T07:08:09.000Z',
  })

  await worker.drained()

  const asset = await database.asset.findUniqueOrThrow({ where: { id: body.id } })
  const jobs = await database.assetJob.findMany({ where: { assetId: asset.id } })
  expect(jobs.map(({ state }) => state)).toEqual(['succeeded', 'succeeded'])
  expect(asset.fileCreatedAt.toISOString()).toBe(taken)
  expect(asset.localDateTime.toISOString()).toBe(taken)
})

test('a date in the name of an upload counts where its device told no more than its last change (UP2)', async () => {
  const ada = await createUser(database)
  const changed = { fileCreatedAt: '2024-05-07T07:08:09.000Z', fileModifiedAt: '2024-05-07T07:08:09.000Z' }
  const assetData = makeFile(await makeJpeg(), 'Screenshot_20190304-050607.jpg')
  const { body } = await upload(server, ada, { assetData, ...changed })

  await worker.drained()

  const asset = await database.asset.findUniqueOrThrow({ where: { id: body.id }, include: { exif: true } })
  expect(asset.fileCreatedAt.toISOString()).toBe('2019-03-04T05:06:07.000Z')
  expect(asset.exif?.dateTimeOriginal).toBeNull()
})
