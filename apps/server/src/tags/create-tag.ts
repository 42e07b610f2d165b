import type { Handler } from '../answers/handler.js'
import { requireRoom } from '../answers/refusals.js'
import { MOST_TAGS } from '../assets/metadata/file-tags.js'
import { requireFreeName } from './access.js'
import { createTag as writeTag } from './tag.js'
import { toTag } from './to-tag.js'

export const createTag: Handler<'createTag'> =
  ({ database }) =>
  async ({ body: { name, type = 'CUSTOM' }, caller: { user } }) => {
    const tag = requireFreeName(await writeTag(database, { userId: user.id, name, type }), name)
    return { status: 201, body: toTag(requireRoom(tag, 'tags', MOST_TAGS)) }
  }
