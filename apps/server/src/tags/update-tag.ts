import type { Tag } from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import { ask, type Database } from '../database/ask.js'
import { isDuplicate } from '../database/failure.js'
import { inTransaction, limitStatements } from '../database/transaction.js'
import { announceEvents } from '../events/event.js'
import { Prisma } from '../generated/prisma/client.js'
import { requireFreeName, requireTag } from './access.js'
import type { OwnTag } from './tag.js'

export const updateTag: Handler<'updateTag'> = async (
  { params: { id }, body: { name }, caller: { user } },
  { database, config },
) => {
  const renamed = requireTag(await renameOwnTag(database, { id, userId: user.id, isNoted: config.writeSidecars }, name))
  const tag = requireFreeName(renamed, name ?? '')
  void announceEvents(database)
  return { status: 200, body: tag }
}

/**
 * Gives a tag of a user another name, and keeps it on the assets whose files alone named it. Returns null without such a tag,
 * and `taken` when another tag of the user has the name.
 */
export function renameOwnTag(
  database: Database,
  { id, userId, isNoted }: OwnTag,
  name: string | undefined,
): Promise<Tag | 'taken' | null> {
  return inTransaction(database, async (transaction) => {
    await limitStatements(transaction, '30s')
    const [row] = await ask<Tag & { isTaken: boolean }>(
      transaction,
      Prisma.sql`
        WITH seen AS MATERIALIZED (
          SELECT id, name, type, user_id AS "userId", EXISTS (
            SELECT FROM tag AS other WHERE other.user_id = tag.user_id AND other.name = ${name ?? null} AND other.id <> tag.id
          ) AS "isTaken"
          FROM tag WHERE id = ${id}::uuid AND user_id = ${userId}::uuid
        ), renamed AS (
          UPDATE tag SET name = ${name ?? null}
          WHERE id = (SELECT id FROM seen WHERE NOT "isTaken" AND name <> ${name ?? null})
          RETURNING id
        ), kept AS (
          UPDATE tag_asset SET from_file = false WHERE tag_id = (SELECT id FROM renamed) AND from_file
        ), noted AS (
          INSERT INTO sidecar_change (asset_id, name, is_added)
          SELECT asset_id, change.name, is_added
          FROM tag_asset, seen, LATERAL (VALUES (seen.name, false), (${name ?? null}::text, true)) AS change (name, is_added)
          WHERE tag_id = (SELECT id FROM renamed) AND ${isNoted}::boolean
        )
        SELECT id, ${name === undefined ? Prisma.sql`name` : Prisma.sql`${name}::text AS name`}, type, "userId", "isTaken"
        FROM seen`,
    )
    if (!row) return null
    const { isTaken, ...tag } = row
    return isTaken ? ('taken' as const) : tag
  }).catch((error) => {
    // Another tag got the name at the same moment.
    if (isDuplicate(error)) return 'taken' as const
    throw error
  })
}
