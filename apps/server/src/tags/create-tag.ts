import type { Tag, TagType } from '@media-library/contract'
import { v7 as uuidv7 } from 'uuid'
import type { Handler } from '../answers/handler.js'
import { requireUnderLimit } from '../answers/refusals.js'
import { MOST_TAGS } from '../assets/metadata/file-tags.js'
import { ask, type Queryable } from '../database/ask.js'
import type { PrismaDatabase } from '../database/connect.js'
import { inTurn } from '../database/in-turn.js'
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

/** A tag to create. */
interface NewTag {
  userId: string
  name: string
  type: TagType
}

/** The number of tags below which no turn is needed: what is added at once, by the files of a job too, does not reach the limit. */
const FEW = MOST_TAGS / 2

/** Adds a tag, unless the user has one with this name, which is `taken`. Returns null when the user has 100,000. */
export async function addTag(database: PrismaDatabase, tag: NewTag): Promise<Tag | 'taken' | null> {
  const { userId, name } = tag
  const isTaken = async () => (await findTagByName(database, userId, name)) !== null
  const added = await writeBelow(database, tag, FEW)
  if (added) return added
  if (await isTaken()) return 'taken'
  const last = await inTurn(database, { what: 'tags', userId }, (turn) => writeBelow(turn, tag, MOST_TAGS))
  return last ?? ((await isTaken()) ? 'taken' : null)
}

async function writeBelow(queryable: Queryable, { userId, name, type }: NewTag, most: number): Promise<Tag | null> {
  const [tag = null] = await ask<Tag>(
    queryable,
    Prisma.sql`
      INSERT INTO tag (id, user_id, name, type)
      SELECT ${uuidv7()}::uuid, ${userId}::uuid, ${name}, ${type}::tag_type
      WHERE NOT EXISTS (SELECT FROM tag WHERE user_id = ${userId}::uuid OFFSET ${most - 1}::int)
      ON CONFLICT DO NOTHING RETURNING ${tagColumns}`,
  )
  return tag
}
