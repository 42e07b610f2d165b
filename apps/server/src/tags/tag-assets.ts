import type { AssetIdResult } from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import { idResultsByParts } from '../answers/id-results.js'
import { changeAssets, type Outcomes } from '../assets/change-assets.js'
import type { Queryable } from '../database/connect.js'
import { inStatement } from '../database/transaction.js'
import { announceEvents } from '../events/announce-events.js'
import { Prisma } from '../generated/prisma/client.js'
import { requireTag } from './access.js'
import { nameOf, noteForSidecars } from './note-for-sidecars.js'

export const tagAssets: Handler<'tagAssets'> =
  ({ database, config }) =>
  async ({ params: { id }, body: { assetIds }, caller: { user } }) => {
    const body = await idResultsByParts<AssetIdResult[]>('assetId', assetIds, async (part) => {
      const wish = { tagId: id, callerId: user.id, assetIds: part, isNoted: config.writeSidecars }
      const outcomes = requireTag(await inStatement(database, (queryable) => tagOwnAssets(queryable, wish)))
      if (outcomes.includes('s')) void announceEvents(database)
      return outcomes
    })
    return { status: 200, body }
  }

/** A wish of a user to change which assets a tag is on. */
export interface TagAssetsInput {
  tagId: string
  callerId: string
  /** At most some thousands: the texts of the assets are rewritten within the time limit of a statement. */
  assetIds: string[]
  /** Whether the change is noted for side-cars. */
  isNoted: boolean
}

/** Puts a tag of the caller on assets of the caller. It then stays on them, also where their files alone named it. */
export function tagOwnAssets(queryable: Queryable, wish: TagAssetsInput): Promise<Outcomes> {
  const { tagId, callerId, assetIds } = wish
  const noted = notedOf(wish)
  return changeAssets(queryable, assetIds, {
    seen: seenBy(wish),
    usable: Prisma.sql`
      SELECT given.id, position FROM given JOIN asset ON asset.id = given.id
      WHERE owner_id = ${callerId}::uuid AND deleted_at IS NULL`,
    changes: Prisma.sql`
      changed AS (
        INSERT INTO tag_asset (tag_id, asset_id)
        SELECT ${tagId}::uuid, usable.id FROM usable
        WHERE NOT EXISTS (SELECT FROM tag_asset WHERE tag_id = ${tagId}::uuid AND asset_id = usable.id)
        ORDER BY usable.id
        ON CONFLICT DO NOTHING RETURNING asset_id AS id
      ), kept AS (
        UPDATE tag_asset SET from_file = false FROM usable
        WHERE tag_id = ${tagId}::uuid AND asset_id = usable.id AND from_file
      ), wanted AS (
        DELETE FROM refused_tag USING usable WHERE tag_id = ${tagId}::uuid AND asset_id = usable.id
      )${noteForSidecars({ ...noted, isAdded: true })}`,
    outcome: Prisma.sql`
      CASE WHEN usable.id IS NULL THEN 'n' WHEN changed.id IS NULL OR place > position THEN 'd' ELSE 's' END`,
  })
}

/** Selects the tag, if it is of the caller. */
export function seenBy({ tagId, callerId }: TagAssetsInput) {
  return Prisma.sql`SELECT id FROM tag WHERE id = ${tagId}::uuid AND user_id = ${callerId}::uuid`
}

/** What is noted for side-cars. */
export function notedOf({ tagId, isNoted }: TagAssetsInput) {
  return { isNoted, assets: Prisma.sql`SELECT id FROM changed`, name: nameOf(tagId) }
}
