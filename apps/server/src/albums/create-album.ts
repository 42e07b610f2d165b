import { audit } from '../answers/audit.js'
import type { Handler } from '../answers/handler.js'
import { idempotently } from '../answers/idempotently.js'
import { prefersMinimal } from '../answers/prefer.js'
import { requireRoom } from '../answers/require-room.js'
import { requireUsable } from '../answers/require-usable.js'
import type { Queryable } from '../database/connect.js'
import { announceEvents } from '../events/announce-events.js'
import { hasScope } from '../users/credentials/scopes.js'
import { requireSharing } from './access.js'
import { readAlbumAssets, withPlace } from './album-assets.js'
import { albumText } from './album-text.js'
import { MOST_ALBUMS, createAlbum as writeAlbum } from './new-album.js'
import { toAlbum } from './to-album.js'

export const createAlbum: Handler<'createAlbum'> =
  ({ database }) =>
  async ({ body, headers, req, res }) => {
    const { user, scopes } = req
    const { assetIds = [], sharedWithUserIds = [], ...text } = body
    if (sharedWithUserIds.length > 0) requireSharing(hasScope(scopes, 'album.share'))
    const minimal = prefersMinimal(headers.prefer, res)
    const key = headers['idempotency-key']
    const request = { user, operation: 'createAlbum', key, asked: { ...body, minimal } } as const
    const make = async (queryable: Queryable) => {
      const wish = { ...text, owner: user, assetIds, sharedUserIds: sharedWithUserIds }
      const { album, unusableAssets, unusableUsers } = await writeAlbum(queryable, wish)
      requireUsable(
        { property: 'assetIds', ids: assetIds, unusable: unusableAssets },
        { property: 'sharedWithUserIds', ids: sharedWithUserIds, unusable: unusableUsers },
      )
      return toAlbum(requireRoom(album, 'albums', MOST_ALBUMS), user.id)
    }
    const hasAssets = !minimal && hasScope(scopes, 'asset.read')
    const shown = hasAssets ? assetIds.length : 0
    const { made, place } = await withPlace(user.id, shown, () => idempotently(database, request, res, make))
    void announceEvents(database)
    if (sharedWithUserIds.length > 0) {
      audit(req, { act: 'shared an album', userId: user.id, albumId: made.id, sharedWith: sharedWithUserIds })
    }
    const assets = hasAssets ? await readAlbumAssets(database, made, { readerId: user.id, place }) : ''
    return { status: 201, body: albumText(made, assets) }
  }
