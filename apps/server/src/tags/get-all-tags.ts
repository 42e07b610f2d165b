import type { Tag } from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import { ask } from '../database/ask.js'
import type { Queryable } from '../database/connect.js'
import { Prisma } from '../generated/prisma/client.js'
import { toTag } from './to-tag.js'

export const getAllTags: Handler<'getAllTags'> =
  ({ database }) =>
  async ({ caller: { user } }) => ({ status: 200, body: (await listTagsByName(database, user.id)).map(toTag) })

/** Lists the tags of a user by name, then by id. */
function listTagsByName(database: Queryable, userId: string): Promise<Tag[]> {
  return ask<Tag>(
    database,
    Prisma.sql`
      SELECT id, name, type, user_id AS "userId" FROM tag WHERE user_id = ${userId}::uuid ORDER BY name COLLATE "C", id`,
  )
}
