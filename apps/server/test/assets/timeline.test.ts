import { describe, expect, test } from 'vitest'
import {
  createAlbum,
  createAsset,
  createAssets,
  createPerson,
  createUser,
  type TestUser,
} from '../support/database/factories.js'
import { createClientFor } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer()
const { database } = server

type Filter = Record<string, unknown>

const listBuckets = async (user: TestUser, query: Filter = {}) => {
  const { status, body } = await createClientFor(server, user).getTimeBuckets({ query: { size: 'DAY', ...query } })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.map(({ timeBucket, count }) => [timeBucket, count])
}

const listAssets = async (user: TestUser, timeBucket: string, query: Filter = {}) => {
  const { status, body } = await createClientFor(server, user).getTimeBucket({
    query: { size: 'DAY', timeBucket, ...query },
  })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.map(({ id }) => id)
}

const takenAt = (owner: TestUser, moment: string, more: Parameters<typeof createAsset>[2] = {}) =>
  createAsset(database, owner, { localDateTime: new Date(moment), fileCreatedAt: new Date(moment), ...more })

describe('getTimeBuckets', () => {
  test('counts by the local time at the place of capture, newest or oldest first (L5)', async () => {
    const ada = await createUser(database)
    const fileCreatedAt = new Date('2023-12-31T22:00:00Z')
    await takenAt(ada, '2024-01-01T00:00:00.000Z', { fileCreatedAt })
    await takenAt(ada, '2024-01-31T23:59:59.999Z')
    await takenAt(ada, '2024-01-31T01:00:00.000Z')
    await takenAt(ada, '1969-07-20T20:17:00.000Z')

    expect(await listBuckets(ada)).toEqual([
      ['2024-01-31T00:00:00.000Z', 2],
      ['2024-01-01T00:00:00.000Z', 1],
      ['1969-07-20T00:00:00.000Z', 1],
    ])
    expect(await listBuckets(ada, { size: 'MONTH', order: 'asc' })).toEqual([
      ['1969-07-01T00:00:00.000Z', 1],
      ['2024-01-01T00:00:00.000Z', 3],
    ])
  })

  test('answers 304 until an asset of the caller changes (L5)', async () => {
    const ada = await createUser(database)
    const { id } = await takenAt(ada, '2024-05-01')
    const client = createClientFor(server, ada)
    const query = { size: 'DAY', isFavorite: false } as const
    const first = await client.getTimeBuckets({ query })
    const etag = String(first.headers.get('etag'))
    const again = () => client.getTimeBuckets({ query, headers: { 'if-none-match': etag } })

    expect((await again()).status).toBe(304)
    await client.updateAsset({ params: { id }, body: { isFavorite: true } })

    expect(await again()).toMatchObject({ status: 200, body: [] })
    expect(first.body).toHaveLength(1)
  })

  test('counts trashed assets apart, and no video of a live photo, and each as its bucket lists it (C14, L7, TR1)', async () => {
    const ada = await createUser(database)
    const { id: trashed } = await takenAt(ada, '2024-05-01', { deletedAt: new Date() })
    await takenAt(ada, '2024-05-01', { isVisible: false })
    const { id: archived } = await takenAt(ada, '2024-05-01', { isArchived: true })
    const { id: favorite } = await takenAt(ada, '2024-05-01T01:00Z', { isFavorite: true })
    const filters: [Filter, string[]][] = [
      [{}, [favorite, archived]],
      [{ isArchived: false, isFavorite: true }, [favorite]],
      [{ isTrashed: true }, [trashed]],
      [{ isTrashed: false, withPartners: true, userId: ada.id }, [favorite, archived]],
    ]

    for (const [filter, ids] of filters) {
      expect(await listBuckets(ada, filter)).toEqual(ids.length > 0 ? [['2024-05-01T00:00:00.000Z', ids.length]] : [])
      expect(await listAssets(ada, '2024-05-01', filter)).toEqual(ids)
    }
  })

  test('counts the assets with a person of the caller, and none with anybody else’s person (L6)', async () => {
    const [ada, ben] = [await createUser(database), await createUser(database)]
    const shown = await takenAt(ada, '2024-05-01')
    await takenAt(ada, '2024-05-01')
    const { id } = await createPerson(database, ada, shown)
    const { id: foreign } = await createPerson(database, ben, shown)
    const { id: hidden } = await createPerson(database, ada, shown, { isHidden: true })

    expect(await listBuckets(ada, { personId: id })).toEqual([['2024-05-01T00:00:00.000Z', 1]])
    expect(await listBuckets(ada, { personId: foreign })).toEqual([])
    expect(await listBuckets(ada, { personId: hidden })).toEqual([])
  })

  test('counts a stack as its primary asset on request, as long as that one is listed (L6)', async () => {
    const ada = await createUser(database)
    const primary = await takenAt(ada, '2024-05-01')
    const { id: stackId } = await database.stack.create({ data: { ownerId: ada.id, primaryAssetId: primary.id } })
    await database.asset.update({ where: { id: primary.id }, data: { stackId } })
    const member = await takenAt(ada, '2024-05-01', { stackId })

    expect(await listAssets(ada, '2024-05-01', { withStacked: true })).toEqual([primary.id])
    expect(await listAssets(ada, '2024-05-01', { withStacked: false })).toHaveLength(2)
    await database.asset.update({ where: { id: primary.id }, data: { deletedAt: new Date() } })
    expect(await listAssets(ada, '2024-05-01', { withStacked: true })).toEqual([member.id])
  })

  test('counts the assets of an album for every user who may see it (L6)', async () => {
    const [ada, ben] = [await createUser(database), await createUser(database)]
    const { id: adas } = await takenAt(ada, '2024-05-01')
    const { id: bens } = await takenAt(ben, '2024-05-01T01:00Z')
    await takenAt(ada, '2024-05-02')
    const { id: albumId } = await createAlbum(database, ada, { assetIds: [adas, bens], sharedWith: [ben] })

    for (const user of [ada, ben]) {
      expect(await listBuckets(user, { albumId })).toEqual([['2024-05-01T00:00:00.000Z', 2]])
      expect(await listAssets(user, '2024-05-01', { albumId })).toEqual([bens, adas])
    }
    expect(await listAssets(ben, '2024-05-01', { albumId, userId: ben.id })).toEqual([bens])
  })
})

describe('getTimeBucket', () => {
  test.each([
    ['DAY', '2024-02-29', 2],
    ['DAY', '2024-02-29T12:34:56.789Z', 2],
    ['DAY', '2024-03-01T00:30:00+01:00', 2],
    ['MONTH', '2024-02-01T00:00:00.000Z', 3],
    ['DAY', '2024-03-01', 1],
    ['MONTH', '0000-01-01', 0],
    ['MONTH', '9999-12-31', 0],
  ])('the %s of %s is the bucket with that moment (L5)', async (size, timeBucket, count) => {
    const ada = await createUser(database)
    for (const moment of ['2024-02-29T00:00Z', '2024-02-29T23:59:59.999Z', '2024-02-01', '2024-03-01']) {
      await takenAt(ada, moment)
    }

    expect(await listAssets(ada, timeBucket, { size })).toHaveLength(count)
  })

  test('streams a bucket of many, in either order', async () => {
    const ada = await createUser(database)
    const ids = await createAssets(database, ada, 1_200)
    await database.asset.updateMany({ where: { ownerId: ada.id }, data: { localDateTime: new Date('2024-05-01') } })

    expect(await listAssets(ada, '2024-05-01', { order: 'asc' })).toEqual(ids)
    expect(await listAssets(ada, '2024-05-01')).toEqual(ids.reverse())
  })
})

test('getAssetStatistics counts by type', async () => {
  const ada = await createUser(database)
  for (const type of ['IMAGE', 'IMAGE', 'VIDEO', 'AUDIO'] as const) await createAsset(database, ada, { type })
  await createAsset(database, ada, { deletedAt: new Date() })
  const countAssets = async (query: Filter) => (await createClientFor(server, ada).getAssetStatistics({ query })).body

  expect(await countAssets({})).toEqual({ images: 2, videos: 1, total: 4 })
  expect(await countAssets({ isTrashed: true })).toEqual({ images: 1, videos: 0, total: 1 })
})

test('a day of many years with hundreds of photos is shown whole (FI7)', async () => {
  const ada = await createUser(database)
  const ids = await createAssets(database, ada, 300)
  const description = 'ü\u{1f600}'.repeat(100)
  await database.$executeRaw`INSERT INTO exif (asset_id, description) SELECT unnest(${ids}::uuid[]), ${description}`
  await database.$executeRaw`
    UPDATE asset SET local_date_time = make_timestamptz(2021 + position::int % 3, 3, 5, 12, 0, 0, 'UTC')
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS taken (asset_id, position) WHERE id = asset_id`

  const { status, body } = await createClientFor(server, ada).getMemoryLane({ query: { day: 5, month: 3 } })

  const memories = status === 200 ? body : []
  expect(memories.map(({ assets }) => assets.length)).toEqual([100, 100, 100])
  const shown = memories.flatMap(({ assets }) => assets)
  expect(shown.map(({ id }) => id).sort()).toEqual(ids.sort())
  expect(new Set(shown.map(({ exifInfo }) => exifInfo?.description))).toEqual(new Set([description]))
})
