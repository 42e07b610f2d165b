import * as sdk from '@immich/sdk'
import { describe, expect, test } from 'vitest'
import { createAsset, createAssets, createPerson, createTag, createUser } from './support/database/factories.js'
import { startTestServer } from './support/http/server.js'

const server = await startTestServer()
const { database } = server
const ada = await createUser(database)
const ben = await createUser(database)

sdk.defaults.baseUrl = `${server.url}/api`
sdk.defaults.headers = { 'x-api-key': ada.apiKey }

describe('the client of the self-hosted photo library works unchanged', () => {
  test('createAlbum', async () => {
    const assetIds = await createAssets(database, ada, 2)

    const album = await sdk.createAlbum({ createAlbumDto: { albumName: 'SDK', assetIds, sharedWithUserIds: [ben.id] } })

    expect(album).toMatchObject({ albumName: 'SDK', assetCount: 2, sharedUsers: [{ id: ben.id }] })
  })

  test('addUsersToAlbum', async () => {
    const { id } = await sdk.createAlbum({ createAlbumDto: { albumName: 'SDK' } })

    const album = await sdk.addUsersToAlbum({ id, addUsersDto: { sharedUserIds: [ben.id] } })

    expect(album).toMatchObject({ id, shared: true, sharedUsers: [{ id: ben.id }] })
  })

  test('addAssetsToAlbum, removeAssetFromAlbum', async () => {
    const [first = '', second = ''] = await createAssets(database, ada, 2)
    const { id } = await sdk.createAlbum({ createAlbumDto: { albumName: 'SDK', assetIds: [first] } })

    const added = await sdk.addAssetsToAlbum({ id, key: 'k', bulkIdsDto: { ids: [first, second, ben.id] } })
    const removed = await sdk.removeAssetFromAlbum({ id, bulkIdsDto: { ids: [first, ben.id] } })

    expect(added).toEqual([
      { id: first, success: false, error: sdk.Error.Duplicate },
      { id: second, success: true },
      { id: ben.id, success: false, error: sdk.Error.NotFound },
    ])
    expect(removed).toEqual([
      { id: first, success: true },
      { id: ben.id, success: false, error: sdk.Error.NotFound },
    ])
    expect((await sdk.getAlbumInfo({ id })).assets.map((asset) => asset.id)).toEqual([second])
  })

  test('updateAlbumInfo', async () => {
    const assetIds = await createAssets(database, ada, 2)
    const { id } = await sdk.createAlbum({ createAlbumDto: { albumName: 'SDK', assetIds } })

    const album = await sdk.updateAlbumInfo({
      id,
      updateAlbumDto: {
        albumName: 'Renamed',
        description: 'By the lake',
        albumThumbnailAssetId: assetIds[1] ?? '',
        isActivityEnabled: false,
        order: sdk.AssetOrder.Desc,
      },
    })

    expect(album).toMatchObject({ id, albumName: 'Renamed', description: 'By the lake', assetCount: 2 })
    expect(album).toMatchObject({ albumThumbnailAssetId: assetIds[1], isActivityEnabled: false })
  })

  test('createTag, updateTag, deleteTag', async () => {
    const tag = await sdk.createTag({ createTagDto: { name: 'New', type: sdk.TagTypeEnum.Custom } })
    const renamed = await sdk.updateTag({ id: tag.id, updateTagDto: { name: 'Newer' } })
    await sdk.deleteTag({ id: tag.id })

    expect(renamed).toEqual({ ...tag, name: 'Newer' })
    await expect(sdk.getTagById({ id: tag.id })).rejects.toMatchObject({ status: 404 })
  })

  test('tagAssets, untagAssets', async () => {
    const [first = '', second = ''] = await createAssets(database, ada, 2)
    const { id } = await createTag(database, ada, { assetIds: [first] })

    const tagged = await sdk.tagAssets({ id, assetIdsDto: { assetIds: [first, second, ben.id] } })
    const untagged = await sdk.untagAssets({ id, assetIdsDto: { assetIds: [first, ben.id] } })

    expect(tagged).toEqual([
      { assetId: first, success: false, error: sdk.Error2.Duplicate },
      { assetId: second, success: true },
      { assetId: ben.id, success: false, error: sdk.Error2.NotFound },
    ])
    expect(untagged).toEqual([
      { assetId: first, success: true },
      { assetId: ben.id, success: false, error: sdk.Error2.NotFound },
    ])
  })

  test('getTagAssets', async () => {
    const assetIds = await createAssets(database, ada, 3)
    const tag = await createTag(database, ada, { assetIds })

    const assets = await sdk.getTagAssets({ id: tag.id })

    expect(assets.map(({ id }) => id)).toEqual(assetIds.reverse())
  })

  test('runAssetJobs', async () => {
    const assetIds = await createAssets(database, ada, 1)

    await sdk.runAssetJobs({ assetJobsDto: { assetIds, name: sdk.AssetJobName.RefreshMetadata } })

    expect(await database.assetJob.findMany({ where: { assetId: { in: assetIds } } })).toMatchObject([
      { state: 'queued' },
    ])
  })

  test('getAllTags, getTagById', async () => {
    const tag = await createTag(database, ada, { name: 'SDK' })

    expect(await sdk.getAllTags()).toContainEqual({ id: tag.id, name: 'SDK', type: 'CUSTOM', userId: ada.id })
    expect(await sdk.getTagById({ id: tag.id })).toMatchObject({ id: tag.id })
  })

  test('getAllUsers, getMyUserInfo', async () => {
    const users = await sdk.getAllUsers({ isAll: false })

    expect(users.map(({ id }) => id)).toEqual([ada.id, ben.id])
    expect(await sdk.getMyUserInfo()).toEqual(users[0])
  })

  test('getAllAlbums, getAlbumInfo', async () => {
    const assetIds = await createAssets(database, ada, 2)
    const { id } = await sdk.createAlbum({
      createAlbumDto: { albumName: 'Found', assetIds, sharedWithUserIds: [ben.id] },
    })

    const shared = await sdk.getAllAlbums({ shared: true })
    const holding = await sdk.getAllAlbums({ assetId: assetIds[0] ?? '' })

    expect(shared.find((album) => album.id === id)).toMatchObject({ assetCount: 2, assets: [], shared: true })
    expect(holding.map((album) => album.id)).toEqual([id])
    expect((await sdk.getAlbumInfo({ id, key: 'k' })).assets.map((asset) => asset.id)).toEqual(assetIds.reverse())
    expect(await sdk.getAlbumInfo({ id, withoutAssets: true })).toMatchObject({ assetCount: 2, assets: [] })
  })

  test('getAssetInfo, getAllAssets', async () => {
    const { id, updatedAt } = await createAsset(database, ada, {
      isFavorite: true,
      fileCreatedAt: new Date('2030-01-01'),
    })

    const favorites = await sdk.getAllAssets({
      isFavorite: true,
      isArchived: false,
      userId: ada.id,
      take: 1,
      skip: 0,
      updatedAfter: updatedAt.toISOString(),
      updatedBefore: new Date(updatedAt.getTime() + 60_000).toISOString(),
      ifNoneMatch: '"other"',
    })

    expect(favorites.map((asset) => asset.id)).toEqual([id])
    expect(await sdk.getAssetInfo({ id, key: 'k' })).toEqual(favorites[0])
  })

  test('getTimeBuckets, getTimeBucket', async () => {
    const asset = await createAsset(database, ada, { localDateTime: new Date('1999-12-31T23:59:59.999Z') })
    const person = await createPerson(database, ada, asset)
    const filter = {
      size: sdk.TimeBucketSize.Month,
      isArchived: false,
      isFavorite: false,
      isTrashed: false,
      key: 'k',
      order: sdk.AssetOrder.Asc,
      personId: person.id,
      userId: ada.id,
      withPartners: true,
      withStacked: true,
    }

    const buckets = await sdk.getTimeBuckets(filter)
    const assets = await sdk.getTimeBucket({ ...filter, timeBucket: buckets[0]?.timeBucket ?? '' })

    expect(buckets).toEqual([{ timeBucket: '1999-12-01T00:00:00.000Z', count: 1 }])
    expect(assets.map(({ id }) => id)).toEqual([asset.id])
  })

  test('getAssetStatistics', async () => {
    const before = await sdk.getAssetStatistics({ isArchived: true, isFavorite: true, isTrashed: false })
    await createAsset(database, ada, { type: 'VIDEO', isArchived: true, isFavorite: true })

    const { videos, total } = await sdk.getAssetStatistics({ isArchived: true, isFavorite: true })

    expect([videos, total]).toEqual([before.videos + 1, before.total + 1])
  })

  test('the requests that a client makes first', async () => {
    expect(await sdk.pingServer()).toEqual({ res: 'pong' })
    expect(await sdk.getServerVersion()).toEqual({
      major: expect.any(Number),
      minor: expect.any(Number),
      patch: expect.any(Number),
    })
    expect(await sdk.getServerConfig()).toMatchObject({ isInitialized: true, oauthButtonText: '' })
    expect((await sdk.getSupportedMediaTypes()).image).toEqual(expect.arrayContaining(['.heic', '.jpg', '.nef']))
  })

  test('errors carry the status and the problem', async () => {
    const answer = sdk.getTagAssets({ id: ada.id })

    await expect(answer).rejects.toMatchObject({ status: 404, data: { code: 'not_found' } })
  })
})
