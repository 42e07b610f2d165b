import type { JobName } from '@media-library/contract'
import { BusyFault, CrashFault, TimeFault, TurnFault } from '@media-library/media'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { writeChange } from '../../src/asset-changes/update-asset.js'
import type { Metadata } from '../../src/assets/metadata/metadata.js'
import { inTransaction } from '../../src/database/transaction.js'
import { Prisma } from '../../src/generated/prisma/client.js'
import { enqueueJobs } from '../../src/jobs/queue/enqueue-jobs.js'
import { countOpenJobs } from '../../src/jobs/queue/list-jobs.js'
import type { JobHandler } from '../../src/jobs/worker/job-handler.js'
import { openJobLibrary } from '../support/jobs/job-library.js'
import { makeExif } from '../support/jobs/metadata.js'
import { until } from '../support/until.js'

const taken = new Date('2024-05-06T07:08:09Z')

function makeMetadata(assetId: string, exif: Partial<Metadata['exif']>): Metadata {
  return {
    assetId,
    exif: { ...makeExif(), ...exif },
    fileCreatedAt: taken,
    localDateTime: taken,
    duration: null,
    keywords: ['Sea'],
    hiddenKeywords: [],
    faces: [],
  }
}

const { database, addAssets, addAssetsOfAnother, startWorker, listJobs } = await openJobLibrary(afterAll)
beforeEach(async () => {
  await database.asset.deleteMany()
})

/** Runs jobs of one name until none is left. */
function open(name: JobName) {
  const run = async (ids: string[]) => {
    await enqueueJobs(database, name, ids)
    await until(async () => (await countOpenJobs(database)) === 0)
    return listJobs(ids)
  }
  return {
    run,
    start: (handler: JobHandler) => startWorker({ handlers: { [name]: handler }, backoffMs: 1 }),
  }
}

test('metadata that cannot be written fails its own job, and the others of its batch succeed', async () => {
  const { start, run } = open('refresh-metadata')
  const ids = await addAssets(8)
  await start(async (_, { id }) => {
    return { state: 'succeeded', metadata: makeMetadata(id, { latitude: id === ids[0] ? 100 : 10, longitude: 10 }) }
  })

  const [failed, ...others] = await run(ids)

  const reason =
    'its metadata cannot be stored: a latitude of 100 is impossible; correct it in the file, or in a side-car'
  expect(failed).toMatchObject({ state: 'failed', attempts: 1, reason })
  expect(others.map(({ state, attempts }) => [state, attempts])).toEqual(others.map(() => ['succeeded', 1]))
  expect(await database.exif.count()).toBe(7)
  expect(await database.tagAsset.count()).toBe(7)
})

/** Names a place as the real handler does: for the coordinates that the claim has read. */
const namePlace: JobHandler = async (_, { id, ownLatitude: latitude, ownLongitude: longitude }) => ({
  state: 'succeeded',
  metadata: makeMetadata(id, { latitude, longitude, city: latitude === null ? null : 'Westerland' }),
})

const sylt = { latitude: 54.9, longitude: 8.3 }

test('a place that is not committed yet when a worker looks for jobs gets its names', async () => {
  const { start } = open('refresh-metadata')
  const [id = '', other = ''] = await addAssets(2)
  await enqueueJobs(database, 'refresh-metadata', [id])
  const isDone = async (assetId: string) =>
    (await database.assetJob.count({ where: { assetId, state: 'succeeded' } })) === 1

  await inTransaction(database, async (transaction) => {
    await writeChange(transaction, Prisma.sql`SELECT ${id}::uuid`, sylt, { writeSidecars: false })
    await enqueueJobs(transaction, 'refresh-metadata', [id])
    await start(namePlace)
    await enqueueJobs(database, 'refresh-metadata', [other])
    await until(() => isDone(other))
  })
  await until(() => isDone(id))

  expect(await database.exif.findUnique({ where: { assetId: id } })).toMatchObject({ ...sylt, city: 'Westerland' })
})

test('a place that is committed just after a worker read the old one gets its names', async () => {
  const { start, run } = open('refresh-metadata')
  const [id = ''] = await addAssets(1)
  await start(async (context, asset) => {
    if (asset.ownLatitude === null)
      await inTransaction(database, (transaction) =>
        writeChange(transaction, Prisma.sql`SELECT ${id}::uuid`, sylt, { writeSidecars: false }),
      )
    return namePlace(context, asset)
  })

  await run([id])

  expect(await database.exif.findUnique({ where: { assetId: id } })).toMatchObject({ ...sylt, city: 'Westerland' })
})

test('a success and its metadata are recorded together, or not at all', async () => {
  const { start, run } = open('refresh-metadata')
  const ids = await addAssets(4)
  await database.$executeRaw`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$`
  await database.$executeRaw`
    CREATE TRIGGER refuse BEFORE UPDATE ON asset_job FOR EACH ROW
    WHEN (new.state = 'succeeded') EXECUTE FUNCTION refuse()`
  onTestFinished(async () => {
    await database.$executeRaw`DROP FUNCTION refuse CASCADE`
  })
  await start(async (_, { id }) => ({ state: 'succeeded', metadata: makeMetadata(id, {}) }))

  const ended = await run(ids)

  expect(ended.map(({ state }) => state)).toEqual(ids.map(() => 'failed'))
  expect(ended[0]?.reason).toBe('its metadata cannot be stored: not now')
  expect(await database.exif.count()).toBe(0)
})

test('a file on which its tool crashes twice in the same way is not tried a third time', async () => {
  const { start, run } = open('regenerate-thumbnail')
  const [same = '', varied = ''] = await addAssets(2)
  let attempts = 0
  await start(async (_, { id }) => {
    attempts += Number(id === varied)
    throw new CrashFault(id === same ? 'the decoder crashed' : `the decoder crashed (${attempts})`)
  })

  const [first, again] = [await run([same, varied]), await run([same])]

  expect(first.map(({ state, attempts }) => [state, attempts])).toEqual([
    ['failed', 2],
    ['failed', 3],
  ])
  expect(again).toMatchObject([{ state: 'failed', attempts: 2 }])
})

test.each([
  ['succeeds then', [TimeFault], { state: 'succeeded', attempts: 2, reason: null }],
  ['is refused once it is alone', [TimeFault, TimeFault], { state: 'failed', attempts: 2, reason: 'it took long' }],
  ['is no verdict of a busy machine', [BusyFault], { state: 'succeeded', attempts: 2, reason: null }],
  ['keeps its turn then', [TurnFault], { state: 'succeeded', attempts: 2, reason: null }],
])('what took long is tried again after all others of its owner, and %s', async (_, faults, expected) => {
  const { start, run } = open('regenerate-thumbnail')
  const ids = await addAssets(4)
  const [slow] = ids
  const begun: string[] = []
  let [working, besideLast] = [0, 0]
  await start(async ({ caller }, { id }) => {
    begun.push(id)
    working += 1
    if (caller.isAlone) besideLast += working - 1
    const jobs = await database.assetJob.findMany({ where: { state: 'queued' } })
    working -= 1
    if (caller.isAlone) besideLast += jobs.length
    const fault = id === slow && faults[begun.filter((each) => each === slow).length - 1]
    if (fault) throw new fault('it took long')
    return { state: 'succeeded' }
  })

  const [ended] = await run(ids)

  expect(ended).toMatchObject(expected)
  expect(begun.at(-1)).toBe(slow)
  expect(begun).toHaveLength(5)
  expect(besideLast).toBe(0)
})

test.each([
  ['regenerate-thumbnail', [BusyFault, BusyFault], { state: 'succeeded', attempts: 3 }],
  ['refresh-metadata', [BusyFault, BusyFault, BusyFault], { state: 'failed', attempts: 3 }],
] as const)('a %s that a busy machine held up is tried three times, also alone', async (name, faults, expected) => {
  const { start, run } = open(name)
  const ids = await addAssets(1)
  let attempts = 0
  await start(async () => {
    const fault = faults[attempts]
    attempts += 1
    if (fault) throw new fault('the machine was busy')
    return { state: 'succeeded' }
  })

  expect(await run(ids)).toMatchObject([expected])
})

test.each<[JobName, string, number]>([
  ['transcode-video', 'WORKER_VIDEOS', 1],
  ['regenerate-thumbnail', 'WORKER_IMAGES', 3],
])('however many jobs %s of one user run, one of each other user begins (J9)', async (name, variable, others) => {
  const [many, ...ofOthers] = await Promise.all([
    addAssets(3),
    ...Array.from({ length: others }, () => addAssetsOfAnother(2)),
  ])
  const begun: string[] = []
  const ends: (() => void)[] = []
  const handler: JobHandler = (_, { id }) => {
    begun.push(id)
    return new Promise((resolve) => ends.push(() => resolve({ state: 'succeeded' })))
  }
  await enqueueJobs(database, name, many)
  await startWorker({ handlers: { [name]: handler }, environment: { [variable]: '1' } })
  await until(() => begun.length === 1)

  await enqueueJobs(database, name, ofOthers.flat())
  await until(() => ofOthers.every((ids) => ids.some((id) => begun.includes(id))))

  expect(begun).toHaveLength(1 + others)
  expect(many).toContain(begun[0])
  for (const end of ends) end()
})
