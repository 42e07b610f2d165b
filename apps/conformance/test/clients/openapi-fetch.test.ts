import { api } from '@media-library/contract'
import createClient from 'openapi-fetch'
import { describe, expect, inject, test } from 'vitest'
import type { paths } from '../../generated/openapi-typescript.js'
import { isForm } from '../support/form.js'
import { type RefusedRequest, refusals } from '../support/refusals.js'
import type { Operation } from '../support/request.js'

const { url, apiKey, otherUserId, assetIds, tagId } = inject('service')
const client = createClient<paths>({ baseUrl: url, headers: { 'x-api-key': apiKey } })

function ask(operation: Operation, { id, userId, body, headers }: RefusedRequest) {
  const { method, path } = api[operation]
  const init = {
    params: { path: { id, userId } },
    body,
    headers,
    ...(isForm(api[operation]) && { bodySerializer: toForm }),
  }
  return client.request(
    method.toLowerCase() as 'get',
    path.replaceAll(/:(\w+)/g, '{$1}') as never,
    init as never,
  ) as Promise<{
    response: Response
    error?: { code: string }
  }>
}

function toForm(body: Record<string, string | Blob>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) form.append(name, value)
  return form
}

describe('openapi-typescript and openapi-fetch', () => {
  test('createAlbum', async () => {
    const { data, error } = await client.POST('/api/album', { body: { albumName: 'Summer', assetIds } })

    expect(error).toBeUndefined()
    expect(data).toMatchObject({ albumName: 'Summer', assetCount: 3 })
    expect(data?.assets[0]?.tags?.[0]?.name).toBe('Holiday')
  })

  test('addUsersToAlbum', async () => {
    const { data: album } = await client.POST('/api/album', { body: { albumName: 'Summer' } })

    const { data } = await client.PUT('/api/album/{id}/users', {
      params: { path: { id: album?.id ?? '' } },
      body: { sharedUserIds: [otherUserId] },
    })

    expect(data).toMatchObject({ shared: true, sharedUsers: [{ id: otherUserId }] })
  })

  test('getTagAssets', async () => {
    const { data } = await client.GET('/api/tag/{id}/assets', { params: { path: { id: tagId } } })

    expect(data?.map(({ id }) => id).sort()).toEqual(assetIds)
  })

  test('runAssetJobs', async () => {
    const { response } = await client.POST('/api/asset/jobs', { body: { assetIds, name: 'refresh-metadata' } })

    expect(response.status).toBe(204)
  })

  test('generateOAuthConfig', async () => {
    const { data } = await client.POST('/api/oauth/config', { body: { redirectUri: 'http://127.0.0.1/' } })

    expect(data).toMatchObject({ enabled: false, passwordLoginEnabled: true })
  })

  test('features', async () => {
    const { data } = await client.GET('/api/server-info/features')

    expect(data).toMatchObject({ oauth: false, passwordLogin: true })
  })

  test.each(refusals)('%s is refused with its problem', async (operation, refusal) => {
    const { response, error } = await ask(operation, refusal)

    expect([response.status, error?.code]).toEqual([refusal.status, refusal.code])
  })

  test('an error carries the problem, with its code and the faulty fields', async () => {
    const { data, error } = await client.POST('/api/album', { body: { albumName: '', assetIds: [otherUserId] } })

    expect(data).toBeUndefined()
    expect(error?.code).toBe('unusable_ids')
    expect(error?.errors?.[0]?.pointer).toBe('/assetIds/0')
  })

  test('a call without a key is refused', async () => {
    const stranger = createClient<paths>({ baseUrl: url })

    const { error, response } = await stranger.GET('/api/tag/{id}/assets', { params: { path: { id: tagId } } })

    expect(response.status).toBe(401)
    expect(error?.code).toBe('unauthenticated')
  })
})
