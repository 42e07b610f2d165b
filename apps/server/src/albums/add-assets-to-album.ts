import type { Handler } from '../answers/handler.js'
import { idResults } from '../answers/id-results.js'
import type { Outcomes } from '../assets/change-assets.js'
import type { Queryable } from '../database/connect.js'
import { inStatement } from '../database/transaction.js'
import { announceEvents } from '../events/announce-events.js'
import { Prisma } from '../generated/prisma/client.js'
import { requireAlbum } from './access.js'
import { type AlbumAssetsInput, changeAlbumAssets } from './change-album-assets.js'

export const addAssetsToAlbum: Handler<'addAssetsToAlbum'> =
  ({ database }) =>
  async ({ params: { id }, body: { ids }, caller: { user } }) => {
    const wish = { albumId: id, callerId: user.id, assetIds: ids }
    const outcomes = requireAlbum(await inStatement(database, (queryable) => addToAlbum(queryable, wish)))
    if (outcomes.includes('s')) void announceEvents(database)
    return { status: 200, body: await idResults('id', ids, outcomes) }
  }

/**
 * Adds the caller's own assets to an album that the caller may see. `updatedAt` moves when any was added, and the first one is
 * the cover of an album that had none. Changes of one album come one after the other; a wish that changes nothing locks nothing.
 */
export function addToAlbum(queryable: Queryable, { albumId, callerId, assetIds }: AlbumAssetsInput): Promise<Outcomes> {
  const usable = Prisma.sql`
    SELECT given.id, position, held.asset_id IS NOT NULL AS is_held
    FROM given JOIN asset ON asset.id = given.id
    LEFT JOIN album_asset AS held ON held.album_id = ${albumId}::uuid AND held.asset_id = given.id
    WHERE deleted_at IS NULL AND (owner_id = ${callerId}::uuid OR held.asset_id IS NOT NULL)`
  const changed = Prisma.sql`
    INSERT INTO album_asset (album_id, asset_id)
    SELECT chosen.id, usable.id FROM chosen, usable WHERE NOT is_held ORDER BY position
    ON CONFLICT DO NOTHING RETURNING asset_id AS id`
  return changeAlbumAssets(
    queryable,
    { albumId, callerId, assetIds },
    {
      usable,
      isWanted: Prisma.sql`NOT is_held`,
      changed,
      cover: Prisma.sql`, album_thumbnail_asset_id = coalesce(
      album_thumbnail_asset_id, (SELECT id FROM changed JOIN given USING (id) ORDER BY position LIMIT 1)
    )`,
      outcome: Prisma.sql`
      CASE WHEN usable.id IS NULL THEN 'n' WHEN changed.id IS NULL OR place > position THEN 'd' ELSE 's' END`,
    },
  )
}
