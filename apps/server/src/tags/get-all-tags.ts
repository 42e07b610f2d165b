import type { Handler } from '../answers/handler.js'
import { listTagsByName } from './tag.js'
import { toTag } from './to-tag.js'

export const getAllTags: Handler<'getAllTags'> =
  ({ database }) =>
  async ({ req: { user } }) => ({ status: 200, body: (await listTagsByName(database, user.id)).map(toTag) })
