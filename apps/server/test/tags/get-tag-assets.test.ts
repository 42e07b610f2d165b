import { describe, expect, test } from 'vitest'
import { createAsset, createTag, createUser } from '../support/database/factories.js'
import { createClientFor } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer()
const { database } = server
const ada = await createUser(database)

async function listAssets(tagId: string) {
  const answer = await createClientFor(server, ada).getTagAssets({ params: { id: tagId } })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

async function readOnlyAsset(assetId: string) {
  const tag = await createTag(database, ada, { assetIds: [assetId] })
  const [asset] = await listAssets(tag.id)
  return asset
}

describe('getTagAssets', () => {
  test('a bare asset has every required field and null where no value can exist (C2, C13, C17)', async () => {
    const checksum = Buffer.from('0123456789abcdef0123456789abcdef01234567', 'hex')
    const { id, libraryId, updatedAt } = await createAsset(database, ada, { checksum, originalFileName: 'IMG_1.HEIC' })

    const asset = await readOnlyAsset(id)

    expect(asset).toMatchObject({
      checksum: checksum.toString('base64'),
      duration: '0:00:00.00000',
      hasMetadata: true,
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

  test('leaves out trashed assets and the video half of a live photo, and keeps archived ones (C14)', async () => {
    const video = await createAsset(database, ada, { type: 'VIDEO', isVisible: false })
    const photo = await createAsset(database, ada, { livePhotoVideoId: video.id, isArchived: true })
    const trashed = await createAsset(database, ada, { deletedAt: new Date() })
    const tag = await createTag(database, ada, { assetIds: [video.id, photo.id, trashed.id] })

    const assets = await listAssets(tag.id)

    expect(assets).toMatchObject([{ id: photo.id, livePhotoVideoId: video.id, isArchived: true }])
    expect(assets).toHaveLength(1)
  })
})
