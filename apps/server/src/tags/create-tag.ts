import type { Tag, TagType } from '@media-library/contract'
import { v7 as uuidv7 } from 'uuid'
import type { Handler } from '../answers/handler.js'
import { requireUnderLimit } from '../answers/refusals.js'
import { isUnderTagLimit, MOST_TAGS } from '../assets/metadata/file-tags.js'
import { ask } from '../database/ask.js'
import type { PrismaDatabase } from '../database/connect.js'
import { Prisma } from '../generated/prisma/client.js'
import { requireFreeName } from './access.js'
import { findTagByName, tagColumns } from './tag.js'

export const createTag: Handler<'createTag'> = async (
  { body: { name, type = 'CUSTOM' }, caller: { user } },
  { database },
) => {
  const tag = requireFreeName(await addTag(database, { userId: user.id, name, type }), name)
  return { status: 201, body: requireUnderLimit(tag, 'tags', MOST_TAGS) }
}

/** Adds a tag, unless the user has one with this name, which is `taken`. Returns null when the user has 100,000. */
export async function addTag(
  database: PrismaDatabase,
  { userId, name, type }: { userId: string; name: string; type: TagType },
): Promise<Tag | 'taken' | null> {
  const [row] = await ask<Tag>(
    database,
    Prisma.sql`
      INSERT INTO tag (id, user_id, name, type)
      SELECT ${uuidv7()}::uuid, ${userId}::uuid, ${name}, ${type}::tag_type WHERE ${isUnderTagLimit(Prisma.sql`${userId}::uuid`)}
      ON CONFLICT DO NOTHING RETURNING ${tagColumns}`,
  )
  return row ?? ((await findTagByName(database, userId, name)) ? 'taken' : null)
}
