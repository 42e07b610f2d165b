import { inStatement } from '../../database/transaction.js'
import { toAlbum } from '../../mappers/album.js'
import { requireAlbum, requireCover, requireOwner } from '../../policies/album.js'
import { findAlbum } from '../../repositories/album/album.js'
import { describeOwnAlbum } from '../../repositories/album/album-text-change.js'
import { announceEvents } from '../../repositories/event/event-announcement.js'
import { albumText } from '../answer/album-text.js'
import type { Handler } from '../handler.js'

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
