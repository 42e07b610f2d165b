import type { Handler } from '../answers/handler.js'
import { jsonText } from '../answers/sent-body.js'
import { requireAsset } from './access.js'
import { readVisibleAsset } from './visible-asset.js'

export const getAssetInfo: Handler<'getAssetInfo'> =
  ({ database }) =>
  async ({ params: { id }, caller: { user } }) => ({
    status: 200,
    body: jsonText(requireAsset(await readVisibleAsset(database, { id, userId: user.id }))),
  })
