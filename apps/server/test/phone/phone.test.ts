import * as sdk from '@immich/sdk'
import { describe, expect, test } from 'vitest'
import { createAsset, createAssets, createUser } from '../support/database/factories.js'
import { openFileLibrary } from '../support/http/file-library.js'

const { server } = await openFileLibrary()
const { database } = server
const ada = await createUser(database, { name: 'Ada', quotaBytes: 9_000 })
const ben = await createUser(database)
sdk.defaults.baseUrl = `${server.url}/api`
sdk.defaults.headers = { 'x-api-key': ada.apiKey }

describe('what only programs of Immich ask', () => {
  test('updateStackParent makes another asset of a stack its primary asset, also of one that a person named twice', async () => {
    const [cover = '', middle = '', last = ''] = await createAssets(database, ada, 3)
    await sdk.updateAssets({ assetBulkUpdateDto: { ids: [middle, last], stackParentId: cover } })

    await sdk.updateStackParent({ updateStackParentDto: { oldParentId: cover, newParentId: last } })
    await sdk.updateStackParent({ updateStackParentDto: { oldParentId: last, newParentId: last } })

    const [first, second, third] = await Promise.all([cover, middle, last].map((id) => sdk.getAssetInfo({ id })))
    expect([first?.stackParentId, second?.stackParentId, third?.stackParentId]).toEqual([last, last, null])
    expect(third?.stackCount).toBe(2)
  })

  test('checkExistingAssets and getAllUserAssetsByDeviceId tell what a device has uploaded, also to the trash (L13)', async () => {
    const of = (deviceAssetId: string, more = {}) =>
      createAsset(database, ada, { deviceId: 'phone', deviceAssetId, ...more })
    await of('a')
    await of('b', { deletedAt: new Date() })
    await of('gone', { deletedAt: new Date(), removedAt: new Date() })
    await of('elsewhere', { deviceId: 'tablet' })
    await createAsset(database, ben, { deviceId: 'phone', deviceAssetId: 'bens' })
    const deviceAssetIds = ['a', 'b', 'gone', 'elsewhere', 'bens', 'unknown', 'a']

    const { existingIds } = await sdk.checkExistingAssets({
      checkExistingAssetsDto: { deviceId: 'phone', deviceAssetIds },
    })
    const all = await sdk.getAllUserAssetsByDeviceId({ deviceId: 'phone' })

    expect(existingIds.sort()).toEqual(['a', 'b'])
    expect(all.sort()).toEqual(['a', 'b'])
    expect(await sdk.getAllUserAssetsByDeviceId({ deviceId: 'a device/of nobody' })).toEqual([])
  })

  test('checkExistingAssets tells long names of uploads and devices apart by their ends (L13)', async () => {
    // No database makes these shorter.
    const start = String.fromCharCode(...Array.from({ length: 999 }, (_, at) => 0x4e00 + ((at * 7_919) % 20_000)))
    const [id, deviceId] = [`${start}1`, `${start}2`]
    await createAsset(database, ada, { deviceId, deviceAssetId: id })
    await createAsset(database, ada, { deviceId: id, deviceAssetId: deviceId })

    const { existingIds } = await sdk.checkExistingAssets({
      checkExistingAssetsDto: { deviceId, deviceAssetIds: [id, deviceId] },
    })

    expect(existingIds).toEqual([id])
    expect(await sdk.getAllUserAssetsByDeviceId({ deviceId: id })).toEqual([deviceId])
  })

  test('getServerInfo tells how full the disk is, and getServerStatistics the figures of the caller alone (L13)', async () => {
    const cleo = await createUser(database, { name: 'Cleo', quotaBytes: 9_000 })
    await createAsset(database, cleo, { uploadedBytes: 700 })
    await createAsset(database, cleo, { type: 'VIDEO' })
    await createAsset(database, cleo, { deletedAt: new Date() })
    const headers = { headers: { 'x-api-key': cleo.apiKey } }

    const info = await sdk.getServerInfo(headers)
    const figures = await sdk.getServerStatistics(headers)

    expect(info.diskSizeRaw).toBeGreaterThan(info.diskUseRaw)
    expect(info).toMatchObject({ diskSize: expect.stringMatching(/^[\d.]+ GiB$/) })
    expect(info.diskUsagePercentage).toBeLessThanOrEqual(100)
    const own = { photos: 1, videos: 1, usage: 700 }
    expect(figures).toEqual({
      ...own,
      usageByUser: [{ ...own, userId: cleo.id, userName: 'Cleo', quotaSizeInBytes: 9_000 }],
    })
  })

  test('getAuditDeletes asks for a full synchronisation, and getPartners lists nobody (L13)', async () => {
    const entityType = sdk.EntityType.Asset
    const deletes = await sdk.getAuditDeletes({ after: '2024-05-06T07:08:09.123456Z', entityType, userId: ada.id })

    expect(deletes).toEqual({ needsFullSync: true, ids: [] })
    expect(await sdk.getPartners({ direction: 'shared-by' })).toEqual([])
  })
})
