import type { AssetIdResult } from '@media-library/contract'
import { inStatement } from '../../database/transaction.js'
import { requireTag } from '../../policies/tag.js'
import { announceEvents } from '../../repositories/event/event-announcement.js'
import { untagOwnAssets } from '../../repositories/tag/tag-assets-change.js'
import { idResultsByParts } from '../answer/id-results.js'
import type { Handler } from '../handler.js'

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
