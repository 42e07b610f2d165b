import { toTag } from '../../mappers/tag.js'
import { requireOwnTag } from '../../policies/tag.js'
import { findTag } from '../../repositories/tag/tag.js'
import type { Handler } from '../handler.js'

export const getTagById: Handler<'getTagById'> =
  ({ database }) =>
  async ({ params: { id }, req: { user } }) => {
    const tag = await findTag(database, id)
    requireOwnTag(user, tag)
    return { status: 200, body: toTag(tag) }
  }
