import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { PrismaDatabase } from '../../src/database/connect.js'
import { openAdasLibrary } from '../support/database/adas-library.js'
import { createAsset, type TestUser } from '../support/database/factories.js'
import { untilBlocked } from '../support/database/statements.js'
import { LONG_TRANSACTION } from '../support/until.js'

let database: PrismaDatabase
let ada: TestUser

beforeEach(async () => {
  const library = await openAdasLibrary()
  database = library.database
  ada = library.ada
  return library.close
})

function createAlbum(assetIds: string[] = []) {
  const assets = { create: assetIds.map((assetId) => ({ assetId })) }
  return database.album.create({ data: { ownerId: ada.id, albumName: 'A summer', assets } })
}

async function countReferences() {
  return { albumAssets: await database.albumAsset.count(), jobs: await database.assetJob.count() }
}

const name = 'refresh-metadata'

/** What adds references to an asset, in one statement. */
const additions = {
  albums: async (assetIds: string[]) => {
    const { id: albumId } = await createAlbum()
    return () => database.albumAsset.createMany({ data: assetIds.map((assetId) => ({ albumId, assetId })) })
  },
  jobs: async (assetIds: string[]) => () =>
    database.assetJob.createMany({ data: assetIds.map((assetId) => ({ assetId, ownerId: ada.id, name })) }),
}

const cases = Object.entries(additions)

test.each(cases)('%s refuse an asset that does not exist, and take none of the others', async (_, addition) => {
  const add = await addition([(await createAsset(database, ada)).id, randomUUID()])

  await expect(add()).rejects.toMatchObject({ code: 'P2003' })
  expect(await countReferences()).toEqual({ albumAssets: 0, jobs: 0 })
})

test('an asset cannot be in an album that does not exist', async () => {
  const { id: assetId } = await createAsset(database, ada)

  await expect(database.albumAsset.create({ data: { albumId: randomUUID(), assetId } })).rejects.toMatchObject({
    code: 'P2003',
  })
})

test.each(cases)('%s lose an asset that is deleted, and keep the others', async (_, addition) => {
  const [gone, kept] = [await createAsset(database, ada), await createAsset(database, ada)]
  await (await addition([gone.id, kept.id]))()

  await database.asset.delete({ where: { id: gone.id } })

  const left = [...(await database.albumAsset.findMany()), ...(await database.assetJob.findMany())]
  expect(left.map(({ assetId }) => assetId)).toEqual([kept.id])
})

test('an album takes its references with it, also when its owner is deleted', async () => {
  const { id: assetId } = await createAsset(database, ada)
  const album = await createAlbum([assetId])
  await createAlbum([assetId])
  await database.assetJob.create({ data: { assetId, ownerId: ada.id, name } })

  await database.album.delete({ where: { id: album.id } })
  expect(await countReferences()).toEqual({ albumAssets: 1, jobs: 1 })

  await database.user.delete({ where: { id: ada.id } })
  expect(await countReferences()).toEqual({ albumAssets: 0, jobs: 0 })
})

test.each(cases)('%s wait for an asset that is being deleted, and then refuse it', async (_, addition) => {
  const asset = await createAsset(database, ada)
  const add = await addition([asset.id])

  const running = await database.$transaction(async (transaction) => {
    await transaction.asset.delete({ where: { id: asset.id } })
    const added = add().catch((error: unknown) => error)
    await untilBlocked(database)
    return { added }
  }, LONG_TRANSACTION)

  expect(await running.added).toMatchObject({ code: 'P2003' })
  expect(await countReferences()).toEqual({ albumAssets: 0, jobs: 0 })
})

test('the deletion of an asset waits for those who add it, and deletes what they added', async () => {
  const { id: assetId } = await createAsset(database, ada)
  const { id: albumId } = await createAlbum()

  const running = await database.$transaction(async (transaction) => {
    await transaction.albumAsset.create({ data: { albumId, assetId } })
    await transaction.assetJob.create({ data: { assetId, ownerId: ada.id, name } })
    const deleted = database.asset.delete({ where: { id: assetId } }).then(({ id }) => id)
    await untilBlocked(database)
    return { deleted }
  }, LONG_TRANSACTION)

  expect(await running.deleted).toBe(assetId)
  expect(await countReferences()).toEqual({ albumAssets: 0, jobs: 0 })
})

test('the deletion of an album waits for those who add to it, and deletes what they added', async () => {
  const { id: assetId } = await createAsset(database, ada)
  const { id: albumId } = await createAlbum()

  const running = await database.$transaction(async (transaction) => {
    await transaction.albumAsset.create({ data: { albumId, assetId } })
    const deleted = database.album.delete({ where: { id: albumId } }).then(({ id }) => id)
    await untilBlocked(database)
    return { deleted }
  }, LONG_TRANSACTION)

  expect(await running.deleted).toBe(albumId)
  expect(await countReferences()).toEqual({ albumAssets: 0, jobs: 0 })
})

test.each(['RepeatableRead', 'Serializable'] as const)(
  'a transaction that is %s does not see what others commit, so it may not add or delete',
  async (isolationLevel) => {
    const { id } = await createAsset(database, ada)
    const options = { ...LONG_TRANSACTION, isolationLevel }
    const refused = { message: expect.stringMatching(/cannot be added or deleted in a transaction that is/) }

    await expect(
      database.$transaction(
        (transaction) => transaction.assetJob.create({ data: { assetId: id, ownerId: ada.id, name } }),
        options,
      ),
    ).rejects.toMatchObject(refused)
    await expect(
      database.$transaction((transaction) => transaction.asset.delete({ where: { id } }), options),
    ).rejects.toMatchObject(refused)
    expect(await database.asset.count()).toBe(1)
  },
)

test('an id that others refer to cannot change', async () => {
  const { id: assetId } = await createAsset(database, ada)
  const { id: albumId } = await createAlbum([assetId])
  await database.assetJob.create({ data: { assetId, ownerId: ada.id, name } })
  const changed = { message: expect.stringMatching(/the ids in table "\w+" cannot be changed/) }

  for (const change of [
    database.asset.update({ where: { id: assetId }, data: { id: randomUUID() } }),
    database.album.update({ where: { id: albumId }, data: { id: randomUUID() } }),
    database.albumAsset.updateMany({ data: { assetId: randomUUID() } }),
    database.albumAsset.updateMany({ data: { albumId: randomUUID() } }),
    database.assetJob.updateMany({ data: { assetId: randomUUID() } }),
  ]) {
    await expect(change).rejects.toMatchObject(changed)
  }
})
