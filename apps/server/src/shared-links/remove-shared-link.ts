import { audit } from '../answers/audit.js'
import type { Handler } from '../answers/handler.js'
import { ask, type Queryable } from '../database/ask.js'
import { inStatement } from '../database/transaction.js'
import { announceEvents } from '../events/event.js'
import { Prisma } from '../generated/prisma/client.js'
import { requireLink } from './access.js'

export const removeSharedLink: Handler<'removeSharedLink'> = async (
  { params: { id }, caller: { user }, req },
  { database },
) => {
  const isRemoved = await inStatement(database, (queryable) => removeOwnLink(queryable, { id, userId: user.id }))
  requireLink(isRemoved || null)
  void announceEvents(database)
  audit(req, { act: 'removed a link', userId: user.id, linkId: id })
  return { status: 204, body: undefined }
}

/** Removes a link of a user. Returns false when the user has no such link. */
export async function removeOwnLink(
  queryable: Queryable,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const rows = await ask<{ id: string }>(
    queryable,
    Prisma.sql`
      WITH removed AS (
        DELETE FROM shared_link WHERE id = ${id}::uuid AND user_id = ${userId}::uuid RETURNING id
      ), recorded AS (
        INSERT INTO event (type, link_id, subject) SELECT 'link.deleted', id, ${userId} FROM removed
      )
      SELECT id FROM removed`,
  )
  return rows.length > 0
}
