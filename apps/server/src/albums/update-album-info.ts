import type { Handler } from '../answers/handler.js'
import { inStatement } from '../database/transaction.js'
import { announceEvents } from '../events/announce-events.js'
import { requireAlbum, requireCover, requireOwner } from './access.js'
import { findAlbum } from './album.js'
import { albumText } from './album-text.js'
import { describeOwnAlbum } from './album-text-change.js'
import { toAlbum } from './to-album.js'

export const updateAlbumInfo: Handler<'updateAlbumInfo'> =
  ({ database }) =>
  async ({ params: { id }, body: change, req: { user } }) => {
    const wish = { id, callerId: user.id, change }
    const { access, isCoverUsable } = await inStatement(database, (queryable) => describeOwnAlbum(queryable, wish))
    requireOwner(user, access, 'change it')
    requireCover(change.albumThumbnailAssetId, isCoverUsable)
    void announceEvents(database)
    const album = requireAlbum(await findAlbum(database, id, user))
    return { status: 200, body: albumText(toAlbum(album, user.id), '') }
  }
