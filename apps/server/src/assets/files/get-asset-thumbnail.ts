import type { Handler } from '../../answers/handler.js'
import { requireAsset } from '../access.js'
import { answerDerived } from './answer-derived.js'
import { findAssetPicture } from './asset-file.js'
import { openPicture } from './derived.js'

export const getAssetThumbnail: Handler<'getAssetThumbnail'> =
  (context) =>
  async ({ params: { id }, query: { format = 'WEBP', v }, caller, endTurn, req, res }) => {
    const asset = requireAsset(await findAssetPicture(context.database, { id, userId: caller.user.id }))
    endTurn()
    return answerDerived(context, { req, res }, await openPicture(context, asset, { format, v }))
  }
