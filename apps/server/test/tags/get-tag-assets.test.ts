import { describe, expect, test } from 'vitest'
import { createAsset, createAssets, createPerson, createTag, createUser } from '../support/database/factories.js'
import { clientOf } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer()
const { database } = server
const ada = await createUser(database)

async function assetsOf(tagId: string) {
  const answer = await clientOf(server, ada).getTagAssets({ params: { id: tagId } })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

async function onlyAssetOf(assetId: string) {
  const tag = await createTag(database, ada, { assetIds: [assetId] })
  const [asset] = await assetsOf(tag.id)
  return asset
}

describe('getTagAssets', () => {
  test('C2 C13 C17 a bare asset has every required field and null where no value can exist', async () => {
    const checksum = Buffer.from('0123456789abcdef0123456789abcdef01234567', 'hex')
    const { id, libraryId, updatedAt } = await createAsset(database, ada, { checksum, originalFileName: 'IMG_1.HEIC' })

    const asset = await onlyAssetOf(id)

    expect(asset).toMatchObject({
      checksum: checksum.toString('base64'),
      duration: '0:00:00.00000',
      hasMetadata: false,
      id,
      isArchived: false,
      isExternal: false,
      isFavorite: false,
      isOffline: false,
      isReadOnly: false,
      isTrashed: false,
      libraryId,
      livePhotoVideoId: null,
      originalFileName: 'IMG_1.HEIC',
      ownerId: ada.id,
      people: [],
      resized: false,
      stackCount: 0,
      stackParentId: null,
      thumbhash: null,
      type: 'IMAGE',
      updatedAt: updatedAt.toISOString(),
    })
    for (const absent of ['exifInfo', 'smartInfo', 'owner', 'stack']) expect(asset).not.toHaveProperty(absent)
  })

  test('C13 shows the known facts of a file and leaves out the others', async () => {
    const { id } = await createAsset(database, ada, {
      thumbhash: Buffer.from([1, 2, 3]),
      duration: '00:01:02.500',
      exif: { create: { make: 'Canon', fNumber: 2.8, fileSizeInByte: 5_000_000_000n, dateTimeOriginal: new Date(0) } },
      smartInfo: { create: { objects: ['dog'], tags: ['pet'] } },
    })

    const asset = await onlyAssetOf(id)

    expect(asset).toMatchObject({ hasMetadata: true, thumbhash: 'AQID', duration: '00:01:02.500' })
    expect(asset?.smartInfo).toEqual({ objects: ['dog'], tags: ['pet'] })
    expect(asset?.exifInfo).toEqual({
      make: 'Canon',
      fNumber: 2.8,
      fileSizeInByte: 5_000_000_000,
      dateTimeOriginal: '1970-01-01T00:00:00.000Z',
    })
  })

  test('C12 C13 shows all tags of an asset by name', async () => {
    const [id] = (await createAssets(database, ada, 1)) as [string]
    for (const name of ['zoo', 'animal', 'Zoo']) await createTag(database, ada, { name, assetIds: [id] })

    const asset = await onlyAssetOf(id)

    expect(asset?.tags?.slice(0, 2).map(({ name }) => name)).toEqual(['Zoo', 'animal'])
    expect(asset?.tags?.at(-1)).toMatchObject({ name: 'zoo', type: 'CUSTOM', userId: ada.id })
  })

  test('C12 C14 shows the people on an asset by name, with their faces on it, without hidden people', async () => {
    const asset = await createAsset(database, ada)
    await createPerson(database, ada, asset, { name: 'Zoe', birthDate: new Date('1990-02-03') })
    await createPerson(database, ada, asset, { name: 'Ann' })
    await createPerson(database, ada, asset, { name: 'Hidden', isHidden: true })

    const shown = await onlyAssetOf(asset.id)

    expect(shown?.people).toMatchObject([
      { name: 'Ann', birthDate: null, isHidden: false, thumbnailPath: '' },
      { name: 'Zoe', birthDate: '1990-02-03', faces: [{ boundingBoxX1: 10, boundingBoxY2: 60, imageWidth: 800 }] },
    ])
  })

  test('C14 leaves out trashed assets and the video half of a live photo, and keeps archived ones', async () => {
    const video = await createAsset(database, ada, { type: 'VIDEO', isVisible: false })
    const photo = await createAsset(database, ada, { livePhotoVideoId: video.id, isArchived: true })
    const trashed = await createAsset(database, ada, { deletedAt: new Date() })
    const tag = await createTag(database, ada, { assetIds: [video.id, photo.id, trashed.id] })

    const assets = await assetsOf(tag.id)

    expect(assets).toMatchObject([{ id: photo.id, livePhotoVideoId: video.id, isArchived: true }])
    expect(assets).toHaveLength(1)
  })

  test('C13 the primary asset of a stack shows its members, and a member its primary', async () => {
    const primary = await createAsset(database, ada)
    const stack = await database.stack.create({ data: { ownerId: ada.id, primaryAssetId: primary.id } })
    const member = await createAsset(database, ada, { stackId: stack.id })
    const trashed = await createAsset(database, ada, { stackId: stack.id, deletedAt: new Date() })
    await database.asset.update({ where: { id: primary.id }, data: { stackId: stack.id } })
    const tag = await createTag(database, ada, { assetIds: [primary.id, member.id, trashed.id] })

    const [shownMember, shownPrimary] = await assetsOf(tag.id)

    expect(shownPrimary).toMatchObject({
      id: primary.id,
      stackCount: 1,
      stackParentId: null,
      stack: [{ id: member.id }],
    })
    expect(shownPrimary?.stack?.[0]).toEqual(shownMember)
    expect(shownMember).toMatchObject({ id: member.id, stackCount: 0, stackParentId: primary.id })
    expect(shownMember).not.toHaveProperty('stack')
  })
})
