import type { Tag } from '@media-library/contract'
import { copyItems } from '../answers/copied-items.js'
import type { Handler } from '../answers/handler.js'
import { type JsonItems, jsonList } from '../answers/sent-body.js'
import { askOne } from '../database/ask.js'
import { readSnapshot } from '../database/snapshot.js'
import { Prisma } from '../generated/prisma/client.js'
import { requireTag } from './access.js'
import { findTag, tagColumns } from './tag.js'

/** A list of up to this many tags is read at once; a longer one at the pace of its reader. */
const SHORT = 1_000

/** How many tags of a longer list form one text. */
const PIECE = 500

/** By name, then by id. The database writes the JSON: to convert thousands of rows would keep the thread that answers all requests. */
export const getAllTags: Handler<'getAllTags'> = async ({ caller: { user }, endTurn }, { database }) => {
  const tags = Prisma.sql`SELECT ${tagColumns} FROM tag WHERE user_id = ${user.id}::uuid`
  const order = Prisma.sql`ORDER BY name COLLATE "C", id`
  const few = await askOne<{ size: number; text: JsonItems<Tag> | null }>(
    database,
    Prisma.sql`
      SELECT count(*)::int AS size, string_agg(row_to_json(own)::text, ',' ${order}) AS text
      FROM (${tags} LIMIT ${SHORT + 1}::int) AS own`,
  )
  if (few.size <= SHORT) return { status: 200, body: jsonList(few.text === null ? [] : [few.text]) }
  const list = await readSnapshot(database, { readerId: user.id, isLong: true, endTurn }, (snapshot) =>
    copyItems<Tag>(
      snapshot,
      Prisma.sql`
        SELECT string_agg(json, ',' ORDER BY position) AS text
        FROM (SELECT row_to_json(own)::text AS json, row_number() OVER (${order}) AS position FROM (${tags}) AS own) AS tag
        GROUP BY position / ${PIECE}::int ORDER BY position / ${PIECE}::int`,
    ),
  )
  return { status: 200, body: jsonList(list) }
}

export const getTagById: Handler<'getTagById'> = async ({ params: { id }, caller: { user } }, { database }) => ({
  status: 200,
  body: requireTag(await findTag(database, user.id, id)),
})
