import { requireTag } from '../../policies/tag.js'
import { announceEvents } from '../../repositories/event/event-announcement.js'
import { deleteOwnTag } from '../../repositories/tag/own-tag.js'
import type { Handler } from '../handler.js'

export const deleteTag: Handler<'deleteTag'> =
  ({ database, config }) =>
  async ({ params: { id }, req: { user } }) => {
    requireTag(await deleteOwnTag(database, { id, userId: user.id, isNoted: config.writeSidecars }))
    void announceEvents(database)
    return { status: 204, body: undefined }
  }
