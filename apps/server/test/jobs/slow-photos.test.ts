import { join } from 'node:path'
import type { JobName } from '@media-library/contract'
import { expect, onTestFinished, test } from 'vitest'
import { announceJobs, enqueueJobs } from '../../src/jobs/queue/enqueue-jobs.js'
import { makeFolder } from '../fixtures/folder.js'
import { makeJpeg } from '../fixtures/photo.js'
import { makeSlowJpeg, makeSlowPng } from '../fixtures/slow-photo.js'
import { openTestDatabase } from '../support/database/database.js'
import { createAsset, createUser } from '../support/database/factories.js'
import { startRealWorker } from '../support/jobs/real-worker.js'
import { until } from '../support/until.js'

const MANY = 40

test.each<[JobName, string, Buffer]>([
  ['refresh-metadata', 'slow.png', makeSlowPng()],
  ['regenerate-thumbnail', 'slow.jpg', makeSlowJpeg()],
])('%s of a photo is done while the %s of another user is still being worked on (X6)', async (name, slow, content) => {
  const { url, database, close } = await openTestDatabase()
  onTestFinished(close)
  const [eve, ben] = [await createUser(database), await createUser(database)]
  const addTo = async (owner: typeof eve, file: string, bytes: Buffer) => {
    const originalPath = join(await makeFolder({ [file]: bytes }), file)
    const { id } = await createAsset(database, owner, { originalPath })
    return id
  }
  const slowOnes = await Promise.all(Array.from({ length: MANY }, () => addTo(eve, slow, content)))
  const photo = await addTo(ben, 'photo.jpg', await makeJpeg())
  const listJobs = (ids: string[]) => database.assetJob.findMany({ where: { assetId: { in: ids }, name } })
  await enqueueJobs(database, name, slowOnes)
  const worker = await startRealWorker({ DATABASE_URL: url, DATA_DIR: await makeFolder() })
  onTestFinished(worker.stop)
  const isAtWork = ({ state }: { state: string }) => state === 'running'
  await until(async () => (await listJobs(slowOnes)).filter(isAtWork).length > 1)

  await enqueueJobs(database, name, [photo])
  void announceJobs(database)
  await until(async () => (await listJobs([photo])).some(({ state }) => state === 'succeeded'))
  const others = await listJobs(slowOnes)

  expect(others.filter(isAtWork)).not.toEqual([])
  expect(others.filter(({ state }) => !['queued', 'running'].includes(state))).toEqual([])
  expect(others.filter(({ reason }) => /took/.test(reason ?? ''))).toEqual([])
})
