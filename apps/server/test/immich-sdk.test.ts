import * as sdk from '@immich/sdk'
import { describe, expect, test } from 'vitest'
import { createAssets, createTag, createUser } from './support/factories.js'
import { startTestServer } from './support/server.js'

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

  test('errors carry the status and the problem', async () => {
    const answer = sdk.getTagAssets({ id: ada.id })

    await expect(answer).rejects.toMatchObject({ status: 404, data: { code: 'not_found' } })
  })
})
