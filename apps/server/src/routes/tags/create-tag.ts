import { toTag } from '../../mappers/tag.js'
import { requireFreeName } from '../../policies/tag.js'
import { createTag as writeTag } from '../../repositories/tag/tag.js'
import type { Handler } from '../handler.js'

export const createTag: Handler<'createTag'> =
  ({ database }) =>
  async ({ body: { name, type = 'CUSTOM' }, req: { user } }) => {
    const tag = await writeTag(database, { userId: user.id, name, type })
    return { status: 201, body: toTag(requireFreeName(tag, name)) }
  }
