import { mkdir, rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Exif } from 'sharp'
import { expect, test } from 'vitest'
import { makeFolder } from '../fixtures/folder.js'
import { makeHeif, makeJpeg, makeLivePhoto, makeTiff, takenAt, writeTags } from '../fixtures/photo.js'
import { makeRaw as makeRawAround } from '../fixtures/picture.js'
import { makePlainVideo } from '../fixtures/plain-video.js'
import { openImportLibrary } from '../support/import/import-library.js'

const library = await openImportLibrary()
const { database, take, readAsset } = library

async function makeRaw(path: string, dateTimeOriginal: string) {
  await writeTags(path, { DNGVersion: '1 4 0 0', DateTimeOriginal: dateTimeOriginal })
}

/** The video of a live photo with that content identifier. */
async function makeVideoHalf(path: string, contentIdentifier: string) {
  await makePlainVideo(path, 1)
  await writeTags(path, { 'Keys:ContentIdentifier': contentIdentifier })
}

const SHOT = '2024:05:06 07:08:09'

function inZone(offset: string): Exif {
  return { ...takenAt(SHOT), IFD2: { ...takenAt(SHOT).IFD2, OffsetTimeOriginal: offset } }
}

test('joins the two files of a live photo by their content identifier', async () => {
  const folder = await makeFolder({ 'IMG_1.jpg': await makeLivePhoto('A1-B2'), 'IMG_2.jpg': await makeJpeg() })
  await makeVideoHalf(join(folder, 'other-name.mov'), 'A1-B2')

  await take(folder)

  const video = await readAsset(folder, 'other-name.mov')
  expect(video.isVisible).toBe(false)
  expect((await readAsset(folder, 'IMG_1.jpg')).livePhotoVideoId).toBe(video.id)
  expect((await readAsset(folder, 'IMG_2.jpg')).livePhotoVideoId).toBeNull()
})

test('joins a photo and a short MOV with the same name when neither has an identifier', async () => {
  const folder = await makeFolder({ 'IMG_1.HEIC': await makeHeif(), 'IMG_1.JPG': await makeJpeg() })
  await makePlainVideo(join(folder, 'img_1.mov'), 3)

  await take(folder)

  const video = await readAsset(folder, 'img_1.mov')
  expect(video.isVisible).toBe(false)
  expect((await readAsset(folder, 'IMG_1.HEIC')).livePhotoVideoId).toBe(video.id)
  expect((await readAsset(folder, 'IMG_1.JPG')).livePhotoVideoId).toBeNull()
})

const toPhotoName = (video: string) => video.replace(/\..*/, '.jpg')

test('joins the halves of a MOV or an MP4, whether or not the photo tells its zone', async () => {
  const shots = [
    ['IMG_1.mov', '2024-05-06T07:08:10Z', takenAt(SHOT)],
    ['IMG_2.mp4', '2024-05-06T07:08:10Z', takenAt(SHOT)],
    ['IMG_3.mp4', '2024-05-06T05:08:10Z', inZone('+02:00')],
    ['IMG_4.mp4', '2024-05-05T21:38:11Z', takenAt(SHOT)],
  ] as const
  const folder = await makeFolder()
  for (const [name, creation_time, exif] of shots) {
    await writeFile(join(folder, toPhotoName(name)), await makeJpeg(exif))
    await makePlainVideo(join(folder, name), 2, { creation_time })
  }

  await take(folder)

  for (const [name] of shots)
    expect((await readAsset(folder, toPhotoName(name))).livePhotoVideoId).toBe((await readAsset(folder, name)).id)
})

test('joins a photo with an identifier and a video that has lost its own, but not those with two', async () => {
  const folder = await makeFolder({
    'IMG_1.jpg': await makeLivePhoto('A1-B2'),
    'IMG_2.jpg': await makeLivePhoto('C3-D4'),
  })
  await makePlainVideo(join(folder, 'IMG_1.mp4'), 1)
  await makeVideoHalf(join(folder, 'IMG_2.mov'), 'E5-F6')

  await take(folder)

  expect((await readAsset(folder, 'IMG_1.jpg')).livePhotoVideoId).toBe((await readAsset(folder, 'IMG_1.mp4')).id)
  expect((await readAsset(folder, 'IMG_2.jpg')).livePhotoVideoId).toBeNull()
})

test.each([
  ['both clocks tell their zones', '2024-05-06T06:08:10+02:00', inZone('+09:00')],
  ['no zones are so far apart', '2024-05-06T07:15:10Z', takenAt(SHOT)],
])('does not join a photo and a video hours apart if %s', async (_, time, exif) => {
  const folder = await makeFolder({ 'IMG_1.jpg': await makeJpeg(exif) })
  await makePlainVideo(join(folder, 'IMG_1.mov'), 1)
  await writeTags(join(folder, 'IMG_1.mov'), { 'Keys:CreationDate': time })

  await take(folder)

  expect((await readAsset(folder, 'IMG_1.jpg')).livePhotoVideoId).toBeNull()
})

test('does not join a photo and a video of another length, format, folder, name or year', async () => {
  const folder = await makeFolder({
    'length.jpg': await makeJpeg(),
    'format.jpg': await makeJpeg(),
    'folder.jpg': await makeJpeg(),
    'name.jpg': await makeJpeg(),
    'year.jpg': await makeJpeg(takenAt(SHOT)),
  })
  await mkdir(join(folder, 'sub'))
  await makePlainVideo(join(folder, 'length.mov'), 6)
  for (const name of ['format.mkv', 'sub/folder.mov', 'name2.mov']) await makePlainVideo(join(folder, name), 1)
  await makePlainVideo(join(folder, 'year.mov'), 1, { creation_time: '2019-05-06T07:08:09Z' })

  await take(folder)

  const assets = await library.assets()
  expect(assets.map(({ isVisible, livePhotoVideoId }) => [isVisible, livePhotoVideoId])).toEqual(
    Array(10).fill([true, null]),
  )
})

test('joins the second file when it is imported later, and changes nothing after that', async () => {
  const folder = await makeFolder({ 'IMG_1.jpg': await makeLivePhoto('A1-B2') })
  const elsewhere = await makeFolder()
  await makeVideoHalf(join(elsewhere, 'IMG_1.mov'), 'A1-B2')
  await take(folder)

  await rename(join(elsewhere, 'IMG_1.mov'), join(folder, 'IMG_1.mov'))
  await take(folder)
  const joined = await readAsset(folder, 'IMG_1.jpg')
  await utimes(join(folder, 'IMG_1.mov'), 1_700_000_000, 1_700_000_000)
  await take(folder)

  expect(joined.livePhotoVideoId).toBe((await readAsset(folder, 'IMG_1.mov')).id)
  expect(await readAsset(folder, 'IMG_1.jpg')).toEqual(joined)
})

test('joins halves with the same identifier in different folders and libraries of a user, the nearer ones first', async () => {
  const photo = await makeLivePhoto('A1-B2')
  const folder = await makeFolder({ 'photos/IMG_1.jpg': photo })
  const other = await makeFolder({ 'IMG_9.jpg': await makeLivePhoto('C3-D4') })
  await makeVideoHalf(join(other, 'far.mov'), 'A1-B2')
  await makeVideoHalf(join(folder, 'IMG_9.mov'), 'C3-D4')
  await makeVideoHalf(join(other, 'z-near.mov'), 'C3-D4')

  await take(other)
  await take(folder)

  expect((await readAsset(folder, 'photos/IMG_1.jpg')).livePhotoVideoId).toBe((await readAsset(other, 'far.mov')).id)
  expect((await readAsset(other, 'IMG_9.jpg')).livePhotoVideoId).toBe((await readAsset(other, 'z-near.mov')).id)
  expect((await readAsset(folder, 'IMG_9.mov')).isVisible).toBe(true)
})

test.each(['IMG_1.jpg', 'IMG_1.mov'])(
  'when %s is gone, the other half is itself again, until it is back',
  async (name) => {
    const folder = await makeFolder({ 'IMG_1.jpg': await makeJpeg() })
    const elsewhere = await makeFolder()
    await makePlainVideo(join(folder, 'IMG_1.mov'), 1)
    await take(folder)
    const halves = async () => {
      const [photo, video] = [await readAsset(folder, 'IMG_1.jpg'), await readAsset(folder, 'IMG_1.mov')]
      return { isJoined: photo.livePhotoVideoId === video.id, isVideoVisible: video.isVisible }
    }

    await rename(join(folder, name), join(elsewhere, name))
    await take(folder)
    const gone = await halves()
    await rename(join(elsewhere, name), join(folder, name))
    await take(folder)

    expect(gone).toEqual({ isJoined: false, isVideoVisible: true })
    expect(await halves()).toEqual({ isJoined: true, isVideoVisible: false })
  },
)

test('a live photo stays one while its whole folder is missing', async () => {
  const folder = await makeFolder({ 'trip/IMG_1.jpg': await makeJpeg() })
  const elsewhere = await makeFolder()
  await makePlainVideo(join(folder, 'trip/IMG_1.mov'), 1)
  await take(folder)
  const before = await readAsset(folder, 'trip/IMG_1.jpg')

  await rename(join(folder, 'trip'), join(elsewhere, 'trip'))
  await take(folder)

  expect(await readAsset(folder, 'trip/IMG_1.jpg')).toMatchObject({
    isOffline: true,
    livePhotoVideoId: before.livePhotoVideoId,
  })
  expect((await readAsset(folder, 'trip/IMG_1.mov')).isVisible).toBe(false)
})

test('stacks the RAW and the JPEG of a shot, with the JPEG first', async () => {
  const folder = await makeFolder({ 'IMG_1.dng': await makeTiff(), 'img_1.JPG': await makeJpeg(takenAt(SHOT)) })
  await makeRaw(join(folder, 'IMG_1.dng'), SHOT)

  await take(folder)

  const [raw, jpeg] = [await readAsset(folder, 'IMG_1.dng'), await readAsset(folder, 'img_1.JPG')]
  expect(jpeg.stack).toMatchObject({ ownerId: library.ada.id, primaryAssetId: jpeg.id })
  expect(raw.stackId).toBe(jpeg.stackId)
})

test('does not stack shots with different seconds or names', async () => {
  const folder = await makeFolder({
    'IMG_1.dng': await makeTiff(),
    'IMG_1.jpg': await makeJpeg(takenAt('2024:05:06 07:08:10')),
    'IMG_2.jpg': await makeJpeg(takenAt(SHOT)),
  })
  await makeRaw(join(folder, 'IMG_1.dng'), SHOT)

  await take(folder)

  expect(await database.stack.count({ where: { ownerId: library.ada.id } })).toBe(0)
})

test('adds a RAW that is imported later to the stack of its shot', async () => {
  const folder = await makeFolder({ 'IMG_1.dng': await makeTiff(), 'IMG_1.jpg': await makeJpeg(takenAt(SHOT)) })
  const elsewhere = await makeFolder({ 'IMG_1.arw': makeRawAround(await makeJpeg(), 1) })
  await makeRaw(join(folder, 'IMG_1.dng'), SHOT)
  await writeTags(join(elsewhere, 'IMG_1.arw'), { DateTimeOriginal: SHOT, Model: 'ILCE' })
  await take(folder)
  const before = await readAsset(folder, 'IMG_1.jpg')

  await rename(join(elsewhere, 'IMG_1.arw'), join(folder, 'IMG_1.arw'))
  await take(folder)

  expect((await readAsset(folder, 'IMG_1.arw')).stackId).toBe(before.stackId)
  expect(await readAsset(folder, 'IMG_1.jpg')).toEqual(before)
  expect(await database.stack.count({ where: { ownerId: library.ada.id } })).toBe(1)
})
