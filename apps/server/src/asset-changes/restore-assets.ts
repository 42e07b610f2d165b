import type { Handler } from '../answers/handler.js'
import { announceEvents } from '../events/announce-events.js'
import { restoreFromTrash } from './trash.js'
import { withOwnAssets } from './with-own-assets.js'

export const restoreAssets: Handler<'restoreAssets'> =
  ({ database }) =>
  async ({ body: { ids }, caller: { user } }) => {
    await withOwnAssets(database, { ownerId: user.id, ids }, restoreFromTrash)
    void announceEvents(database)
    return { status: 204, body: undefined }
  }
