import { toTag } from '../../mappers/tag.js'
import { requireRoom } from '../../policies/room.js'
import { requireFreeName } from '../../policies/tag.js'
import { MOST_TAGS, createTag as writeTag } from '../../repositories/tag/tag.js'
import type { Handler } from '../handler.js'

export const createTag: Handler<'createTag'> =
  ({ database }) =>
  async ({ body: { name, type = 'CUSTOM' }, req: { user } }) => {
    const tag = requireFreeName(await writeTag(database, { userId: user.id, name, type }), name)
    return { status: 201, body: toTag(requireRoom(tag, 'tags', MOST_TAGS)) }
  }
