import type { Handler } from '../answers/handler.js'
import { isAlbumVisibleTo } from '../assets/visibility.js'
import { ask, type Queryable } from '../database/ask.js'
import { inStatement } from '../database/transaction.js'
import { announceEvents } from '../events/event.js'
import { Prisma } from '../generated/prisma/client.js'
import { requireOwner } from './access.js'

export const deleteAlbum: Handler<'deleteAlbum'> = async ({ params: { id }, caller: { user } }, { database }) => {
  const album = await inStatement(database, (queryable) => deleteOwnAlbum(queryable, { id, callerId: user.id }))
  requireOwner(user, album, 'delete it')
  void announceEvents(database)
  return { status: 204, body: undefined }
}

/**
 * Deletes an album of the caller, and announces that to its users. Its assets stay. An album of another user stays, and null is
 * returned when the caller may not see it.
 */
export async function deleteOwnAlbum(
  queryable: Queryable,
  { id, callerId }: { id: string; callerId: string },
): Promise<{ ownerId: string } | null> {
  const [row] = await ask<{ ownerId: string }>(
    queryable,
    Prisma.sql`
      WITH seen AS MATERIALIZED (
        SELECT id, owner_id FROM album WHERE id = ${id}::uuid AND ${isAlbumVisibleTo(callerId)}
      ), shared AS MATERIALIZED (
        SELECT user_id FROM album_user WHERE album_id = (SELECT id FROM seen WHERE owner_id = ${callerId}::uuid)
      ), deleted AS (
        DELETE FROM album WHERE id = (SELECT id FROM seen WHERE owner_id = ${callerId}::uuid) RETURNING id, owner_id
      ), recorded AS (
        INSERT INTO event (type, album_id, subject)
        SELECT 'album.deleted', id, owner_id FROM deleted
        UNION ALL
        SELECT 'album.deleted', id, user_id FROM deleted, shared
      )
      -- What another deletion took in the meantime is gone.
      SELECT owner_id AS "ownerId" FROM seen WHERE owner_id <> ${callerId}::uuid OR EXISTS (SELECT FROM deleted)`,
  )
  return row ?? null
}
