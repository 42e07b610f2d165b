import { requireAsset } from '../../policies/asset.js'
import { findAssetPicture } from '../../repositories/asset/asset-file.js'
import { answerDerived } from '../answer/file/answer-derived.js'
import type { Handler } from '../handler.js'
import { openPicture } from './derived.js'

export const getAssetThumbnail: Handler<'getAssetThumbnail'> =
  (context) =>
  async ({ params: { id }, query: { format = 'WEBP', v }, req, res }) => {
    const asset = requireAsset(await findAssetPicture(context.database, { id, userId: req.user.id }))
    req.endTurn?.()
    return answerDerived(context, { req, res }, await openPicture(context, asset, { format, v }))
  }
