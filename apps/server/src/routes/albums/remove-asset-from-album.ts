import { inStatement } from '../../database/transaction.js'
import { requireAlbum } from '../../policies/album.js'
import { removeFromAlbum } from '../../repositories/album/album-assets-change.js'
import { announceEvents } from '../../repositories/event/event-announcement.js'
import { idResults } from '../answer/id-results.js'
import type { Handler } from '../handler.js'

export const removeAssetFromAlbum: Handler<'removeAssetFromAlbum'> =
  ({ database }) =>
  async ({ params: { id }, body: { ids }, req: { user } }) => {
    const wish = { albumId: id, callerId: user.id, assetIds: ids }
    const outcomes = requireAlbum(await inStatement(database, (queryable) => removeFromAlbum(queryable, wish)))
    if (outcomes.includes('s')) void announceEvents(database)
    return { status: 200, body: await idResults('id', ids, outcomes) }
  }
