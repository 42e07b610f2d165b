import { describe, expect, test } from 'vitest'
import { foldListChanges } from '../../../src/repositories/asset/list-version.js'
import {
  createAsset,
  createAssets,
  createPerson,
  createTag,
  createUser,
  type TestUser,
} from '../../support/database/factories.js'
import { clientOf, send } from '../../support/http/client.js'
import { startTestServer } from '../../support/http/server.js'

const server = await startTestServer()
const { database } = server

const read = (user: TestUser, path: string, headers: Record<string, string> = {}) =>
  send(server, path, { apiKey: user.apiKey, headers })

const idsOf = async (user: TestUser, path: string) =>
  (await read(user, path)).body.map(({ id }: { id: string }) => id) as string[]

describe('getAllAssets', () => {
  test.each([0, 3, 250, 1_200])('L4 lists all %i of the caller, newest first, and nobody else’s', async (howMany) => {
    const [ada, ben] = [await createUser(database), await createUser(database)]
    const assetIds = await createAssets(database, ada, howMany)
    await createAssets(database, ben, 2)
    await createAsset(database, ada, { deletedAt: new Date() })
    await createAsset(database, ada, { isVisible: false })

    const answer = await clientOf(server, ada).getAllAssets({ query: {} })

    expect(answer.status === 200 && answer.body.map(({ id }) => id)).toEqual(assetIds.reverse())
  })

  test('C14 L4 filters by flags and by the last change', async () => {
    const ada = await createUser(database)
    const { id: plain } = await createAsset(database, ada)
    const { id: favorite } = await createAsset(database, ada, { isFavorite: true, isArchived: true })
    await database.$executeRaw`UPDATE asset SET updated_at = '2001-02-03T04:05:06.007Z' WHERE id = ${plain}::uuid`

    expect(await idsOf(ada, '/api/asset')).toEqual([favorite, plain])
    expect(await idsOf(ada, '/api/asset?isFavorite=true&isArchived=true')).toEqual([favorite])
    expect(await idsOf(ada, '/api/asset?isArchived=false')).toEqual([plain])
    expect(await idsOf(ada, '/api/asset?updatedBefore=2001-02-03T05:05:06.007%2B01:00')).toEqual([plain])
    expect(await idsOf(ada, '/api/asset?updatedBefore=2001-02-03')).toEqual([])
    expect(await idsOf(ada, '/api/asset?updatedAfter=2001-02-03T04:05:06.008Z')).toEqual([favorite])
    expect(await idsOf(ada, '/api/asset?updatedAfter=0000-01-01')).toHaveLength(2)
  })

  test('L4 T2 pages them by cursor with the filter, and by `skip` and `take`', async () => {
    const ada = await createUser(database)
    const assetIds = (await createAssets(database, ada, 5)).reverse()

    const seen: string[] = []
    let path = '/api/asset?isFavorite=false&limit=2'
    for (let page = 0; page < 3; page += 1) {
      const { body, headers } = await read(ada, path)
      seen.push(...body.map(({ id }: { id: string }) => id))
      path = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? ''
      if (page < 2) expect(path).toContain('isFavorite=false')
    }

    expect([seen, path]).toEqual([assetIds, ''])
    expect(await idsOf(ada, '/api/asset?take=2&skip=1')).toEqual(assetIds.slice(1, 3))
    expect(await idsOf(ada, '/api/asset?skip=4')).toEqual(assetIds.slice(4))
    expect(await idsOf(ada, '/api/asset?take=0')).toEqual([])
  })

  test.each([
    ['limit=1&take=1', '/query/limit'],
    ['cursor=x&skip=1', '/query/limit'],
    ['isFavorite=yes', '/query/isFavorite'],
    ['updatedAfter=yesterday', '/query/updatedAfter'],
    ['take=-1', '/query/take'],
    ['isFavourite=true', '/query/isFavourite'],
  ])('C4 %s is refused by its name', async (query, pointer) => {
    const ada = await createUser(database)

    const { status, body } = await read(ada, `/api/asset?${query}`)

    expect([status, body.code, body.errors.map((error: { pointer: string }) => error.pointer)]).toEqual([
      400,
      'invalid_request',
      [pointer],
    ])
  })

  const changes: Record<string, (scene: { ada: TestUser; id: string }) => Promise<unknown>> = {
    'an asset is added': ({ ada }) => createAsset(database, ada),
    'an asset changes': ({ id }) => database.asset.update({ where: { id }, data: { isFavorite: true } }),
    'an asset gets a tag': ({ ada, id }) => createTag(database, ada, { assetIds: [id] }),
    'an asset is trashed': ({ id }) => database.asset.update({ where: { id }, data: { deletedAt: new Date() } }),
    'an asset is deleted': ({ id }) => database.asset.delete({ where: { id } }),
    'a person is found': ({ ada, id }) => createPerson(database, ada, { id }),
  }

  test.each(Object.entries(changes))('T3 has another ETag once %s', async (_name, change) => {
    const ada = await createUser(database)
    const { id } = await createAsset(database, ada)
    const etag = (await read(ada, '/api/asset')).headers.get('etag') ?? ''

    await foldListChanges(database)
    await createAsset(database, await createUser(database))
    const same = await read(ada, '/api/asset', { 'if-none-match': etag })
    await change({ ada, id })
    const changed = await read(ada, '/api/asset', { 'if-none-match': etag })

    expect([same.status, same.text]).toEqual([304, ''])
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(etag)
  })
})

describe('getAssetInfo', () => {
  const share = async (owner: TestUser, assetId: string, user: TestUser) =>
    database.album.create({
      data: {
        ownerId: owner.id,
        albumName: 'Shared',
        assets: { create: { assetId } },
        sharedUsers: { create: { userId: user.id } },
      },
    })

  test('L3 shows the asset to its owner, and to shared users of an album with it', async () => {
    const [ada, ben] = [await createUser(database), await createUser(database)]
    const { id } = await createAsset(database, ada)
    const path = `/api/asset/${id.toUpperCase()}`

    const before = await read(ben, path)
    await share(ada, id, ben)
    const after = await clientOf(server, ben).getAssetInfo({ params: { id }, query: {} })

    expect([before.status, before.body.code]).toEqual([404, 'not_found'])
    expect(after.body).toEqual((await read(ada, path)).body)
  })

  test('L3 shows an asset in an album of the caller, whoever owns the asset', async () => {
    const [ada, ben] = [await createUser(database), await createUser(database)]
    const { id } = await createAsset(database, ben)
    await share(ada, id, ben)

    expect((await read(ada, `/api/asset/${id}`)).status).toBe(200)
  })

  test('L3 shows a member of a stack with its primary asset, and no longer when that is trashed', async () => {
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

  test('L3 does not show it once the album is unshared, deleted or without it, or the asset is trashed', async () => {
    const [ada, ben] = [await createUser(database), await createUser(database)]
    const ends: ((ids: { albumId: string; assetId: string }) => Promise<unknown>)[] = [
      ({ albumId }) => database.albumUser.deleteMany({ where: { albumId } }),
      ({ albumId }) => database.album.delete({ where: { id: albumId } }),
      ({ albumId }) => database.albumAsset.deleteMany({ where: { albumId } }),
      ({ assetId }) => database.asset.update({ where: { id: assetId }, data: { deletedAt: new Date() } }),
    ]

    for (const end of ends) {
      const { id: assetId } = await createAsset(database, ada)
      const { id: albumId } = await share(ada, assetId, ben)
      const before = await read(ben, `/api/asset/${assetId}`)
      await end({ albumId, assetId })
      const after = await read(ben, `/api/asset/${assetId}`)

      expect([before.status, after.status]).toEqual([200, 404])
    }
  })
})
