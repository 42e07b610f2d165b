import { Problem, requireExample, ServerConfig } from '@media-library/contract/schemas'
import { describe, expect, test } from 'vitest'
import { createClient } from '../../src/index.js'
import { createFakeService } from '../../src/testing/index.js'

const service = createFakeService()
const { baseUrl, user } = service
const client = createClient(service.options)
const headers = { 'x-api-key': user.apiKey, 'content-type': 'application/json' }

async function ask(path: string, init: RequestInit) {
  const response = await service.fetch(baseUrl + path, init)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

describe('the fake service', () => {
  test.each([
    ['no key', '/api/album', { method: 'POST' }, 401, 'unauthenticated'],
    ['a wrong key', '/api/album', { method: 'POST', headers: { 'x-api-key': 'x' } }, 401, 'unauthenticated'],
    ['an unknown path', '/api/x', { headers }, 404, 'not_found'],
    ['a path beside the API', '/x', {}, 404, 'not_found'],
    ['broken JSON', '/api/album', { method: 'POST', headers, body: '{' }, 400, 'malformed_json'],
    ['no body', '/api/album', { method: 'POST', headers }, 400, 'invalid_request'],
    ['a wrong id', '/api/tag/beach/assets', { headers }, 400, 'invalid_request'],
  ])('refuses %s (C10, C11)', async (_name, path, init, status, code) => {
    const answer = await ask(path, init)

    expect(answer).toMatchObject({ status, body: { status, code } })
    expect(Problem.parse(answer.body)).toEqual(answer.body)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
  })

  test('shows the private fields of the caller alone (C15)', async () => {
    const ben = service.addUser({ oauthId: 'ben', storageLabel: 'b' })

    const album = await client.createAlbum({ albumName: '', sharedWithUserIds: [ben.id] })

    expect(album.sharedUsers).toMatchObject([{ id: ben.id, oauthId: '', storageLabel: null }])
    expect(JSON.stringify(album)).not.toContain('mlk_')
  })

  test('fails as often as a test requests', async () => {
    const tag = service.addTag()
    service.failNext('unavailable', { times: 2, retryAfter: 0 })

    expect((await client.getTagAssets(tag.id)).items).toEqual([])
    service.failNext('internal_error')
    await expect(client.getTagAssets(tag.id)).rejects.toMatchObject({ status: 500 })
  })

  test('answers the example of the contract where no rule says otherwise', async () => {
    expect(await client.getServerConfig()).toEqual(requireExample(ServerConfig))
  })

  test('finds by words and filters, and tells the places and cameras that it has', async () => {
    const own = createFakeService()
    const asked = createClient(own.options)
    const lisbon = { city: 'Lisbon', state: 'Lisboa', country: 'Portugal', latitude: 38.72, longitude: -9.14 }
    const [older, newer] = [1, 2].map(() => own.addAsset({ exifInfo: { ...lisbon, make: 'Sony', model: 'A7' } }))
    own.addAsset({ exifInfo: { city: 'Nowhere' } })
    await asked.createAlbum({ albumName: 'Grandma', assetIds: [older?.id ?? ''] })

    const toIds = (assets: { id: string }[]) => assets.map(({ id }) => id)
    expect(toIds((await asked.search({ q: 'grandma lis' })).items)).toEqual([older?.id])
    expect((await asked.search({ city: 'Lisbon', model: 'A7' })).total).toBe(2)
    expect((await asked.search({ city: 'Lisbon', model: 'A8' })).total).toBe(0)
    expect(await asked.getSearchSuggestions({ type: 'city' })).toEqual(['Lisbon', 'Nowhere'])
    expect(await asked.getSearchSuggestions({ type: 'camera-model', country: 'Portugal' })).toEqual(['A7'])
    expect(await asked.searchPlaces({ name: 'port' })).toMatchObject([
      { name: 'Lisbon', admin1name: 'Lisboa', admin2name: 'Portugal', count: 2, coverId: newer?.id },
    ])
    expect(await asked.searchPlaces({ name: 'now' })).toEqual([])
    expect((await asked.getExploreData()).map(({ fieldName }) => fieldName)).toEqual([
      'exifInfo.city',
      'exifInfo.make',
      'exifInfo.model',
    ])
    expect(toIds(await asked.getAssetsByCity())).toHaveLength(2)
  })
})
