import { describe, expect, inject, test } from 'vitest'
import * as api from '../../generated/hey-api'
import { createClient } from '../../generated/hey-api/client'
import { type RefusedRequest, refusals } from '../support/refusals.js'
import type { Operation } from '../support/request.js'

const { url, apiKey, narrowApiKey, otherUserId, assetIds, tagId } = inject('service')
const client = createClient({ baseUrl: url, auth: ({ scheme }) => (scheme === 'bearer' ? apiKey : undefined) })

const { addUsersToAlbum, createAlbum, features, generateOAuthConfig, getTagAssets, runAssetJobs } = api

type Ask = (options: never) => Promise<{ response?: Response; error?: { code: string } }>

/** The operations to call. The client creates a stream of events, which does not report a refusal. */
type TestedOperation = Exclude<Operation, 'listenToEvents'>

const asks: Record<TestedOperation, Ask> = api

function ask(operation: TestedOperation, { id, userId, body, headers }: RefusedRequest) {
  const options = { client, ...(id && { path: { id, userId } }), body, headers }
  return asks[operation](options as never)
}

const asked = refusals.flatMap(([operation, refusal]) =>
  operation === 'listenToEvents' ? [] : [[operation, refusal] as const],
)

describe('@hey-api/openapi-ts', () => {
  test('createAlbum', async () => {
    const { data } = await createAlbum({ client, body: { albumName: 'Summer', assetIds } })

    expect(data).toMatchObject({ albumName: 'Summer', assetCount: 3 })
  })

  test('addUsersToAlbum', async () => {
    const { data: album } = await createAlbum({ client, body: { albumName: 'Summer' } })

    const { data } = await addUsersToAlbum({
      client,
      path: { id: album?.id ?? '' },
      body: { sharedUserIds: [otherUserId] },
    })

    expect(data?.sharedUsers[0]?.id).toBe(otherUserId)
  })

  test('getTagAssets', async () => {
    const { data } = await getTagAssets({ client, path: { id: tagId } })

    expect(data?.map(({ id }) => id).sort()).toEqual(assetIds)
  })

  test('runAssetJobs', async () => {
    const { response } = await runAssetJobs({ client, body: { assetIds, name: 'refresh-metadata' } })

    expect(response?.status).toBe(204)
  })

  test('generateOAuthConfig', async () => {
    const { data } = await generateOAuthConfig({ client, body: { redirectUri: 'http://127.0.0.1/' } })

    expect(data?.enabled).toBe(false)
  })

  test('features', async () => {
    const { data } = await features({ client })

    expect(data).toMatchObject({ oauth: false, passwordLogin: true })
  })

  test.each(asked)('%s is refused with its problem', async (operation, refusal) => {
    const { response, error } = await ask(operation, refusal)

    expect([response?.status, error?.code]).toEqual([refusal.status, refusal.code])
  })

  test('an error carries the problem', async () => {
    const narrow = createClient({ baseUrl: url, auth: narrowApiKey })

    const { error, response } = await createAlbum({ client: narrow, body: { albumName: '' } })

    expect(response?.status).toBe(403)
    expect(error?.code).toBe('forbidden')
  })
})
