import type { Handler } from '../answers/handler.js'
import { idResults } from '../answers/id-results.js'
import type { Outcomes } from '../assets/change-assets.js'
import type { Queryable } from '../database/connect.js'
import { inStatement } from '../database/transaction.js'
import { announceEvents } from '../events/announce-events.js'
import { Prisma } from '../generated/prisma/client.js'
import { requireAlbum } from './access.js'
import { type AlbumAssetsInput, changeAlbumAssets } from './change-album-assets.js'

export const removeAssetFromAlbum: Handler<'removeAssetFromAlbum'> =
  ({ database }) =>
  async ({ params: { id }, body: { ids }, caller: { user } }) => {
    const wish = { albumId: id, callerId: user.id, assetIds: ids }
    const outcomes = requireAlbum(await inStatement(database, (queryable) => removeFromAlbum(queryable, wish)))
    if (outcomes.includes('s')) void announceEvents(database)
    return { status: 200, body: await idResults('id', ids, outcomes) }
  }

/**
 * Removes assets from an album: its owner any, and a shared user those of their own. `updatedAt` moves when any was removed, and
 * a trigger replaces a cover that is gone.
 */
export function removeFromAlbum(
  queryable: Queryable,
  { albumId, callerId, assetIds }: AlbumAssetsInput,
): Promise<Outcomes> {
  const usable = Prisma.sql`
    SELECT given.id, position, seen.owner_id = ${callerId}::uuid OR asset.owner_id = ${callerId}::uuid AS is_removable
    FROM seen, given JOIN asset ON asset.id = given.id
    JOIN album_asset AS held ON held.album_id = ${albumId}::uuid AND held.asset_id = given.id
    WHERE deleted_at IS NULL`
  const changed = Prisma.sql`
    DELETE FROM album_asset USING chosen, usable
    WHERE album_id = chosen.id AND asset_id = usable.id AND is_removable
    RETURNING asset_id AS id`
  return changeAlbumAssets(
    queryable,
    { albumId, callerId, assetIds },
    {
      usable,
      isWanted: Prisma.sql`is_removable`,
      changed,
      cover: Prisma.empty,
      outcome: Prisma.sql`
      CASE WHEN NOT is_removable THEN 'p' WHEN changed.id IS NULL OR place > position THEN 'n' ELSE 's' END`,
    },
  )
}
