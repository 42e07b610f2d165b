import { hasScope } from '../credentials/scopes.js'
import { inStatement } from '../database/transaction.js'
import { toAlbum } from '../mappers/album.js'
import { requireAlbum, requireOwner } from '../policies/album.js'
import { requireUsable } from '../policies/ids.js'
import { findAlbum } from '../repositories/album/album.js'
import { readAlbumAssets } from '../repositories/album/album-assets.js'
import { shareOwnAlbum } from '../repositories/album/album-share.js'
import { announceEvents } from '../repositories/event/event-announcement.js'
import { albumText } from './answer/album-text.js'
import { prefersMinimal } from './answer/prefer.js'
import { audit } from './audit.js'
import type { Handler } from './handler.js'

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
