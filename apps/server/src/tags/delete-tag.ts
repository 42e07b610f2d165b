import type { Handler } from '../answers/handler.js'
import { announceEvents } from '../events/announce-events.js'
import { requireTag } from './access.js'
import { deleteOwnTag } from './own-tag.js'

export const deleteTag: Handler<'deleteTag'> =
  ({ database, config }) =>
  async ({ params: { id }, req: { user } }) => {
    requireTag(await deleteOwnTag(database, { id, userId: user.id, isNoted: config.writeSidecars }))
    void announceEvents(database)
    return { status: 204, body: undefined }
  }
