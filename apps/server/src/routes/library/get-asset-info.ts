import { requireAsset } from '../../policies/asset.js'
import { readVisibleAsset } from '../../repositories/asset/visible-asset.js'
import { jsonText } from '../answer/json-text.js'
import type { Handler } from '../handler.js'

export const getAssetInfo: Handler<'getAssetInfo'> =
  ({ database }) =>
  async ({ params: { id }, req: { user } }) => ({
    status: 200,
    body: jsonText(requireAsset(await readVisibleAsset(database, { id, userId: user.id }))),
  })
