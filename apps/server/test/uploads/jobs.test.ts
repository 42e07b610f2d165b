import { afterAll, expect, test } from 'vitest'
import { makeJpeg, takenAt } from '../fixtures/photo.js'
import { createUser } from '../support/database/factories.js'
import { openFileLibrary } from '../support/http/file-library.js'
import { startRealWorker } from '../support/jobs/real-worker.js'
import { makeFile, upload } from '../support/uploads/upload.js'

const { server, dataDir } = await openFileLibrary({ UPLOAD_RESERVE: '0' })
const { database, databaseUrl } = server
const worker = await startRealWorker({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir })
afterAll(worker.stop)

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
