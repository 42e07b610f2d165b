import type { Handler } from '../answers/handler.js'
import { announceEvents } from '../events/announce-events.js'
import { requireFreeName, requireTag } from './access.js'
import { renameOwnTag } from './own-tag.js'
import { toTag } from './to-tag.js'

export const updateTag: Handler<'updateTag'> =
  ({ database, config }) =>
  async ({ params: { id }, body: { name }, req: { user } }) => {
    const renamed = requireTag(
      await renameOwnTag(database, { id, userId: user.id, isNoted: config.writeSidecars }, name),
    )
    const tag = requireFreeName(renamed, name ?? '')
    void announceEvents(database)
    return { status: 200, body: toTag(tag) }
  }
