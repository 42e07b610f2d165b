import { expect, test } from 'vitest'
import { createAssets, createUser, type TestUser } from '../support/database/factories.js'
import { asProgram, catchProblem } from '../support/http/as-program.js'
import { startTestServer } from '../support/http/server.js'
import { LONG_TRANSACTION } from '../support/until.js'

const server = await startTestServer()
const { database } = server
const [owner, friend, stranger] = [await createUser(database), await createUser(database), await createUser(database)]
const [first = '', second = '', outside = ''] = await createAssets(database, owner, 3)

const as = (user: TestUser) => asProgram(server, user)
const readCode = async (call: PromiseLike<unknown>) => (await catchProblem(call)).code

function create() {
  return as(owner).createAlbum({ albumName: 'A', assetIds: [first, second], sharedWithUserIds: [friend.id] })
}

test('changes what is given, and leaves the rest as it is, also when the cover is not an asset of the album (G9)', async () => {
  const { id, updatedAt } = await create()

  const renamed = await as(owner).updateAlbumInfo(id, { albumName: 'B' })
  const described = await as(owner).updateAlbumInfo(id, { description: 'By the lake', isActivityEnabled: false })
  const refused = await readCode(as(owner).updateAlbumInfo(id, { albumName: 'C', albumThumbnailAssetId: outside }))
  const again = await as(owner).updateAlbumInfo(id, { albumName: 'B', description: 'By the lake' })

  expect(renamed).toMatchObject({ albumName: 'B', description: '', assetCount: 2, assets: [], shared: true })
  expect(renamed.updatedAt > updatedAt).toBe(true)
  expect(described).toMatchObject({ albumName: 'B', description: 'By the lake', isActivityEnabled: false })
  expect(refused).toBe('unusable_ids')
  expect(again).toEqual(described)
})

test('the cover is a visible asset of this album (G9)', async () => {
  const { id, albumThumbnailAssetId } = await create()
  const [trashed = ''] = await createAssets(database, owner, 1)
  const [ofStranger = ''] = await createAssets(database, stranger, 1)
  await as(owner).addAssetsToAlbum(id, { ids: [trashed] })
  await as(owner).deleteAssets({ ids: [trashed] })
  await as(stranger).createAlbum({ albumName: 'Theirs', assetIds: [ofStranger] })

  for (const cover of [ofStranger, trashed])
    expect(await readCode(as(owner).updateAlbumInfo(id, { albumThumbnailAssetId: cover }))).toBe('unusable_ids')
  expect(await as(owner).getAlbumInfo(id)).toMatchObject({ albumThumbnailAssetId })
})

test('keeps the order in which programs show the assets, which are listed newest first in either (G9)', async () => {
  const { id, order, updatedAt } = await create()

  const turned = await as(owner).updateAlbumInfo(id, { order: 'asc' })
  const again = await as(owner).updateAlbumInfo(id, { order: 'asc' })
  const read = await as(friend).getAlbumInfo(id)

  expect([order, turned.order, read.order]).toEqual(['desc', 'asc', 'asc'])
  expect(turned.updatedAt > updatedAt && again.updatedAt === turned.updatedAt).toBe(true)
  expect(read.assets.map((asset) => asset.id)).toEqual([second, first])
  expect(await as(owner).updateAlbumInfo(id, { order: 'desc' })).toMatchObject({ order: 'desc' })
})

test('only the owner may, and others do not wait for a change of the album (G9)', async () => {
  const { id } = await create()

  const codes = await database.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT FROM album WHERE id = ${id}::uuid FOR UPDATE`
    return [
      await readCode(as(friend).updateAlbumInfo(id, { albumName: 'Mine' })),
      await readCode(as(stranger).updateAlbumInfo(id, { albumName: 'Mine' })),
    ]
  }, LONG_TRANSACTION)

  expect(codes).toEqual(['forbidden', 'not_found'])
})

test('concurrent changes of different fields are all kept (G9)', async () => {
  const { id } = await create()

  await Promise.all([
    as(owner).updateAlbumInfo(id, { albumName: 'Name' }),
    as(owner).updateAlbumInfo(id, { description: 'Text' }),
    as(owner).updateAlbumInfo(id, { albumThumbnailAssetId: second }),
    as(owner).addAssetsToAlbum(id, { ids: [outside] }),
  ])

  expect(await as(owner).getAlbumInfo(id)).toMatchObject({
    albumName: 'Name',
    description: 'Text',
    albumThumbnailAssetId: second,
    assetCount: 3,
  })
})
