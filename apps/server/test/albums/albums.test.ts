import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  createAlbum,
  createAsset,
  createAssets,
  createTag,
  createUser,
  type TestUser,
} from '../support/database/factories.js'
import { createClientFor, send } from '../support/http/client.js'
import { readPages } from '../support/http/pages.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer()
const { database } = server

const start = async () => {
  const [ada, ben] = [await createUser(database), await createUser(database)]
  const makeAlbum = async (
    owner: TestUser,
    assetIds: string[],
    sharedWith: { id: string }[] = [],
    updatedAt = new Date(),
  ) => {
    const { id } = await createAlbum(database, owner, { assetIds, sharedWith })
    await database.album.update({ where: { id }, data: { updatedAt } })
    return id
  }
  return { ada, ben, makeAlbum }
}

const listAs = async (user: TestUser, query: Record<string, unknown> = {}) => {
  const { status, body } = await createClientFor(server, user).getAllAlbums({ query })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}

const idsAs = async (user: TestUser, query: Record<string, unknown> = {}) =>
  (await listAs(user, query)).map(({ id }) => id)

describe('getAllAlbums', () => {
  test('lists the albums shared by or with the caller, or those that are not (L1)', async () => {
    const { ada, ben, makeAlbum } = await start()
    const gone = await createUser(database, { deletedAt: new Date() })
    const own = await makeAlbum(ada, [])
    const sharedWithNobodyActive = await makeAlbum(ada, [], [gone])
    const by = await makeAlbum(ada, [], [ben])
    const withAda = await makeAlbum(ben, [], [ada])

    expect((await idsAs(ada, { shared: true })).sort()).toEqual([by, withAda].sort())
    expect((await idsAs(ada, { shared: false })).sort()).toEqual([own, sharedWithNobodyActive].sort())
    expect(await idsAs(ben, { shared: true })).toHaveLength(2)
    expect(await idsAs(ben, { shared: false })).toEqual([])
  })

  test('finds the albums that hold an asset, among all that the caller may see (L1)', async () => {
    const { ada, ben, makeAlbum } = await start()
    const [assetId = ''] = await createAssets(database, ben, 1)
    const shared = await makeAlbum(ben, [assetId], [ada])
    await makeAlbum(ben, [assetId])
    await makeAlbum(ada, [])

    expect(await idsAs(ada, { assetId: assetId.toUpperCase() })).toEqual([shared])
    expect(await idsAs(ada, { assetId, shared: false })).toEqual([])
    expect(await idsAs(ada, { assetId: randomUUID() })).toEqual([])
  })

  test('the next page has the same filter, and begins after the last album, which may have changed with others (C12, T2)', async () => {
    const { ada, ben, makeAlbum } = await start()
    const [older, moment, newer] = [new Date('2024-01-01'), new Date('2024-02-01'), new Date('2024-03-01')]
    const oldest = await makeAlbum(ada, [], [ben], older)
    const twins = [0, 1, 2].map(() => makeAlbum(ada, [], [ben], moment))
    const equal = (await Promise.all(twins)).sort()
    const newest = await makeAlbum(ada, [], [ben], newer)
    await makeAlbum(ada, [])

    const pages = await readPages<{ id: string }>(server, '/api/album?shared=true&limit=2', ada)

    expect(pages.flat().map(({ id }) => id)).toEqual([newest, ...equal, oldest])
  })
})

describe('getAlbumInfo', () => {
  const read = (user: TestUser, id: string, headers: Record<string, string> = {}, query = '') =>
    send(server, `/api/album/${id}${query}`, { apiKey: user.apiKey, headers })

  test.each([0, 3, 1_200])('shows all %i assets, newest first, to shared users (L2)', async (howMany) => {
    const { ada, ben, makeAlbum } = await start()
    const assetIds = await createAssets(database, ada, howMany)
    const id = await makeAlbum(ada, assetIds, [ben])

    const answer = await createClientFor(server, ben).getAlbumInfo({ params: { id }, query: {} })

    expect(answer).toMatchObject({ status: 200, body: { id, assetCount: howMany, sharedUsers: [{ id: ben.id }] } })
    expect(answer.status === 200 && answer.body.assets.map((asset) => asset.id)).toEqual(assetIds.reverse())
  })

  const changes: Record<
    string,
    (scene: { id: string; assetId: string; ada: TestUser; ben: TestUser }) => Promise<unknown>
  > = {
    'an asset changes': ({ assetId }) => database.asset.update({ where: { id: assetId }, data: { isFavorite: true } }),
    'an asset gets a tag': ({ assetId, ada }) => createTag(database, ada, { assetIds: [assetId] }),
    'an asset is trashed': ({ assetId }) =>
      database.asset.update({ where: { id: assetId }, data: { deletedAt: new Date() } }),
    'an asset is deleted': ({ assetId }) => database.asset.delete({ where: { id: assetId } }),
    'an asset leaves': ({ id }) => database.albumAsset.deleteMany({ where: { albumId: id } }),
    'an asset takes the place of another': async ({ id, assetId, ada }) => {
      const other = await createAsset(database, ada, { fileCreatedAt: new Date(0), fileModifiedAt: new Date(0) })
      await database.albumAsset.create({ data: { albumId: id, assetId: other.id } })
      await database.albumAsset.delete({ where: { albumId_assetId: { albumId: id, assetId } } })
    },
    'it is shared': ({ id, ben }) => database.albumUser.create({ data: { albumId: id, userId: ben.id } }),
    'its name changes': ({ id }) => database.album.update({ where: { id }, data: { albumName: 'B' } }),
    'its owner is renamed': ({ ada }) => database.user.update({ where: { id: ada.id }, data: { name: 'Other' } }),
  }

  test.each(Object.entries(changes))('has another ETag once %s (T3)', async (_name, change) => {
    const { ada, ben, makeAlbum } = await start()
    const { id: assetId } = await createAsset(database, ada, {
      fileCreatedAt: new Date(0),
      fileModifiedAt: new Date(0),
    })
    const id = await makeAlbum(ada, [assetId])
    const first = await read(ada, id)
    const etag = first.headers.get('etag') ?? ''

    const same = await read(ada, id, { 'if-none-match': `W/${etag}` })
    await change({ id, assetId, ada, ben })
    const changed = await read(ada, id, { 'if-none-match': etag })

    expect(etag).toMatch(/^"[\w-]+"$/)
    expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', etag])
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(etag)
  })

  test('has the same ETag while other albums change (T3)', async () => {
    const { ada, makeAlbum } = await start()
    const id = await makeAlbum(ada, await createAssets(database, ada, 1))
    const etag = (await read(ada, id)).headers.get('etag') ?? ''

    await makeAlbum(ada, [(await createAsset(database, ada)).id])
    await createTag(database, ada)

    expect((await read(ada, id, { 'if-none-match': etag })).status).toBe(304)
  })

  test('has one ETag with assets and another without (T3)', async () => {
    const { ada, makeAlbum } = await start()
    const id = await makeAlbum(ada, await createAssets(database, ada, 1))

    const whole = await read(ada, id)
    const bare = await read(ada, id, { 'if-none-match': whole.headers.get('etag') ?? '' }, '?withoutAssets=true')

    expect(bare.status).toBe(200)
  })

  test('is not found by somebody with whom it is no longer shared, whatever ETag they send (L2)', async () => {
    const { ada, ben, makeAlbum } = await start()
    const id = await makeAlbum(ada, [], [ben])
    const etag = (await read(ben, id)).headers.get('etag') ?? ''

    await database.albumUser.deleteMany({ where: { albumId: id } })

    for (const sent of [etag, '*']) {
      expect(await read(ben, id, { 'if-none-match': sent })).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })
})
