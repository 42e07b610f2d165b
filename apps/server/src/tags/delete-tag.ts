import type { Handler } from '../answers/handler.js'
import { askOne } from '../database/ask.js'
import type { PrismaDatabase } from '../database/connect.js'
import { announceEvents } from '../events/event.js'
import { Prisma } from '../generated/prisma/client.js'
import { requireTag } from './access.js'
import type { OwnTag } from './tag.js'

export const deleteTag: Handler<'deleteTag'> = async ({ params: { id }, caller: { user } }, { database, config }) => {
  requireTag(await deleteOwnTag(database, { id, userId: user.id, isNoted: config.writeSidecars }))
  void announceEvents(database)
  return { status: 204, body: undefined }
}

/** The number of assets from which a statement removes a tag, within its time limit. */
const AT_ONCE = 2_000

/**
 * Removes a tag of a user from its assets, some at a time, and then deletes it. If a later part fails, the earlier ones stay. Returns
 * null without such a tag.
 */
export async function deleteOwnTag(database: PrismaDatabase, { id, userId, isNoted }: OwnTag): Promise<true | null> {
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
        ), noted AS (
          INSERT INTO sidecar_change (asset_id, name, is_added)
          SELECT asset_id, name, false FROM taken, tag WHERE tag.id = ${id}::uuid AND ${isNoted}::boolean
        )
        SELECT count(*)::int AS taken FROM taken`,
    )
    if (taken < AT_ONCE) break
  }
  const { count } = await database.tag.deleteMany({ where: { id, userId } })
  return count > 0 ? true : null
}
