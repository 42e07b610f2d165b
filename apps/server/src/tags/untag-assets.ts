import type { AssetIdResult } from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import { idResultsByParts } from '../answers/id-results.js'
import { inStatement } from '../database/transaction.js'
import { announceEvents } from '../events/announce-events.js'
import { requireTag } from './access.js'
import { untagOwnAssets } from './tag-assets-change.js'

export const untagAssets: Handler<'untagAssets'> =
  ({ database, config }) =>
  async ({ params: { id }, body: { assetIds }, req: { user } }) => {
    const body = await idResultsByParts<AssetIdResult[]>('assetId', assetIds, async (part) => {
      const wish = { tagId: id, callerId: user.id, assetIds: part, isNoted: config.writeSidecars }
      const outcomes = requireTag(await inStatement(database, (queryable) => untagOwnAssets(queryable, wish)))
      if (outcomes.includes('s')) void announceEvents(database)
      return outcomes
    })
    return { status: 200, body }
  }
