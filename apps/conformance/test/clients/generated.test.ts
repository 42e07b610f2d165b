import createFetchClient from 'openapi-fetch'
import { describe, expect, inject, test } from 'vitest'
import * as heyApi from '../../generated/hey-api'
import { createClient as createHeyApiClient } from '../../generated/hey-api/client'
import * as oazapfts from '../../generated/oazapfts.js'
import type { paths } from '../../generated/openapi-typescript.js'

const { url, apiKey, otherUserId, assetIds, tagId } = inject('world')

/** What an app does with a tag: lists its assets, makes an album of them, shares it, queues a job, and asks for what it may not see. */
const shared = {
  tagged: assetIds,
  assetCount: assetIds.length,
  sharedUserIds: [otherUserId],
  queued: 204,
  refused: [404, 'not_found'],
}

async function shareByFetch() {
  const client = createFetchClient<paths>({ baseUrl: url, headers: { 'x-api-key': apiKey } })
  const { data: tagged = [] } = await client.GET('/api/tag/{id}/assets', { params: { path: { id: tagId } } })
  const { data: album } = await client.POST('/api/album', { body: { albumName: 'Summer', assetIds } })
  const { data } = await client.PUT('/api/album/{id}/users', {
    params: { path: { id: album?.id ?? '' } },
    body: { sharedUserIds: [otherUserId] },
  })
  const queued = await client.POST('/api/asset/jobs', { body: { assetIds, name: 'refresh-metadata' } })
  const refused = await client.GET('/api/tag/{id}', { params: { path: { id: otherUserId } } })
  return {
    tagged: tagged.map(({ id }) => id).sort(),
    assetCount: album?.assetCount,
    sharedUserIds: data?.sharedUsers.map(({ id }) => id),
    queued: queued.response.status,
    refused: [refused.response.status, refused.error?.code],
  }
}

async function shareByOazapfts() {
  oazapfts.defaults.baseUrl = url
  oazapfts.defaults.headers = { 'x-api-key': apiKey }
  const tagged = await oazapfts.getTagAssets(tagId)
  const album = await oazapfts.createAlbum({ albumName: 'Summer', assetIds })
  if (tagged.status !== 200 || album.status !== 201) throw new Error('no album of the tag')
  const users = await oazapfts.addUsersToAlbum(album.data.id, { sharedUserIds: [otherUserId] })
  const queued = await oazapfts.runAssetJobs({ assetIds, name: 'regenerate-thumbnail' })
  const refused = await oazapfts.getTagById(otherUserId)
  return {
    tagged: tagged.data.map(({ id }) => id).sort(),
    assetCount: album.data.assetCount,
    sharedUserIds: users.status === 200 && users.data.sharedUsers.map(({ id }) => id),
    queued: queued.status,
    refused: [refused.status, refused.status === 404 && refused.data.code],
  }
}

async function shareByHeyApi() {
  const client = createHeyApiClient({ baseUrl: url, auth: ({ scheme }) => (scheme === 'bearer' ? apiKey : undefined) })
  const { data: tagged = [] } = await heyApi.getTagAssets({ client, path: { id: tagId } })
  const { data: album } = await heyApi.createAlbum({ client, body: { albumName: 'Summer', assetIds } })
  const { data } = await heyApi.addUsersToAlbum({
    client,
    path: { id: album?.id ?? '' },
    body: { sharedUserIds: [otherUserId] },
  })
  const queued = await heyApi.runAssetJobs({ client, body: { assetIds, name: 'refresh-metadata' } })
  const refused = await heyApi.getTagById({ client, path: { id: otherUserId } })
  return {
    tagged: tagged.map(({ id }) => id).sort(),
    assetCount: album?.assetCount,
    sharedUserIds: data?.sharedUsers.map(({ id }) => id),
    queued: queued.response?.status,
    refused: [refused.response?.status, refused.error?.code],
  }
}

describe('an app makes an album of a tag', () => {
  test.each([
    ['openapi-typescript and openapi-fetch', shareByFetch],
    ['oazapfts', shareByOazapfts],
    ['@hey-api/openapi-ts', shareByHeyApi],
  ])('with the client that %s generates', async (_name, share) => {
    expect(await share()).toEqual(shared)
  })
})
