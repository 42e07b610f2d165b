import { v7 as uuidv7 } from 'uuid'
import { ask, type Queryable } from '../database/ask.js'
import { inTurn } from '../database/in-turn.js'
import { Prisma } from '../generated/prisma/client.js'
import { MOST_ALBUMS } from './create-album.js'

/** An album to create without assets. */
export interface EmptyAlbum {
  albumName: string
  description: string
}

/**
 * Creates albums without assets in one statement, in the turn of their owner. Returns their ids in order: null for those that exceed the
 * owner's limit.
 */
export async function makeAlbums(
  queryable: Queryable,
  ownerId: string,
  albums: EmptyAlbum[],
): Promise<(string | null)[]> {
  if (albums.length === 0) return []
  const ids = albums.map(() => uuidv7())
  const created = await inTurn(queryable, { what: 'albums', userId: ownerId }, (turn) =>
    ask<{ id: string }>(
      turn,
      Prisma.sql`
      INSERT INTO album (id, owner_id, album_name, description)
      SELECT id, ${ownerId}::uuid, album_name, description
      FROM unnest(
        ${ids}::uuid[], ${albums.map(({ albumName }) => albumName)}::text[],
        ${albums.map(({ description }) => description)}::text[]
      ) WITH ORDINALITY AS requested (id, album_name, description, position)
      WHERE position <= ${MOST_ALBUMS}::int - (SELECT count(*) FROM album WHERE owner_id = ${ownerId}::uuid)
      ORDER BY position
      RETURNING id`,
    ),
  )
  const stored = new Set(created.map(({ id }) => id))
  return ids.map((id) => (stored.has(id) ? id : null))
}

/**
 * Adds assets of a user to albums of the same user in one statement, but no video of a live photo. `updatedAt` moves for albums to which
 * any was added, and the first one is the cover of an album that had none.
 */
export async function fillAlbums(
  queryable: Queryable,
  ownerId: string,
  placed: { albumId: string; assetId: string }[],
): Promise<void> {
  if (placed.length === 0) return
  await ask(
    queryable,
    Prisma.sql`
      WITH requested AS MATERIALIZED (
        SELECT * FROM unnest(
          ${placed.map(({ albumId }) => albumId)}::uuid[], ${placed.map(({ assetId }) => assetId)}::uuid[]
        ) WITH ORDINALITY AS entry (album_id, asset_id, position)
      ), locked AS MATERIALIZED (
        SELECT id FROM album WHERE id IN (SELECT album_id FROM requested) AND owner_id = ${ownerId}::uuid
        ORDER BY id FOR NO KEY UPDATE
      ), added AS (
        INSERT INTO album_asset (album_id, asset_id, file_created_at)
        SELECT locked.id, asset.id, asset.file_created_at
        FROM requested JOIN locked ON locked.id = album_id JOIN asset ON asset.id = asset_id
        WHERE owner_id = ${ownerId}::uuid AND deleted_at IS NULL AND is_visible
        ORDER BY locked.id, position
        ON CONFLICT DO NOTHING RETURNING album_id, asset_id
      ), cover AS (
        SELECT DISTINCT ON (album_id) album_id, asset_id FROM added JOIN requested USING (album_id, asset_id)
        ORDER BY album_id, position
      ), touched AS (
        UPDATE album SET updated_at = clock_timestamp(),
          album_thumbnail_asset_id = coalesce(album_thumbnail_asset_id, cover.asset_id)
        FROM cover WHERE album.id = cover.album_id
      )
      INSERT INTO event (type, album_id) SELECT 'album.updated', album_id FROM cover`,
  )
}
