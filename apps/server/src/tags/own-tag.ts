import type { Tag } from '@media-library/contract'
import { ask, askOne } from '../database/ask.js'
import type { Database } from '../database/connect.js'
import { isDuplicate } from '../database/failure.js'
import { inTransaction, limitStatements } from '../database/transaction.js'
import { Prisma } from '../generated/prisma/client.js'
import { nameOf, noteForSidecars } from './note-for-sidecars.js'

/** A tag of a user. */
interface OwnTag {
  id: string
  userId: string
  /** Whether the change is noted for side-cars. */
  isNoted: boolean
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
    const tagged = Prisma.sql`SELECT asset_id AS id FROM tag_asset WHERE tag_id = (SELECT id FROM renamed)`
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
        )${noteForSidecars({ isNoted, assets: tagged, name: Prisma.sql`(SELECT name FROM seen)`, isAdded: false })}
        ${noteForSidecars({ isNoted, assets: tagged, name: Prisma.sql`${name ?? null}::text`, isAdded: true })}
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

/** From how many assets a tag is taken in a statement, within its time limit. */
const AT_ONCE = 2_000

/**
 * Deletes a tag of a user after taking it off its assets, some at a time: what is done stays when a later part fails. Returns
 * null without such a tag.
 */
export async function deleteOwnTag(database: Database, { id, userId, isNoted }: OwnTag): Promise<true | null> {
  for (;;) {
    const { taken } = await askOne<{ taken: number }>(
      database,
      Prisma.sql`
        WITH part AS MATERIALIZED (
          SELECT asset_id FROM tag JOIN tag_asset ON tag_id = tag.id
          WHERE tag.id = ${id}::uuid AND user_id = ${userId}::uuid
          LIMIT ${AT_ONCE} FOR UPDATE OF tag_asset
        ), taken AS (
          DELETE FROM tag_asset USING part WHERE tag_id = ${id}::uuid AND tag_asset.asset_id = part.asset_id RETURNING tag_asset.asset_id
        )${noteForSidecars({ isNoted, assets: Prisma.sql`SELECT asset_id AS id FROM taken`, name: nameOf(id), isAdded: false })}
        SELECT count(*)::int AS taken FROM taken`,
    )
    if (taken < AT_ONCE) break
  }
  const deleted = await ask<{ id: string }>(
    database,
    Prisma.sql`DELETE FROM tag WHERE id = ${id}::uuid AND user_id = ${userId}::uuid RETURNING id`,
  )
  return deleted.length > 0 ? true : null
}
