import { expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { openContext } from '../../src/context.js'
import { handlers } from '../../src/jobs/index.js'
import { startWorkers } from '../../src/jobs/worker.js'
import { countOpenJobs } from '../../src/repositories/job/job-listing.js'
import { makeJpeg, takenAt } from '../fixtures/photo.js'
import { createUser } from '../support/database/factories.js'
import { openFileLibrary } from '../support/http/file-library.js'
import { databaseWaits } from '../support/long.js'
import { until } from '../support/until.js'
import { fileOf, upload } from '../support/uploads/upload.js'

const { server, dataDir } = await openFileLibrary({ UPLOAD_RESERVE: '0' })
const { database, databaseUrl } = server

async function runJobs() {
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'silent', WORKER_STOP_SECONDS: '1' }
  const context = await openContext(readConfig({ ...databaseWaits, ...environment }))
  const worker = await startWorkers(context, { handlers, backoffMs: 20, pollMs: 100 })
  await until(async () => (await countOpenJobs(database)) === 0, 60_000).finally(async () => {
    await worker.stop()
    await context.close()
  })
}

test.each([
  ['UP2 keep the time that its device told of a photo without one', undefined, '2024-05-06T07:08:09.000Z'],
  ['UP2 keep the time that a photo tells itself', takenAt('2023:01:02 03:04:05'), '2023-01-02T03:04:05.000Z'],
])('the jobs of an upload %s', async (_, exif, taken) => {
  const ada = await createUser(database)
  const { body } = await upload(server, ada, {
    assetData: fileOf(await makeJpeg(exif)),
    fileCreatedAt: '2024-05-06T07:08:09.000Z',
    fileModifiedAt: '2024-05-07T07:08:09.000Z',
  })

  await runJobs()

  const asset = await database.asset.findUniqueOrThrow({ where: { id: body.id }, include: { jobs: true } })
  expect(asset.jobs.map(({ state }) => state)).toEqual(['succeeded', 'succeeded'])
  expect(asset.fileCreatedAt.toISOString()).toBe(taken)
  expect(asset.localDateTime.toISOString()).toBe(taken)
})
