import { audit } from '../answers/audit.js'
import type { Handler } from '../answers/handler.js'
import { requireUsable, type Unusable, unusablePositions } from '../answers/refusals.js'
import { ask, type Queryable, uuids } from '../database/ask.js'
import { inStatement } from '../database/transaction.js'
import { announceEvents } from '../events/event.js'
import { Prisma } from '../generated/prisma/client.js'
import { hasScope } from '../users/credential.js'
import { requireAlbum, requireOwner } from './access.js'
import { findAlbum, noteMinimal, prefersMinimal, readAlbumAssets } from './album.js'
import { albumText, toAlbum } from './to-album.js'

export const addUsersToAlbum: Handler<'addUsersToAlbum'> = async (
  { params: { id }, body: { sharedUserIds }, headers, caller, endTurn, req, res },
  { database },
) => {
  const { user, scopes } = caller
  const input = { id, callerId: user.id, userIds: sharedUserIds }
  const found = await inStatement(database, (queryable) => shareOwnAlbum(queryable, input))
  requireOwner(user, found, 'add users to it')
  void announceEvents(database)
  requireUsable({ property: 'sharedUserIds', ids: sharedUserIds, unusable: found.unusable })
  audit(req, { act: 'shared an album', userId: user.id, albumId: id, sharedWith: sharedUserIds })
  const shared = toAlbum(requireAlbum(await findAlbum(database, id)), user.id)
  const minimal = prefersMinimal(headers.prefer)
  if (minimal) noteMinimal(res)
  const hasAssets = !minimal && hasScope(scopes, 'asset.read')
  const assets = hasAssets ? await readAlbumAssets(database, shared, { readerId: user.id, endTurn }) : []
  return { status: 200, body: albumText(shared, assets) }
}

/** The owner of an album to share, and the positions of ids that are not those of active users. */
interface AlbumShare {
  ownerId: string
  unusable: Unusable | null
}

/**
 * Shares an album of the caller with users; an album of another user is shared with nobody. All users must be active. Users who already
 * share it, and the owner, change nothing; `updatedAt` moves if any was added. Additions to one album wait for each other; a refused
 * request locks nothing. Returns null when the caller may not see the album.
 */
async function shareOwnAlbum(
  queryable: Queryable,
  { id, callerId, userIds }: { id: string; callerId: string; userIds: string[] },
): Promise<AlbumShare | null> {
  const [row] = await ask<AlbumShare>(
    queryable,
    Prisma.sql`
      WITH input AS MATERIALIZED (
        SELECT ${uuids(userIds)}::uuid[] AS user_ids
      ), seen AS MATERIALIZED (
        SELECT id, owner_id FROM album,
          LATERAL (SELECT EXISTS (
            SELECT FROM album_user WHERE album_id = ${id}::uuid AND user_id = ${callerId}::uuid
          ) AS is_shared OFFSET 0) AS access
        WHERE id = ${id}::uuid AND (owner_id = ${callerId}::uuid OR is_shared)
      ), invited AS (
        SELECT requested.id, position
        FROM seen, unnest((SELECT user_ids FROM input)) WITH ORDINALITY AS requested (id, position)
        WHERE owner_id = ${callerId}::uuid
      ), unusable AS MATERIALIZED (
        SELECT id FROM invited
        WHERE NOT EXISTS (SELECT FROM "user" WHERE "user".id = invited.id AND deleted_at IS NULL)
      ), chosen AS MATERIALIZED (
        SELECT album.id, album.owner_id FROM album
        WHERE id = (SELECT id FROM seen WHERE owner_id = ${callerId}::uuid) AND NOT EXISTS (SELECT FROM unusable)
        FOR NO KEY UPDATE
      ), added AS (
        INSERT INTO album_user (album_id, user_id)
        SELECT chosen.id, invited.id FROM chosen, invited
        WHERE invited.id <> owner_id
        ORDER BY position
        ON CONFLICT DO NOTHING RETURNING user_id
      ), touched AS (
        UPDATE album SET updated_at = clock_timestamp() FROM chosen
        WHERE album.id = chosen.id AND EXISTS (SELECT FROM added)
      )
      SELECT owner_id AS "ownerId",
        ${unusablePositions(Prisma.sql`(SELECT user_ids FROM input)`, Prisma.sql`unusable`)} AS unusable
      FROM seen`,
  )
  return row ?? null
}
