import type { AssetIdResult } from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import { idResultsByParts } from '../answers/id-results.js'
import { changeAssets, type Outcomes } from '../assets/change-assets.js'
import type { Queryable } from '../database/connect.js'
import { inStatement } from '../database/transaction.js'
import { announceEvents } from '../events/announce-events.js'
import { Prisma } from '../generated/prisma/client.js'
import { requireTag } from './access.js'
import { noteForSidecars } from './note-for-sidecars.js'
import { notedOf, seenBy, type TagAssetsInput } from './tag-assets.js'

export const untagAssets: Handler<'untagAssets'> =
  ({ database, config }) =>
  async ({ params: { id }, body: { assetIds }, caller: { user } }) => {
    const body = await idResultsByParts<AssetIdResult[]>('assetId', assetIds, async (part) => {
      const wish = { tagId: id, callerId: user.id, assetIds: part, isNoted: config.writeSidecars }
      const outcomes = requireTag(await inStatement(database, (queryable) => untagOwnAssets(queryable, wish)))
      if (outcomes.includes('s')) void announceEvents(database)
      return outcomes
    })
    return { status: 200, body }
  }

/** Takes a tag of the caller off assets. Their files do not bring it back when they are read again. */
export function untagOwnAssets(queryable: Queryable, wish: TagAssetsInput): Promise<Outcomes> {
  const { tagId, assetIds } = wish
  const noted = notedOf(wish)
  return changeAssets(queryable, assetIds, {
    seen: seenBy(wish),
    usable: Prisma.sql`
      SELECT given.id, position FROM given
      JOIN tag_asset AS held ON held.tag_id = ${tagId}::uuid AND held.asset_id = given.id
      JOIN asset ON asset.id = given.id
      WHERE deleted_at IS NULL`,
    changes: Prisma.sql`
      locked AS MATERIALIZED (
        SELECT asset_id FROM tag_asset WHERE tag_id = ${tagId}::uuid AND asset_id IN (SELECT id FROM usable)
        ORDER BY asset_id FOR UPDATE
      ), changed AS (
        DELETE FROM tag_asset USING locked
        WHERE tag_id = ${tagId}::uuid AND tag_asset.asset_id = locked.asset_id
        RETURNING tag_asset.asset_id AS id
      ), refused AS (
        INSERT INTO refused_tag (tag_id, asset_id) SELECT ${tagId}::uuid, id FROM changed ORDER BY id
        ON CONFLICT DO NOTHING
      )${noteForSidecars({ ...noted, isAdded: false })}`,
    outcome: Prisma.sql`CASE WHEN changed.id IS NULL OR place > position THEN 'n' ELSE 's' END`,
  })
}
