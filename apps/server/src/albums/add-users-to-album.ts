import { audit } from '../answers/audit.js'
import type { Handler } from '../answers/handler.js'
import { prefersMinimal } from '../answers/prefer.js'
import { requireUsable } from '../answers/require-usable.js'
import { inStatement } from '../database/transaction.js'
import { announceEvents } from '../events/announce-events.js'
import { hasScope } from '../users/credentials/scopes.js'
import { requireAlbum, requireOwner } from './access.js'
import { findAlbum } from './album.js'
import { readAlbumAssets } from './album-assets.js'
import { shareOwnAlbum } from './album-share.js'
import { albumText } from './album-text.js'
import { toAlbum } from './to-album.js'

export const addUsersToAlbum: Handler<'addUsersToAlbum'> =
  ({ database }) =>
  async ({ params: { id }, body: { sharedUserIds }, headers, req, res }) => {
    const { user, scopes } = req
    const wish = { id, callerId: user.id, userIds: sharedUserIds }
    const { access, unusable } = await inStatement(database, (queryable) => shareOwnAlbum(queryable, wish))
    requireOwner(user, access, 'add users to it')
    void announceEvents(database)
    requireUsable({ property: 'sharedUserIds', ids: sharedUserIds, unusable })
    audit(req, { act: 'shared an album', userId: user.id, albumId: id, sharedWith: sharedUserIds })
    const shared = toAlbum(requireAlbum(await findAlbum(database, id, user)), user.id)
    const hasAssets = !prefersMinimal(headers.prefer, res) && hasScope(scopes, 'asset.read')
    const assets = hasAssets ? await readAlbumAssets(database, shared, { readerId: user.id }) : ''
    return { status: 200, body: albumText(shared, assets) }
  }
