import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { writeChange } from '../../src/asset-changes/update-asset.js'
import { NO_MARKS } from '../../src/assets/metadata/metadata.js'
import { inTransaction } from '../../src/database/transaction.js'
import { Prisma } from '../../src/generated/prisma/client.js'
import { makeFolder } from '../fixtures/folder.js'
import { cameraPhotos, makeJpeg, takenAt, writeTags } from '../fixtures/photo.js'
import { everyChange, readChangedFields } from '../support/assets/every-change.js'
import { createAsset, createUser } from '../support/database/factories.js'
import { readAsset } from '../support/database/plain-asset.js'
import { makeExif } from '../support/jobs/metadata.js'
import { face, makeRegions, openPhotoLibrary } from '../support/jobs/photo-library.js'

const { database, refresh, read, listJobs, createPhoto } = await openPhotoLibrary()

test('records the EXIF of a photo, and where it was taken (J6)', async () => {
  const asset = await createAsset(database, await createUser(database), { originalPath: cameraPhotos.lumia })

  const { state } = await refresh(asset)

  expect(state).toBe('succeeded')
  const written = await read(asset)
  expect(written).toMatchObject({
    fileCreatedAt: new Date('2013-05-10T13:21:35Z'),
    localDateTime: new Date('2013-05-10T15:21:35Z'),
    duration: null,
    tags: [],
    faces: [],
  })
  expect(written.exif).toEqual({
    ...makeExif(),
    assetId: asset.id,
    fileDescription: null,
    ...NO_MARKS,
    make: 'Nokia',
    model: 'Lumia 820',
    fNumber: 2.2,
    iso: 100,
    exposureTime: '1/319',
    orientation: '1',
    exifImageWidth: 1278,
    exifImageHeight: 720,
    latitude: 55.038756,
    longitude: 8.457191,
    timeZone: 'Europe/Berlin',
    dateTimeOriginal: new Date('2013-05-10T13:21:35Z'),
    fileSizeInByte: 329_277n,
    city: 'List',
    state: 'Schleswig-Holstein',
    country: 'Germany',
  })
  expect(written.updatedAt.getTime()).toBeGreaterThan(asset.updatedAt.getTime())
})

test('changes nothing, not even updatedAt, when it runs again', async () => {
  const tags = { ...makeRegions(face('Ada', 0.5)), Subject: ['Sea'], GPSLatitude: 48.8577, GPSLongitude: 2.295 }
  const asset = await createPhoto(await createUser(database), { tags })
  await refresh(asset)
  const first = await read(asset)

  await refresh(asset)

  expect(await read(asset)).toEqual(first)
  expect(first).toMatchObject({ tags: [{}], faces: [{}], exif: { latitude: 48.8577 } })
})

test('prefers the sidecar, and clears the place when the coordinates are removed', async () => {
  const asset = await createPhoto(await createUser(database), {
    tags: {
      ImageDescription: 'inside',
      'EXIF:GPSLatitude': 48.8577,
      'EXIF:GPSLatitudeRef': 'N',
      'EXIF:GPSLongitude': 2.295,
      'EXIF:GPSLongitudeRef': 'E',
    },
  })
  const sidecar = `${asset.originalPath}.xmp`
  await writeTags(sidecar, { 'XMP-dc:Description': 'beside' })
  await refresh(asset)
  const first = await read(asset)
  await writeTags(asset.originalPath, { 'GPS:all': null } as Record<string, unknown>)

  await refresh(asset)

  expect(first.exif).toMatchObject({ description: 'beside', city: 'Paris', state: 'Île-de-France', country: 'France' })
  const second = await read(asset)
  expect(second.exif).toMatchObject({ latitude: null, longitude: null, city: null, state: null, country: null })
})

test('uses the description of the file until a person writes another', async () => {
  const asset = await createPhoto(await createUser(database), { tags: { ImageDescription: 'first' } })
  const describe = async (description: string) => {
    await writeTags(asset.originalPath, { ImageDescription: description })
    await refresh(asset)
    return (await read(asset)).exif?.description
  }

  const followed = [await describe('first'), await describe('second')]
  await database.exif.update({ where: { assetId: asset.id }, data: { description: 'mine' } })
  const kept = [await describe('second'), await describe('third')]

  expect(followed).toEqual(['first', 'second'])
  expect(kept).toEqual(['mine', 'mine'])
})

test('queues the thumbnail again when the orientation has changed', async () => {
  const owner = await createUser(database)
  const upright = await createPhoto(owner, { content: await makeJpeg(takenAt('2024:05:06 07:08:09')) })
  const sideways = await createPhoto(owner, {
    content: await sharp(await makeJpeg())
      .withMetadata({ orientation: 6 })
      .toBuffer(),
  })

  // Both were read before.
  const asBefore = [upright, sideways].map(({ id }) => ({ assetId: id, exifImageWidth: 8 }))
  await database.exif.createMany({ data: asBefore })

  await refresh(upright)
  await refresh(sideways)

  expect(await listJobs(upright)).toEqual([])
  expect(await listJobs(sideways)).toMatchObject([{ name: 'regenerate-thumbnail', state: 'queued' }])
})

test.each([
  ['a file that is gone', undefined, /the file is missing/],
  ['an empty file', '', /empty \(0 bytes\)/],
  ['a text that is named as a photo', 'no photo at all', /not a photo, video or sound/],
])('fails with a reason on %s', async (_, content, reason) => {
  const folder = await makeFolder(content === undefined ? {} : { 'photo.jpg': content })
  const asset = await createAsset(database, await createUser(database), { originalPath: join(folder, 'photo.jpg') })

  await expect(refresh(asset)).rejects.toThrow(reason)

  expect((await read(asset)).exif).toBeNull()
})

test('writes nothing when the asset was deleted', async () => {
  const owner = await createUser(database)
  const asset = await createPhoto(owner, { tags: { ...makeRegions(face('Ada', 0.5)), Subject: ['Sea'] } })
  await database.asset.delete({ where: { id: asset.id } })

  const outcome = await refresh(asset)

  expect(outcome).toMatchObject({
    state: 'succeeded',
    metadata: { assetId: asset.id, keywords: ['Sea'], faces: [{ name: 'Ada' }] },
  })
  expect(await database.exif.count({ where: { assetId: asset.id } })).toBe(0)
  expect(await database.tag.count({ where: { userId: owner.id } })).toBe(0)
  expect(await database.person.count({ where: { ownerId: owner.id } })).toBe(0)
})

test('what a person set outlives reading the file again (CH1, J6)', async () => {
  const owner = await createUser(database)
  const asset = await createPhoto(owner, {
    tags: { DateTimeOriginal: '2001:02:03 04:05:06', Description: 'of the file' },
  })
  await refresh(asset)
  await inTransaction(database, (transaction) =>
    writeChange(transaction, Prisma.sql`SELECT ${asset.id}::uuid`, everyChange, { writeSidecars: false }),
  )

  await refresh(asset, { ownLatitude: everyChange.latitude, ownLongitude: everyChange.longitude })

  const changed = await readAsset(database, asset.id)
  expect(readChangedFields(changed)).toEqual(everyChange)
  expect(changed).toMatchObject({
    fileCreatedAt: everyChange.dateTimeOriginal,
    exifInfo: { timeZone: 'UTC', city: 'Sydney', country: 'Australia' },
  })
})
