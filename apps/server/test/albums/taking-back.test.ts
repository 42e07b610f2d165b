import { describe, expect, test } from 'vitest'
import { createAlbum, createAsset, createAssets, createUser } from '../support/database/factories.js'
import { asProgram, catchProblem } from '../support/http/as-program.js'
import { listenTo } from '../support/http/event-reader.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer()
const { database } = server

async function createShared() {
  const [ada, ben, eve] = [await createUser(database), await createUser(database), await createUser(database)]
  const asset = await createAsset(database, ada)
  const album = await createAlbum(database, ada, { assetIds: [asset.id], sharedWith: [ben, eve] })
  return { ada, ben, eve, asset, album }
}

describe('deleteAlbum', () => {
  test('the album is gone for everybody, and its assets stay (L10)', async () => {
    const { ada, ben, asset, album } = await createShared()

    await asProgram(server, ada).deleteAlbum(album.id)

    for (const user of [ada, ben]) {
      expect(await catchProblem(asProgram(server, user).getAlbumInfo(album.id))).toMatchObject({ code: 'not_found' })
      expect((await asProgram(server, user).getAllAlbums({ assetId: asset.id })).items).toEqual([])
    }
    expect(await catchProblem(asProgram(server, ben).getAssetInfo(asset.id))).toMatchObject({ code: 'not_found' })
    expect(await asProgram(server, ada).getAssetInfo(asset.id)).toMatchObject({ id: asset.id })
    expect(await database.albumUser.count({ where: { albumId: album.id } })).toBe(0)
    expect(await database.albumAsset.count({ where: { albumId: album.id } })).toBe(0)
  })

  test('of two deletions at once, one succeeds (L10)', async () => {
    const { ada, album } = await createShared()

    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => asProgram(server, ada).deleteAlbum(album.id)),
    )

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('removeUserFromAlbum', () => {
  test('the owner takes a user off, who no longer sees it (L11)', async () => {
    const { ada, ben, eve, album } = await createShared()

    await asProgram(server, ada).removeUserFromAlbum(album.id, ben.id)

    expect(await catchProblem(asProgram(server, ben).getAlbumInfo(album.id))).toMatchObject({ code: 'not_found' })
    expect((await asProgram(server, eve).getAlbumInfo(album.id)).sharedUsers.map(({ id }) => id)).toEqual([eve.id])
    expect(await catchProblem(asProgram(server, ada).removeUserFromAlbum(album.id, ben.id))).toMatchObject({
      code: 'not_found',
      detail: 'The album is not shared with this user.',
    })
  })

  test.each(['me', 'id'])('a shared user leaves it, by %s, and takes nobody else off (L11)', async (name) => {
    const { ben, eve, album } = await createShared()

    const refused = await catchProblem(asProgram(server, ben).removeUserFromAlbum(album.id, eve.id))
    await asProgram(server, ben).removeUserFromAlbum(album.id, name === 'me' ? 'me' : ben.id)

    expect(refused).toMatchObject({ code: 'forbidden', detail: 'Only the owner of the album may take users off it.' })
    expect(await database.albumUser.findMany({ where: { albumId: album.id }, select: { userId: true } })).toEqual([
      { userId: eve.id },
    ])
  })
})

test('an album that is deleted while it is filled and shared is gone whole, or was filled before (L10)', async () => {
  const [ada, ben] = [await createUser(database), await createUser(database)]
  const client = asProgram(server, ada)
  const assetIds = await createAssets(database, ada, 40)
  const album = await createAlbum(database, ada)
  const fills = assetIds.map((assetId) => client.addAssetsToAlbum(album.id, { ids: [assetId] }))
  const shares = Array.from({ length: 5 }, () => client.addUsersToAlbum(album.id, { sharedUserIds: [ben.id] }))

  const outcomes = await Promise.allSettled([...fills, ...shares, client.deleteAlbum(album.id)])

  const refusals = outcomes.filter(({ status }) => status === 'rejected')
  for (const refusal of refusals) expect(refusal).toMatchObject({ reason: { code: 'not_found' } })
  expect(outcomes.at(-1)?.status).toBe('fulfilled')
  expect(await database.albumAsset.count({ where: { albumId: album.id } })).toBe(0)
  expect(await database.albumUser.count({ where: { albumId: album.id } })).toBe(0)
  expect((await client.getAllAssets()).items).toHaveLength(assetIds.length)
})

test('of sharing and unsharing at once, the last one counts, for everybody alike (L11)', async () => {
  const [ada, ben] = [await createUser(database), await createUser(database)]
  const album = await createAlbum(database, ada, { sharedWith: [ben] })
  const [owner, shared] = [asProgram(server, ada), asProgram(server, ben)]
  const changes = Array.from({ length: 20 }, (_, index) =>
    index % 2 === 0
      ? owner.removeUserFromAlbum(album.id, ben.id)
      : owner.addUsersToAlbum(album.id, { sharedUserIds: [ben.id] }),
  )

  await Promise.allSettled(changes)

  const { sharedUsers } = await owner.getAlbumInfo(album.id)
  const { items } = await shared.getAllAlbums({ shared: true })
  expect(items.map(({ id }) => id)).toEqual(sharedUsers.length > 0 ? [album.id] : [])
})

test('getAlbumCount counts what the filters of getAllAlbums list (L12)', async () => {
  const { ada, ben } = await createShared()
  await createAlbum(database, ada)

  expect(await asProgram(server, ada).getAlbumCount()).toEqual({ owned: 2, shared: 1, notShared: 1 })
  expect(await asProgram(server, ben).getAlbumCount()).toEqual({ owned: 0, shared: 1, notShared: 0 })
})

test('tells everybody who had an album that it is gone, or that users are (E1)', async () => {
  const { ada, ben, eve, album } = await createShared()
  const [byAda, byBen, byEve] = await Promise.all([ada, ben, eve].map((user) => listenTo(server, user)))

  await asProgram(server, ada).removeUserFromAlbum(album.id, ben.id)
  await Promise.all([byAda, byBen, byEve].map((reader) => reader?.wait(1)))
  await asProgram(server, ada).deleteAlbum(album.id)
  await Promise.all([byAda, byEve].map((reader) => reader?.wait(2)))

  const unshared = { type: 'album.unshared', albumId: album.id, userIds: [ben.id] }
  const gone = { type: 'album.deleted', albumId: album.id }
  expect([byAda, byBen, byEve].map((reader) => reader?.events)).toMatchObject([
    [unshared, gone],
    [unshared],
    [unshared, gone],
  ])
})
