import type { Handler } from '../answers/handler.js'
import { announceEvents } from '../events/announce-events.js'
import { purge } from './purge.js'
import { deleteForGood, moveToTrash } from './trash.js'
import { withOwnAssets } from './with-own-assets.js'

export const deleteAssets: Handler<'deleteAssets'> =
  (context) =>
  async ({ body: { ids, force = false }, caller: { user } }) => {
    await withOwnAssets(context.database, { ownerId: user.id, ids }, force ? deleteForGood : moveToTrash)
    void announceEvents(context.database)
    if (force) void purge(context)
    return { status: 204, body: undefined }
  }
