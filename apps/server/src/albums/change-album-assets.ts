import { isAlbumVisibleTo } from '../assets/album-visibility.js'
import { changeAssets, type Outcomes } from '../assets/change-assets.js'
import type { Queryable } from '../database/connect.js'
import { withTimeFor } from '../database/transaction.js'
import { Prisma } from '../generated/prisma/client.js'

/** A wish of a user to change which assets an album holds. */
export interface AlbumAssetsInput {
  albumId: string
  callerId: string
  assetIds: string[]
}

/** A change of which assets an album holds, as parts of one statement. */
export interface AlbumChange {
  usable: Prisma.Sql
  /** Which of them there is something to do about. */
  isWanted: Prisma.Sql
  /** Changes them, and returns those that it changed. */
  changed: Prisma.Sql
  cover: Prisma.Sql
  outcome: Prisma.Sql
}

/** Runs a change. Those of one album come one after the other; a wish that changes nothing locks nothing. */
export function changeAlbumAssets(
  queryable: Queryable,
  { albumId, callerId, assetIds }: AlbumAssetsInput,
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
