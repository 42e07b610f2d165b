import { inTransaction } from '../database.js'
import { toAlbum } from '../mappers/album.js'
import { requireOwner } from '../policies/album.js'
import { requireUsable } from '../policies/ids.js'
import { lockAlbum, shareAlbum } from '../repositories/album.js'
import { readAlbumAssets } from '../repositories/album-assets.js'
import { listUnusableUsers } from '../repositories/user.js'
import { albumText } from './album-text.js'
import type { Handler } from './handler.js'
import { prefersMinimal } from './prefer.js'

export const addUsersToAlbum: Handler<'addUsersToAlbum'> =
  ({ database }) =>
  async ({ params, body: { sharedUserIds }, headers, req, res }) => {
    const shared = await inTransaction(database, async (transaction) => {
      const album = await lockAlbum(transaction, params.id)
      requireOwner(req.user, album)
      const unusable = await listUnusableUsers(transaction, sharedUserIds)
      requireUsable({ property: 'sharedUserIds', ids: sharedUserIds, unusable })
      return toAlbum(await shareAlbum(transaction, album, sharedUserIds), req.user.id)
    })
    const assets = prefersMinimal(headers.prefer, res) ? '' : await readAlbumAssets(database, shared)
    return { status: 200, body: albumText(shared, assets) }
  }
