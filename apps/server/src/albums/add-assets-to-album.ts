import type { Handler } from '../answers/handler.js'
import { changeEach, idResults, ifAdded, type Outcome } from '../answers/id-results.js'
import { findShown } from '../assets/shown.js'
import { isAlbumVisibleTo } from '../assets/visibility.js'
import type { Queryable } from '../database/ask.js'
import { inStatement } from '../database/transaction.js'
import { announceEvents } from '../events/event.js'
import { Prisma } from '../generated/prisma/client.js'
import { requireAlbum } from './access.js'

export const addAssetsToAlbum: Handler<'addAssetsToAlbum'> = async (
  { params: { id }, body: { ids }, caller: { user, link } },
  { database },
) => {
  if (link) {
    requireAlbum(link.albumId === id || null)
    return { status: 200, body: await idResults('id', ids, await findShown(database, link.id, ids)) }
  }
  const input = { albumId: id, callerId: user.id, assetIds: ids }
  const outcomes = requireAlbum(await inStatement(database, (queryable) => addToAlbum(queryable, input)))
  if (outcomes.includes('success')) void announceEvents(database)
  return { status: 200, body: await idResults('id', ids, outcomes) }
}

/** The assets that a user adds to an album, or removes from it. */
export interface AlbumAssetsInput {
  albumId: string
  callerId: string
  assetIds: string[]
}

/**
 * Adds the caller's own assets to an album, and returns the outcome of each position; null unless the caller may see the album.
 * `updatedAt` moves when any was added, and the first one is the cover of an album that had none. Changes of one album wait for each
 * other; a request that changes nothing locks nothing.
 */
export function addToAlbum(
  queryable: Queryable,
  { albumId, callerId, assetIds }: AlbumAssetsInput,
): Promise<Outcome[] | null> {
  return changeEach(queryable, assetIds, {
    seen: Prisma.sql`SELECT id FROM album WHERE id = ${albumId}::uuid AND ${isAlbumVisibleTo(callerId)}`,
    parts: Prisma.sql`
      usable AS MATERIALIZED (
        SELECT requested.id, position, asset.file_created_at, held.asset_id IS NOT NULL AS is_held
        FROM requested JOIN asset ON asset.id = requested.id
        LEFT JOIN album_asset AS held ON held.album_id = ${albumId}::uuid AND held.asset_id = requested.id
        WHERE deleted_at IS NULL AND (owner_id = ${callerId}::uuid OR held.asset_id IS NOT NULL)
      ), locked AS MATERIALIZED (
        SELECT id FROM album WHERE id = (SELECT id FROM seen) AND EXISTS (SELECT FROM usable WHERE NOT is_held)
        FOR NO KEY UPDATE
      ), added AS (
        INSERT INTO album_asset (album_id, asset_id, file_created_at)
        SELECT locked.id, usable.id, file_created_at FROM locked, usable WHERE NOT is_held ORDER BY position
        ON CONFLICT DO NOTHING RETURNING asset_id AS id
      ), touched AS (
        UPDATE album SET updated_at = clock_timestamp(), album_thumbnail_asset_id = coalesce(
          album_thumbnail_asset_id, (SELECT id FROM added JOIN requested USING (id) ORDER BY position LIMIT 1)
        )
        FROM locked WHERE album.id = locked.id AND EXISTS (SELECT FROM added)
      ), recorded AS (
        INSERT INTO event (type, album_id) SELECT 'album.updated', id FROM locked WHERE EXISTS (SELECT FROM added)
      )`,
    ...ifAdded,
  })
}
