import { toTag } from '../../mappers/tag.js'
import { listTagsByName } from '../../repositories/tag/tag.js'
import type { Handler } from '../handler.js'

export const getAllTags: Handler<'getAllTags'> =
  ({ database }) =>
  async ({ req: { user } }) => ({ status: 200, body: (await listTagsByName(database, user.id)).map(toTag) })
