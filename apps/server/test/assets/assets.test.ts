import type { Asset } from '@media-library/contract'
import { describe, expect, test } from 'vitest'
import { foldListVersions } from '../../src/assets/asset-list.js'
import {
  createAlbum,
  createAsset,
  createAssets,
  createPerson,
  createTag,
  createUser,
  type TestUser,
} from '../support/database/factories.js'
import { createClientFor, send } from '../support/http/client.js'
import { readPages } from '../support/http/pages.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer()
const { database } = server

const read = (user: TestUser, path: string, headers: Record<string, string> = {}) =>
  send(server, path, { apiKey: user.apiKey, headers })

const listIds = async (user: TestUser, path: string) =>
  (await read(user, path)).body.map(({ id }: { id: string }) => id) as string[]

describe('getAllAssets', () => {
  test.each([0, 3, 1_200])('lists all %i of the caller, newest first, and nobody else’s (L4)', async (howMany) => {
    const [ada, ben] = [await createUser(database), await createUser(database)]
    const assetIds = await createAssets(database, ada, howMany)
    await createAssets(database, ben, 2)
    await createAsset(database, ada, { deletedAt: new Date() })
    await createAsset(database, ada, { isVisible: false })

    const answer = await createClientFor(server, ada).getAllAssets({ query: { isTrashed: false } })

    expect(answer.status === 200 && answer.body.map(({ id }) => id)).toEqual(assetIds.reverse())
  })

  test('lists the trash with the others, alone or not at all, and its ETag follows it (L4)', async () => {
    const ada = await createUser(database)
    const [gone = '', kept = ''] = await createAssets(database, ada, 2)
    const etagOf = async (query: string) => (await read(ada, `/api/asset?${query}`)).headers.get('etag')
    const before = await etagOf('')
    await send(server, '/api/asset', { method: 'DELETE', apiKey: ada.apiKey, body: { ids: [gone] } })

    expect((await read(ada, '/api/asset')).body.map((asset: Asset) => [asset.id, asset.isTrashed])).toEqual([
      [kept, false],
      [gone, true],
    ])
    for (const part of ['', '&take=9', '&limit=9']) {
      expect(await listIds(ada, `/api/asset?x=1${part}`)).toEqual([kept, gone])
      expect(await listIds(ada, `/api/asset?isTrashed=true${part}`)).toEqual([gone])
      expect(await listIds(ada, `/api/asset?isTrashed=false${part}`)).toEqual([kept])
    }
    const trashed = await etagOf('')
    expect((await read(ada, '/api/asset', { 'if-none-match': trashed ?? '' })).status).toBe(304)
    await send(server, '/api/trash/empty', { method: 'POST', apiKey: ada.apiKey })
    expect(new Set([before, trashed, await etagOf('')]).size).toBe(3)
    expect(await listIds(ada, '/api/asset')).toEqual([kept])
  })

  test('filters by the last change (L4)', async () => {
    const ada = await createUser(database)
    const { id: old } = await createAsset(database, ada)
    const { id: young } = await createAsset(database, ada)
    await database.$executeRaw`UPDATE asset SET updated_at = '2001-02-03T04:05:06.007Z' WHERE id = ${old}::uuid`

    expect(await listIds(ada, '/api/asset?updatedBefore=2001-02-03T05:05:06.007%2B01:00')).toEqual([old])
    expect(await listIds(ada, '/api/asset?updatedBefore=2001-02-03')).toEqual([])
    expect(await listIds(ada, '/api/asset?updatedAfter=2001-02-03T04:05:06.008Z')).toEqual([young])
    expect(await listIds(ada, '/api/asset?updatedAfter=0000-01-01')).toEqual([young, old])
  })

  test('pages listed ones by cursor with the filter, and by `skip` and `take` (L4, T2)', async () => {
    const ada = await createUser(database)
    const assetIds = (await createAssets(database, ada, 6)).reverse()
    const newest = { fileCreatedAt: new Date('2030-01-01Z') }
    await createAsset(database, ada, { ...newest, deletedAt: new Date() })
    await createAsset(database, ada, { ...newest, isVisible: false })

    await createAsset(database, ada, { isFavorite: true })

    const pages = await readPages<{ id: string }>(server, '/api/asset?isTrashed=false&isFavorite=false&limit=2', ada)

    const ids = pages.map((page) => page.map(({ id }) => id))
    expect(ids).toEqual([assetIds.slice(0, 2), assetIds.slice(2, 4), assetIds.slice(4)])
    expect(await listIds(ada, '/api/asset?isTrashed=false&isFavorite=false&take=2&skip=1')).toEqual(
      assetIds.slice(1, 3),
    )
    expect(await listIds(ada, '/api/asset?isTrashed=false&isFavorite=false&skip=4')).toEqual(assetIds.slice(4))
    expect(await listIds(ada, '/api/asset?take=0')).toEqual([])
  })

  test.each(['limit=1&take=1', 'cursor=x&skip=1', 'limit=1&limit=2'])('%s is refused (C4)', async (query) => {
    const answer = await read(await createUser(database), `/api/asset?${query}`)

    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/query/limit' }] } })
  })

  const changes: Record<string, (scene: { ada: TestUser; id: string }) => Promise<unknown>> = {
    'an asset is added': ({ ada }) => createAsset(database, ada),
    'an asset changes': ({ id }) => database.asset.update({ where: { id }, data: { isFavorite: true } }),
    'an asset gets a tag': ({ ada, id }) => createTag(database, ada, { assetIds: [id] }),
    'an asset is trashed': ({ id }) => database.asset.update({ where: { id }, data: { deletedAt: new Date() } }),
    'an asset is deleted': ({ id }) => database.asset.delete({ where: { id } }),
    'a person is found': ({ ada, id }) => createPerson(database, ada, { id }),
  }

  test.each(Object.entries(changes))('has another ETag once %s (T3)', async (_name, change) => {
    const ada = await createUser(database)
    const { id } = await createAsset(database, ada)
    const etag = (await read(ada, '/api/asset')).headers.get('etag') ?? ''

    await foldListVersions(database)
    await createAsset(database, await createUser(database))
    const same = await read(ada, '/api/asset', { 'if-none-match': etag })
    await change({ ada, id })
    const changed = await read(ada, '/api/asset', { 'if-none-match': etag })

    expect([same.status, same.text]).toEqual([304, ''])
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(etag)
  })
})

const bucket = 'size=MONTH&timeBucket=2024-01-01'

describe('the flags of an asset filter (C14)', async () => {
  const ada = await createUser(database)
  const flags = [true, false].flatMap((isArchived) => [true, false].map((isFavorite) => ({ isArchived, isFavorite })))
  for (const flag of flags) {
    await createAsset(database, ada, flag)
    await createAsset(database, ada, { ...flag, deletedAt: new Date() })
    await createAsset(database, ada, { ...flag, isVisible: false })
  }
  const ask = async (path: string) => (await read(ada, path)).body

  test.each(['isArchived', 'isFavorite'] as const)('%s', async (flag) => {
    for (const value of [true, false]) {
      const listed = await ask(`/api/asset?isTrashed=false&${flag}=${value}`)
      const inBucket = await ask(`/api/asset/time-bucket?${bucket}&${flag}=${value}`)

      for (const assets of [listed, inBucket]) {
        expect(assets).toHaveLength(2)
        expect(new Set(assets.map((asset: Record<typeof flag, boolean>) => asset[flag]))).toEqual(new Set([value]))
      }
      expect(await ask(`/api/asset/time-buckets?size=MONTH&${flag}=${value}`)).toMatchObject([{ count: 2 }])
      expect(await ask(`/api/asset/statistics?${flag}=${value}`)).toEqual({ images: 2, videos: 0, total: 2 })
    }
  })
})

describe('getAssetInfo', () => {
  const share = (owner: TestUser, assetId: string, user: TestUser) =>
    createAlbum(database, owner, { assetIds: [assetId], sharedWith: [user] })

  test('shows a member of a stack with its primary asset, and no longer when that is trashed (L3)', async () => {
    const [ada, ben] = [await createUser(database), await createUser(database)]
    const primary = await createAsset(database, ada)
    const { id: stackId } = await database.stack.create({ data: { ownerId: ada.id, primaryAssetId: primary.id } })
    await database.asset.update({ where: { id: primary.id }, data: { stackId } })
    const member = await createAsset(database, ada, { stackId })
    await share(ada, primary.id, ben)
    const statusFor = async (user: TestUser) => (await read(user, `/api/asset/${member.id}`)).status

    expect([await statusFor(ada), await statusFor(ben)]).toEqual([200, 200])

    await database.asset.update({ where: { id: primary.id }, data: { deletedAt: new Date() } })

    expect([await statusFor(ada), await statusFor(ben)]).toEqual([200, 404])
  })
})
