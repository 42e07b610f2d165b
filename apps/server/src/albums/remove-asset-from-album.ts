import type { Handler } from '../answers/handler.js'
import { changeEach, idResults, type Outcome } from '../answers/id-results.js'
import { isAlbumVisibleTo } from '../assets/visibility.js'
import type { Queryable } from '../database/ask.js'
import { inStatement } from '../database/transaction.js'
import { announceEvents } from '../events/event.js'
import { Prisma } from '../generated/prisma/client.js'
import { requireAlbum } from './access.js'
import type { AlbumAssetsInput } from './add-assets-to-album.js'

export const removeAssetFromAlbum: Handler<'removeAssetFromAlbum'> = async (
  { params: { id }, body: { ids }, caller: { user } },
  { database },
) => {
  const input = { albumId: id, callerId: user.id, assetIds: ids }
  const outcomes = requireAlbum(await inStatement(database, (queryable) => removeFromAlbum(queryable, input)))
  if (outcomes.includes('success')) void announceEvents(database)
  return { status: 200, body: await idResults('id', ids, outcomes) }
}

/**
 * Removes assets from an album: its owner may remove any, and a shared user their own. Returns the outcome of each position; null
 * unless the caller may see the album. `updatedAt` moves when any was removed, and a trigger replaces a cover that was removed.
 */
function removeFromAlbum(
  queryable: Queryable,
  { albumId, callerId, assetIds }: AlbumAssetsInput,
): Promise<Outcome[] | null> {
  return changeEach(queryable, assetIds, {
    seen: Prisma.sql`SELECT id, owner_id FROM album WHERE id = ${albumId}::uuid AND ${isAlbumVisibleTo(callerId)}`,
    parts: Prisma.sql`
      held AS MATERIALIZED (
        SELECT requested.id, position, seen.owner_id = ${callerId}::uuid OR asset.owner_id = ${callerId}::uuid AS is_removable
        FROM seen, requested JOIN asset ON asset.id = requested.id
        JOIN album_asset ON album_id = ${albumId}::uuid AND asset_id = requested.id
        WHERE deleted_at IS NULL
      ), locked AS MATERIALIZED (
        SELECT id FROM album WHERE id = (SELECT id FROM seen) AND EXISTS (SELECT FROM held WHERE is_removable)
        FOR NO KEY UPDATE
      ), removed AS (
        DELETE FROM album_asset USING locked, held
        WHERE album_id = locked.id AND asset_id = held.id AND is_removable
        RETURNING asset_id AS id
      ), touched AS (
        UPDATE album SET updated_at = clock_timestamp()
        FROM locked WHERE album.id = locked.id AND EXISTS (SELECT FROM removed)
      ), recorded AS (
        INSERT INTO event (type, album_id) SELECT 'album.updated', id FROM locked WHERE EXISTS (SELECT FROM removed)
      )`,
    outcome: Prisma.sql`
      CASE
        WHEN NOT is_removable THEN 'no_permission'
        WHEN removed.id IS NULL OR entry.position > held.position THEN 'not_found'
        ELSE 'success'
      END`,
    joins: Prisma.sql`LEFT JOIN held ON held.id = entry.id LEFT JOIN removed ON removed.id = entry.id`,
  })
}
