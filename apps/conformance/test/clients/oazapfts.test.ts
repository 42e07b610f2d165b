import { describe, expect, inject, test } from 'vitest'
import * as client from '../../generated/oazapfts.js'
import { type RefusedRequest, refusals } from '../support/refusals.js'
import type { Operation } from '../support/request.js'

const { url, apiKey, otherUserId, assetIds, tagId } = inject('service')
client.defaults.baseUrl = url
client.defaults.headers = { 'x-api-key': apiKey }

type Ask = (...parts: never[]) => Promise<{ status: number; data?: unknown }>

const asks: Record<Operation, Ask> = client

/** Calls an operation. The client has no parameter for a header that every request takes, so `fetch` adds it. */
async function ask(operation: Operation, { id, userId, body, headers = {} }: RefusedRequest) {
  client.defaults.fetch = (input, init) => {
    const sent = new Headers(init?.headers)
    for (const [name, value] of Object.entries(headers)) sent.set(name, value)
    return fetch(input, { ...init, headers: sent })
  }
  const parts = [id, userId, body].filter((part) => part !== undefined)
  return asks[operation](...(parts as never[])).finally(() => {
    delete client.defaults.fetch
  })
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
    expect(await client.features()).toMatchObject({ status: 200, data: { oauth: false, passwordLogin: true } })
  })

  test.each(refusals)('%s is refused with its problem', async (operation, refusal) => {
    const { status, code } = refusal

    expect(await ask(operation, refusal)).toMatchObject({ status, data: { code } })
  })

  test('an error carries the problem', async () => {
    const answer = await client.getTagAssets(otherUserId)

    expect(answer).toMatchObject({ status: 404, data: { code: 'not_found' } })
  })
})
