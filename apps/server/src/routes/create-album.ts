import { inTransaction } from '../database.js'
import { toAlbum } from '../mappers/album.js'
import { requireUsable } from '../policies/ids.js'
import { createAlbum as writeAlbum } from '../repositories/album.js'
import { readAlbumAssets } from '../repositories/album-assets.js'
import { listUnusableAssets } from '../repositories/asset.js'
import { listUnusableUsers } from '../repositories/user.js'
import { albumText } from './album-text.js'
import type { Handler } from './handler.js'
import { prefersMinimal } from './prefer.js'

export const createAlbum: Handler<'createAlbum'> =
  ({ database }) =>
  async ({ body: { assetIds = [], sharedWithUserIds = [], ...text }, headers, req, res }) => {
    const ownerId = req.user.id
    const album = await inTransaction(database, async (transaction) => {
      const unusable = await listUnusableAssets(transaction, ownerId, assetIds)
      const inactive = await listUnusableUsers(transaction, sharedWithUserIds)
      requireUsable(
        { property: 'assetIds', ids: assetIds, unusable },
        { property: 'sharedWithUserIds', ids: sharedWithUserIds, unusable: inactive },
      )
      return writeAlbum(transaction, { ...text, ownerId, assetIds, sharedUserIds: sharedWithUserIds })
    })
    const assets = prefersMinimal(headers.prefer, res) ? '' : await readAlbumAssets(database, album)
    return { status: 201, body: albumText(toAlbum(album, ownerId), assets) }
  }
