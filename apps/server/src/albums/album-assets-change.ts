import { isAlbumVisibleTo } from '../assets/album-visibility.js'
import { changeAssets, type Outcomes } from '../assets/change-assets.js'
import type { Queryable } from '../database/connect.js'
import { withTimeFor } from '../database/transaction.js'
import { Prisma } from '../generated/prisma/client.js'

/** A wish of a user to change which assets an album holds. */
export interface AlbumAssetsWish {
  albumId: string
  callerId: string
  assetIds: string[]
}

/**
 * Adds the caller's own assets to an album that the caller may see. `updatedAt` moves when any was added, and the first one is
 * the cover of an album that had none. Changes of one album come one after the other; a wish that changes nothing locks nothing.
 */
export function addToAlbum(queryable: Queryable, { albumId, callerId, assetIds }: AlbumAssetsWish): Promise<Outcomes> {
  const usable = Prisma.sql`
    SELECT given.id, position, held.asset_id IS NOT NULL AS is_held
    FROM given JOIN asset ON asset.id = given.id
    LEFT JOIN album_asset AS held ON held.album_id = ${albumId}::uuid AND held.asset_id = given.id
    WHERE deleted_at IS NULL AND (owner_id = ${callerId}::uuid OR held.asset_id IS NOT NULL)`
  const changed = Prisma.sql`
    INSERT INTO album_asset (album_id, asset_id)
    SELECT chosen.id, usable.id FROM chosen, usable WHERE NOT is_held ORDER BY position
    ON CONFLICT DO NOTHING RETURNING asset_id AS id`
  return write(
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

/**
 * Removes assets from an album: its owner any, and a shared user those of their own. `updatedAt` moves when any was removed, and
 * a trigger replaces a cover that is gone.
 */
export function removeFromAlbum(
  queryable: Queryable,
  { albumId, callerId, assetIds }: AlbumAssetsWish,
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
  return write(
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

interface AlbumChange {
  usable: Prisma.Sql
  /** Which of them there is something to do about. */
  isWanted: Prisma.Sql
  /** Changes them, and returns those that it changed. */
  changed: Prisma.Sql
  cover: Prisma.Sql
  outcome: Prisma.Sql
}

function write(
  queryable: Queryable,
  { albumId, callerId, assetIds }: AlbumAssetsWish,
  { usable, isWanted, changed, cover, outcome }: AlbumChange,
): Promise<Outcomes> {
  const seen = Prisma.sql`SELECT id, owner_id FROM album WHERE id = ${albumId}::uuid AND ${isAlbumVisibleTo(callerId)}`
  const changes = Prisma.sql`
      chosen AS MATERIALIZED (
        SELECT id FROM album WHERE id = (SELECT id FROM seen) AND EXISTS (SELECT FROM usable WHERE ${isWanted})
        FOR NO KEY UPDATE
      ), changed AS (
        ${changed}
      ), touched AS (
        UPDATE album SET updated_at = clock_timestamp() ${cover}
        FROM chosen WHERE album.id = chosen.id AND EXISTS (SELECT FROM changed)
      ), told AS (
        INSERT INTO event (type, album_id) SELECT 'album.updated', id FROM chosen WHERE EXISTS (SELECT FROM changed)
      )`
  return withTimeFor(queryable, assetIds, (timed) => changeAssets(timed, assetIds, { seen, usable, changes, outcome }))
}
