import { expect, test } from 'vitest'
import { CrashFault } from '../../src/errors.js'
import type { JobHandler } from '../../src/jobs/job.js'
import type { Metadata } from '../../src/repositories/file/metadata.js'
import { enqueueJobs } from '../../src/repositories/job/job.js'
import { countOpenJobs } from '../../src/repositories/job/job-listing.js'
import { openJobLibrary } from '../support/jobs/job-library.js'
import { exifOf } from '../support/jobs/metadata.js'
import { until } from '../support/until.js'

const taken = new Date('2024-05-06T07:08:09Z')

function metadataOf(assetId: string, exif: Partial<Metadata['exif']>): Metadata {
  return {
    assetId,
    exif: { ...exifOf(), ...exif },
    fileCreatedAt: taken,
    localDateTime: taken,
    duration: null,
    keywords: ['Sea'],
    hiddenKeywords: [],
    faces: [],
  }
}

test('metadata that cannot be written fails its own job, and the others of its batch succeed', async () => {
  const { database, addAssets, startWorker, jobsOf } = await openJobLibrary()
  const ids = await addAssets(8)
  const [odd] = ids
  const tell: JobHandler = async (_, { id }) => {
    return { state: 'succeeded', metadata: metadataOf(id, { latitude: id === odd ? 100 : 10, longitude: 10 }) }
  }
  await enqueueJobs(database, 'refresh-metadata', ids)

  await startWorker({ handlers: { 'refresh-metadata': tell }, backoffMs: 1 })
  await until(async () => (await countOpenJobs(database)) === 0)

  const [failed, ...others] = await jobsOf(ids)
  const reason =
    'its metadata cannot be stored: a latitude of 100 is impossible; correct it in the file, or in a side-car'
  expect(failed).toMatchObject({ state: 'failed', attempts: 1, reason })
  expect(others.map(({ state, attempts }) => [state, attempts])).toEqual(others.map(() => ['succeeded', 1]))
  expect(await database.exif.count()).toBe(7)
  expect(await database.tagAsset.count()).toBe(7)
})

test('a success and its metadata are recorded together, or not at all', async () => {
  const { database, addAssets, startWorker, jobsOf } = await openJobLibrary()
  const ids = await addAssets(4)
  await database.$executeRaw`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$`
  await database.$executeRaw`
    CREATE TRIGGER refuse BEFORE UPDATE ON asset_job FOR EACH ROW
    WHEN (new.state = 'succeeded') EXECUTE FUNCTION refuse()`
  const tell: JobHandler = async (_, { id }) => ({ state: 'succeeded', metadata: metadataOf(id, {}) })
  await enqueueJobs(database, 'refresh-metadata', ids)

  await startWorker({ handlers: { 'refresh-metadata': tell }, backoffMs: 1 })
  await until(async () => (await countOpenJobs(database)) === 0)

  const ended = await jobsOf(ids)
  expect(ended.map(({ state }) => state)).toEqual(ids.map(() => 'failed'))
  expect(ended[0]?.reason).toMatch(/^its metadata cannot be stored: not now$/)
  expect(await database.exif.count()).toBe(0)
})

test('a file on which its tool crashes twice in the same way is not tried a third time', async () => {
  const { database, addAssets, startWorker, jobsOf } = await openJobLibrary()
  const [same = '', varied = ''] = await addAssets(2)
  let attempts = 0
  const crash: JobHandler = async (_, { id }) => {
    attempts += Number(id === varied)
    throw new CrashFault(id === same ? 'the decoder crashed' : `the decoder crashed (${attempts})`)
  }
  await enqueueJobs(database, 'regenerate-thumbnail', [same, varied])

  await startWorker({ handlers: { 'regenerate-thumbnail': crash }, backoffMs: 1 })
  await until(async () => (await countOpenJobs(database)) === 0)

  const ended = await jobsOf([same, varied])
  expect(ended.map(({ state, attempts }) => [state, attempts])).toEqual([
    ['failed', 2],
    ['failed', 3],
  ])

  await enqueueJobs(database, 'regenerate-thumbnail', [same])
  await until(async () => (await countOpenJobs(database)) === 0)

  expect(await jobsOf([same])).toMatchObject([{ state: 'failed', attempts: 2 }])
})
