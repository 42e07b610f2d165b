import { toAsset } from '../mappers/asset.js'
import { requireOwnTag } from '../policies/tag.js'
import { listTagAssets } from '../repositories/asset.js'
import { findTag } from '../repositories/tag.js'
import type { Handler } from './handler.js'

export const getTagAssets: Handler<'getTagAssets'> =
  ({ database }) =>
  async ({ params, req }) => {
    const tag = await findTag(database, params.id)
    requireOwnTag(req.user, tag)
    const assets = await listTagAssets(database, tag.id)
    return { status: 200, body: assets.map(toAsset) }
  }
