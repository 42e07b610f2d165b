import { expect, test } from 'vitest'
import { FIRST_ASSET, tidyBatch } from '../../src/jobs/maintenance.js'
import { claimAttempts, FIRST_TURN } from '../../src/jobs/queue/claim-jobs.js'
import { beat } from '../../src/jobs/queue/registered-worker.js'
import { createAsset, createUser, type TestUser } from '../support/database/factories.js'
import { untilBlocked } from '../support/database/statements.js'
import { createClientFor } from '../support/http/client.js'
import { readUserEvents } from '../support/http/event-reader.js'
import { startTestServer } from '../support/http/server.js'
import { openJobLibrary } from '../support/jobs/job-library.js'
import { LONG_TRANSACTION } from '../support/until.js'

const server = await startTestServer()
const { database } = server
const ada = await createUser(database)
const stranger = await createUser(database)

const name = 'refresh-metadata'

/** What a user may ask for about an asset. */
function asks(user: TestUser, assetId: string) {
  const client = createClientFor(server, user)
  return {
    jobs: () => client.runAssetJobs({ body: { assetIds: [assetId], name } }),
    album: () => client.createAlbum({ body: { albumName: 'Sea', assetIds: [assetId] } }),
    add: async (albumId: string) => client.addAssetsToAlbum({ params: { id: albumId }, body: { ids: [assetId] } }),
  }
}

/** Does something while an asset is being deleted, and lets the deletion end once the work waits for it. */
async function whileDeleting<T>(assetId: string, work: () => Promise<T>): Promise<T> {
  const { working } = await database.$transaction(async (transaction) => {
    await transaction.asset.delete({ where: { id: assetId } })
    const working = work()
    await untilBlocked(database)
    return { working }
  }, LONG_TRANSACTION)
  return working
}

/** All that is answered to a user of jobs and albums. */
async function answeredTo(user: TestUser) {
  const client = createClientFor(server, user)
  const [jobs, counts, albums] = await Promise.all([
    client.getAssetJobs({ query: {} }),
    client.getJobCounts(),
    client.getAllAlbums({ query: {} }),
  ])
  return { jobs: jobs.body, counts: JSON.stringify(counts.body), albums: albums.body }
}

const nothing = { jobs: [], counts: expect.not.stringMatching(/[1-9]/), albums: [] }

test('an album waits for an asset that is being deleted, and then refuses it (C8)', async () => {
  const asset = await createAsset(database, ada)

  const answer = await whileDeleting(asset.id, asks(ada, asset.id).album)

  expect(answer).toMatchObject({ status: 400, body: { code: 'unusable_ids', errors: [{ pointer: '/assetIds/0' }] } })
  expect(await answeredTo(ada)).toMatchObject(nothing)
})

test('an asset that is deleted while it is added to an album is not found', async () => {
  const asset = await createAsset(database, ada)
  const album = await database.album.create({ data: { ownerId: ada.id, albumName: 'Sea' } })

  const answer = await whileDeleting(asset.id, () => asks(ada, asset.id).add(album.id))

  expect(answer).toMatchObject({ status: 200, body: [{ success: false, error: 'not_found' }] })
  await database.album.delete({ where: { id: album.id } })
})

test('a stranger is refused while an asset is being deleted and after that, and is told nothing of it (J2)', async () => {
  const asset = await createAsset(database, ada)
  const { jobs, album } = asks(stranger, asset.id)
  const reader = await readUserEvents(server, stranger)
  const refused = { status: 400, body: { code: 'unusable_ids' } }

  const during = await database.$transaction(async (transaction) => {
    await transaction.asset.delete({ where: { id: asset.id } })
    return [await jobs(), await album()]
  }, LONG_TRANSACTION)
  const after = [await jobs(), await album()]
  reader.leave()

  expect([...during, ...after]).toMatchObject([refused, refused, refused, refused])
  expect(await answeredTo(stranger)).toMatchObject(nothing)
  expect(reader.events).toEqual([])
  expect(await database.assetJob.count({ where: { assetId: asset.id } })).toBe(0)
})

test('a job that is queued while its asset is being deleted is answered to nobody, ends as skipped, and is removed (J7)', async () => {
  const asset = await createAsset(database, ada)
  const findJobs = () => database.assetJob.findMany({ where: { assetId: asset.id } })
  const runner = { name, workerId: stranger.id } as const
  await beat(database, { id: runner.workerId, host: 'a test' })

  const asked = await database.$transaction(async (transaction) => {
    await transaction.asset.delete({ where: { id: asset.id } })
    return asks(ada, asset.id).jobs()
  }, LONG_TRANSACTION)
  const answered = await answeredTo(ada)
  const claimed = await claimAttempts(database, runner, {
    lane: 'short',
    count: 10,
    running: [],
    busy: [],
    each: 10,
    after: FIRST_TURN,
  })
  const ended = await findJobs()
  await tidyBatch(database, FIRST_ASSET)

  expect(asked.status).toBe(204)
  expect(answered).toMatchObject(nothing)
  expect(claimed).toEqual([])
  expect(ended).toMatchObject([{ state: 'skipped', reason: 'the asset was deleted', workerId: null }])
  expect(await findJobs()).toEqual([])
})

test('jobs whose assets are gone do not delay those of others', async () => {
  const { database, addAssets, addAssetsOfAnother } = await openJobLibrary()
  const gone = await addAssets(3)
  const [there] = await addAssetsOfAnother(1)
  const jobs = [...gone, there ?? ''].map((assetId) => ({ assetId, name, ownerId: assetId }))
  await database.assetJob.createMany({ data: jobs })
  await database.asset.deleteMany({ where: { id: { in: gone } } })

  const runner = { name, workerId: ada.id } as const
  await beat(database, { id: runner.workerId, host: 'a test' })
  const claimed = await claimAttempts(database, runner, {
    lane: 'short',
    count: 1,
    running: [],
    busy: [],
    each: 1,
    after: FIRST_TURN,
  })

  expect(claimed).toMatchObject([{ asset: { id: there } }])
})

test('the jobs of assets that are there stay', async () => {
  const { database, addAssets } = await openJobLibrary()
  const [first, second] = (await addAssets(2)) as [string, string]
  const jobs = [first, second].map((assetId) => ({ assetId, name, ownerId: assetId }))
  await database.assetJob.createMany({ data: jobs })
  await database.asset.delete({ where: { id: second } })

  const tidied = await tidyBatch(database, FIRST_ASSET)
  const again = await tidyBatch(database, tidied.searchedTo)

  expect(await database.assetJob.findMany()).toMatchObject([{ assetId: first }])
  expect([tidied.searchedTo, again.searchedTo]).toEqual([second, FIRST_ASSET])
})
