import type { Handler } from '../answers/handler.js'
import { idResults } from '../answers/id-results.js'
import { inStatement } from '../database/transaction.js'
import { announceEvents } from '../events/announce-events.js'
import { requireAlbum } from './access.js'
import { addToAlbum } from './album-assets-change.js'

export const addAssetsToAlbum: Handler<'addAssetsToAlbum'> =
  ({ database }) =>
  async ({ params: { id }, body: { ids }, req: { user } }) => {
    const wish = { albumId: id, callerId: user.id, assetIds: ids }
    const outcomes = requireAlbum(await inStatement(database, (queryable) => addToAlbum(queryable, wish)))
    if (outcomes.includes('s')) void announceEvents(database)
    return { status: 200, body: await idResults('id', ids, outcomes) }
  }
