import { readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { importFolder } from '../../src/import/import-folder.js'
import { makeFolder } from '../fixtures/folder.js'
import { box, type MotionFormat, makeMotionPhoto, makeMp4, makeUltraHdr } from '../fixtures/motion-photo.js'
import { makeHeif, makeJpeg } from '../fixtures/photo.js'
import { makePlainVideo } from '../fixtures/plain-video.js'
import { createUser, type TestUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { load, openFileLibrary } from '../support/http/file-library.js'
import { succeed } from '../support/jobs/job-library.js'
import { startRealWorker } from '../support/jobs/real-worker.js'
import { byLevel } from '../support/long.js'
import { exif } from '../support/media/exif-reader.js'

const { server, dataDir } = await openFileLibrary()
const { database } = server
// What a photo holds is read with its metadata.
const worker = await startRealWorker(
  { DATABASE_URL: server.databaseUrl, DATA_DIR: dataDir },
  { 'regenerate-thumbnail': succeed, 'transcode-video': succeed },
)
let ada: TestUser

beforeEach(async () => {
  ada = await createUser(database)
})

afterAll(worker.stop)

async function take(folder: string) {
  await importFolder({ database, ownerId: ada.id, folder, exif })
  await worker.drained()
}

async function readAgain(assetIds: string[]) {
  const body = { assetIds, name: 'refresh-metadata' }
  await send(server, '/api/asset/jobs', { method: 'POST', apiKey: ada.apiKey, body })
  await worker.drained()
}

/** All that Ada is shown, by its name. */
async function listed(): Promise<Record<string, { id: string; livePhotoVideoId: string | null }>> {
  const { body } = await send(server, '/api/asset', { apiKey: ada.apiKey })
  return Object.fromEntries(body.map((asset: { originalFileName: string }) => [asset.originalFileName, asset]))
}

async function readVideo(name: string): Promise<Buffer | null> {
  const id = (await listed())[name]?.livePhotoVideoId
  return id ? (await load(server, `/asset/file/${id}`, ada)).bytes : null
}

/** The files that the service made of the videos inside Ada's photos. */
async function copies(): Promise<string[]> {
  const found = await readdir(join(dataDir, 'upload/.motion', ada.id), { recursive: true }).catch(() => [])
  return found.filter((name) => name.includes('.mp4'))
}

function owned() {
  return database.asset.count({ where: { ownerId: ada.id } })
}

const commonFormats: Record<string, MotionFormat> = { 'google.jpg': 'google', 'photo.heic': 'heic' }
const allFormats: Record<string, MotionFormat> = {
  ...commonFormats,
  'gain-map.jpg': 'google with a gain map',
  'google-2018.jpg': 'google of 2018',
  'samsung.jpg': 'samsung',
  'samsung-2024.jpg': 'samsung of 2024',
}
const formats = byLevel(commonFormats, allFormats, allFormats)

test('the video inside a photo of any phone is its livePhotoVideoId, and listed nowhere', async () => {
  const made = Object.entries(formats).map(async ([name, format]) => {
    const video = await makeMp4()
    return { name, video, photo: await makeMotionPhoto(format, video) }
  })
  const photos = await Promise.all(made)
  const folder = await makeFolder(Object.fromEntries(photos.map(({ name, photo }) => [name, photo])))

  await take(folder)

  expect(Object.keys(await listed()).sort()).toEqual(Object.keys(formats).sort())
  for (const { name, video } of photos) expect((await readVideo(name))?.equals(video), name).toBe(true)
})

test('what is no video inside a photo is left alone', async () => {
  const video = await makeMp4()
  const google = await makeMotionPhoto('google', video)
  const folder = await makeFolder({
    'ultra-hdr.jpg': await makeUltraHdr(),
    'cut.jpg': google.subarray(0, -100),
    'other-content.jpg': Buffer.concat([google.subarray(0, -video.length), Buffer.alloc(video.length, 7)]),
    'cut.heic': Buffer.concat([await makeHeif(), box('mpvd', video.subarray(0, -100), 8 + video.length)]),
  })

  await take(folder)

  const assets = Object.values(await listed())
  expect(assets.length).toBeGreaterThanOrEqual(3)
  expect(assets.map(({ livePhotoVideoId }) => livePhotoVideoId).filter((id) => id !== null)).toEqual([])
  expect(await copies()).toEqual([])
})

test('a second reading makes no second video, and brings back a copy that was lost', async () => {
  const video = await makeMp4()
  const folder = await makeFolder({ 'photo.jpg': await makeMotionPhoto('google', video) })
  await take(folder)
  const before = await listed()
  const ids = Object.values(before).map(({ id }) => id)

  await readAgain(ids)
  const again = await listed()
  const [copy = ''] = await copies()
  await rm(join(dataDir, 'upload/.motion', ada.id, copy))
  await readAgain(ids)

  expect(again).toEqual(before)
  expect(await owned()).toBe(2)
  expect((await readVideo('photo.jpg'))?.equals(video)).toBe(true)
})

test('a changed photo has its new video, or none', async () => {
  const folder = await makeFolder({ 'photo.jpg': await makeMotionPhoto('google', await makeMp4()) })
  await take(folder)
  const before = await listed()

  const changed = await makeMp4()
  await writeFile(join(folder, 'photo.jpg'), await makeMotionPhoto('samsung', changed))
  await take(folder)
  const video = await readVideo('photo.jpg')
  const after = await listed()
  await writeFile(join(folder, 'photo.jpg'), await makeJpeg())
  await take(folder)

  expect(video?.equals(changed)).toBe(true)
  expect(after['photo.jpg']?.livePhotoVideoId).toBe(before['photo.jpg']?.livePhotoVideoId)
  expect((await listed())['photo.jpg']).toMatchObject({ livePhotoVideoId: null })
  expect(await owned()).toBe(1)
  expect(await copies()).toEqual([])
})

test('a video with a file of its own wins over the one inside, which comes back with its absence', async () => {
  const video = await makeMp4()
  const folder = await makeFolder({ 'IMG_1.jpg': await makeMotionPhoto('google', video) })
  const elsewhere = await makeFolder()
  await take(folder)
  await makePlainVideo(join(folder, 'IMG_1.mov'), 1)
  const taken = new Date('2024-05-06T07:08:09Z')
  for (const name of ['IMG_1.jpg', 'IMG_1.mov']) await utimes(join(folder, name), taken, taken)

  await take(folder)
  const joined = await readVideo('IMG_1.jpg')
  await rename(join(folder, 'IMG_1.mov'), join(elsewhere, 'IMG_1.mov'))
  await take(folder)

  expect(joined?.equals(video)).toBe(false)
  expect((await readVideo('IMG_1.jpg'))?.equals(video)).toBe(true)
})

test.each(['before', 'with', 'after'])(
  'the same video as a file, as Google exports it, is part of the photo when it is imported %s it',
  async (moment) => {
    const video = await makeMp4()
    const [photos, videos] = [await makeFolder(), await makeFolder()]
    const addPhoto = async () => writeFile(join(photos, 'PXL_1.MP.jpg'), await makeMotionPhoto('google', video))
    const addVideo = () => writeFile(join(moment === 'with' ? photos : videos, 'PXL_1.MP.mp4'), video)

    await (moment === 'after' ? addPhoto() : addVideo())
    if (moment === 'with') await addPhoto()
    await take(moment === 'before' ? videos : photos)
    await (moment === 'before' ? addPhoto() : addVideo())
    await take(moment === 'after' ? videos : photos)

    expect(Object.keys(await listed())).toEqual(['PXL_1.MP.jpg'])
    const { livePhotoVideoId } = (await listed())['PXL_1.MP.jpg'] ?? {}
    const joined = await database.asset.findUnique({ where: { id: livePhotoVideoId ?? '' } })
    expect(joined).toMatchObject({ originalFileName: 'PXL_1.MP.mp4', embeddedInId: null })
  },
)

test('an upload of the very video is no duplicate of the one inside a photo', async () => {
  const video = await makeMp4()
  await take(await makeFolder({ 'photo.jpg': await makeMotionPhoto('google', video) }))
  const { checksum } = await database.asset.findFirstOrThrow({ where: { ownerId: ada.id, type: 'VIDEO' } })

  const assets = [{ id: 'video.mp4', checksum: Buffer.from(checksum).toString('hex') }]
  const { body } = await send(server, '/api/asset/bulk-upload-check', {
    method: 'POST',
    apiKey: ada.apiKey,
    body: { assets },
  })

  expect(body).toMatchObject({ results: [{ action: 'accept' }] })
})

test('the video goes with its photo, and no import of its folder marks it as missing', async () => {
  const folder = await makeFolder({ 'photo.jpg': await makeMotionPhoto('google', await makeMp4()) })
  await take(folder)
  const { id = '' } = (await listed())['photo.jpg'] ?? {}

  await take(join(dataDir, 'upload/.motion', ada.id))
  const offline = await database.asset.count({ where: { ownerId: ada.id, isOffline: true } })
  await database.asset.delete({ where: { id } })

  expect(offline).toBe(0)
  expect(await owned()).toBe(0)
})
