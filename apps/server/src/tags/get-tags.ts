import type { Tag } from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import { ask } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'
import { requireTag } from './access.js'
import { findTag, tagColumns } from './tag.js'

/** By name, then by id. */
export const getAllTags: Handler<'getAllTags'> = async ({ caller: { user } }, { database }) => {
  const tags = await ask<Tag>(
    database,
    Prisma.sql`SELECT ${tagColumns} FROM tag WHERE user_id = ${user.id}::uuid ORDER BY name COLLATE "C", id`,
  )
  return { status: 200, body: tags }
}

export const getTagById: Handler<'getTagById'> = async ({ params: { id }, caller: { user } }, { database }) => ({
  status: 200,
  body: requireTag(await findTag(database, user.id, id)),
})
