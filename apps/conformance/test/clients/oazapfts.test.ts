import { describe, expect, inject, test } from 'vitest'
import * as client from '../../generated/oazapfts.js'
import { refusals, signInRequests, wrong } from '../support/refusals.js'
import type { Operation } from '../support/scenarios.js'

const { url, apiKey, otherUserId, assetIds, tagId } = inject('service')
client.defaults.baseUrl = url
client.defaults.headers = { 'x-api-key': apiKey }

const asks: Record<Operation, () => Promise<{ status: number; data?: unknown }>> = {
  createAlbum: () => client.createAlbum({ albumName: '', assetIds: [otherUserId] }),
  addUsersToAlbum: () => client.addUsersToAlbum(otherUserId, { sharedUserIds: [] }),
  getTagAssets: () => client.getTagAssets(otherUserId),
  runAssetJobs: () => client.runAssetJobs({ assetIds: [otherUserId], name: 'refresh-metadata' }),
  generateOAuthConfig: () => client.generateOAuthConfig(wrong.redirect),
  authorize: () => client.authorize(signInRequests.redirect),
  callback: () => client.callback(signInRequests.arrival),
  logout: () => client.logout(),
  features: () => client.features({ headers: wrong.html }),
}

describe('oazapfts', () => {
  test('createAlbum', async () => {
    const answer = await client.createAlbum({ albumName: 'Summer', assetIds }, { prefer: 'return=minimal' })

    expect(answer).toMatchObject({ status: 201, data: { assetCount: 3, assets: [] } })
  })

  test('addUsersToAlbum', async () => {
    const album = await client.createAlbum({ albumName: 'Summer' })
    if (album.status !== 201) throw new Error('no album')

    const answer = await client.addUsersToAlbum(album.data.id, { sharedUserIds: [otherUserId] })

    expect(answer).toMatchObject({ status: 200, data: { sharedUsers: [{ id: otherUserId }] } })
  })

  test('getTagAssets', async () => {
    const answer = await client.getTagAssets(tagId)
    if (answer.status !== 200) throw new Error('no assets')

    expect(answer.data.map(({ id }) => id).sort()).toEqual(assetIds)
  })

  test('runAssetJobs', async () => {
    expect(await client.runAssetJobs({ assetIds, name: 'regenerate-thumbnail' })).toMatchObject({ status: 204 })
  })

  test('generateOAuthConfig', async () => {
    const answer = await client.generateOAuthConfig({ redirectUri: 'http://127.0.0.1/' })

    expect(answer).toMatchObject({ status: 201, data: { enabled: false } })
  })

  test('features', async () => {
    expect(await client.features()).toMatchObject({ status: 200, data: { oauth: false, passwordLogin: false } })
  })

  test.each(Object.entries(asks))('%s is refused with its problem', async (operation, ask) => {
    const [status, code] = refusals[operation as Operation]

    expect(await ask()).toMatchObject({ status, data: { code } })
  })

  test('an error is the problem', async () => {
    const answer = await client.getTagAssets(otherUserId)

    expect(answer).toMatchObject({ status: 404, data: { code: 'not_found' } })
  })
})
