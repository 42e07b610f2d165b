import type { Handler } from '../answers/handler.js'
import { requireOwnTag } from './access.js'
import { findTag } from './tag.js'
import { toTag } from './to-tag.js'

export const getTagById: Handler<'getTagById'> =
  ({ database }) =>
  async ({ params: { id }, caller: { user } }) => {
    const tag = await findTag(database, id)
    requireOwnTag(user, tag)
    return { status: 200, body: toTag(tag) }
  }
