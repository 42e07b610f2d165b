import { toTag } from '../../mappers/tag.js'
import { requireFreeName, requireTag } from '../../policies/tag.js'
import { announceEvents } from '../../repositories/event/event-announcement.js'
import { renameOwnTag } from '../../repositories/tag/own-tag.js'
import type { Handler } from '../handler.js'

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
