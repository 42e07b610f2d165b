import { audit } from '../answers/audit.js'
import type { Handler } from '../answers/handler.js'
import { isAlbumVisibleTo } from '../assets/visibility.js'
import { ask, type Queryable } from '../database/ask.js'
import { inStatement } from '../database/transaction.js'
import { ProblemError } from '../errors.js'
import { announceEvents } from '../events/event.js'
import { Prisma } from '../generated/prisma/client.js'
import { requireAlbum, requireOwner } from './access.js'

export const removeUserFromAlbum: Handler<'removeUserFromAlbum'> = async ({ params, caller, req }, { database }) => {
  const { user } = caller
  const userId = params.userId === 'me' ? user.id : params.userId
  const input = { id: params.id, callerId: user.id, userId }
  const album = requireAlbum(await inStatement(database, (queryable) => unshareAlbum(queryable, input)))
  if (userId !== user.id) requireOwner(user, album, 'take users off it')
  if (!album.isRemoved) throw new ProblemError('not_found', 'The album is not shared with this user.')
  void announceEvents(database)
  audit(req, { act: 'took a user off an album', userId: user.id, albumId: params.id, removed: userId })
  return { status: 204, body: undefined }
}

/**
 * Removes a user from an album of the caller, or the caller from an album of another user. Returns null when the caller may not see the
 * album. The assets that the user added stay in it.
 */
export async function unshareAlbum(
  queryable: Queryable,
  { id, callerId, userId }: { id: string; callerId: string; userId: string },
): Promise<{ ownerId: string; isRemoved: boolean } | null> {
  const [row] = await ask<{ ownerId: string; isRemoved: boolean }>(
    queryable,
    Prisma.sql`
      WITH seen AS MATERIALIZED (
        SELECT id, owner_id FROM album WHERE id = ${id}::uuid AND ${isAlbumVisibleTo(callerId)}
      ), removed AS (
        DELETE FROM album_user
        WHERE album_id = (SELECT id FROM seen WHERE owner_id = ${callerId}::uuid OR ${userId}::uuid = ${callerId}::uuid)
          AND user_id = ${userId}::uuid
        RETURNING album_id, user_id
      ), touched AS (
        UPDATE album SET updated_at = clock_timestamp() WHERE id = (SELECT album_id FROM removed)
      ), recorded AS (
        INSERT INTO event (type, album_id, subject) SELECT 'album.unshared', album_id, user_id FROM removed
      )
      SELECT owner_id AS "ownerId", EXISTS (SELECT FROM removed) AS "isRemoved" FROM seen`,
  )
  return row ?? null
}
