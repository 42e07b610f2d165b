import { toAlbum } from '../mappers/album.js'
import { requireUsable } from '../policies/ids.js'
import { createAlbum as writeAlbum } from '../repositories/album.js'
import { readAlbumAssets } from '../repositories/album-assets.js'
import { listUnusableAssets } from '../repositories/asset.js'
import { listUnusableUsers } from '../repositories/user.js'
import { albumText } from './album-text.js'
import type { Handler } from './handler.js'
import { once } from './once.js'
import { prefersMinimal } from './prefer.js'

export const createAlbum: Handler<'createAlbum'> =
  ({ database }) =>
  async ({ body, headers, req: { user }, res }) => {
    const { assetIds = [], sharedWithUserIds = [], ...text } = body
    const minimal = prefersMinimal(headers.prefer, res)
    const key = headers['idempotency-key']
    const request = { user, operation: 'createAlbum', key, asked: { ...body, minimal } } as const
    const album = await once(database, request, res, async (transaction) => {
      const unusable = await listUnusableAssets(transaction, user.id, assetIds)
      const inactive = await listUnusableUsers(transaction, sharedWithUserIds)
      requireUsable(
        { property: 'assetIds', ids: assetIds, unusable },
        { property: 'sharedWithUserIds', ids: sharedWithUserIds, unusable: inactive },
      )
      const row = await writeAlbum(transaction, {
        ...text,
        ownerId: user.id,
        assetIds,
        sharedUserIds: sharedWithUserIds,
      })
      return toAlbum(row, user.id)
    })
    const assets = minimal ? '' : await readAlbumAssets(database, album)
    return { status: 201, body: albumText(album, assets) }
  }
